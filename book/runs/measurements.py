"""What was found on a GPU, as data: book/records/<device>.json, one file a device."""
from __future__ import annotations

import dataclasses
import datetime
import hashlib
import json
import pathlib
import re
import shutil
import subprocess

from runs import files, project, toolkit
from runs.project import UserError

folder = project.root / "book/records"


def all_devices() -> dict[str, dict]:
    """Everything recorded, by the device's name."""
    return {record["device"]: record for record in map(read, sorted(folder.glob("*.json")))}


def read(path: pathlib.Path) -> dict:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        raise UserError(f"book/records/{path.name} is damaged, perhaps by a merge: git checkout brings it back") from None


def sha1_of(path: pathlib.Path) -> str:
    return hashlib.sha1(path.read_bytes()).hexdigest()


@dataclasses.dataclass(frozen=True)
class Run:
    """A record that is made now: on which GPU, when, of which revision, with which toolkit and driver."""
    device: str
    compute_capability: str
    date: str
    revision: str
    toolkit: str
    driver: str

    def __str__(self) -> str:
        return f"{self.date} {self.revision} {self.toolkit} {self.driver}"


def run_here(revision: str | None) -> Run:
    device, nvcc = query("name"), toolkit.nvcc()
    if not nvcc:
        raise UserError("This needs the CUDA toolkit, and there is no nvcc here.")
    output = subprocess.run([nvcc, "--version"], capture_output=True, text=True).stdout
    return Run(device, query("compute_cap"), datetime.date.today().isoformat(), revision or current_revision(),
               re.search(r"release ([\d.]+)", output).group(1), query("driver_version"))


def query(field: str) -> str:
    return query_all(field)[0].strip()


def query_all(field: str) -> list[str]:
    """What nvidia-smi says of each GPU here."""
    if not shutil.which("nvidia-smi"):
        raise UserError("This needs a GPU, and there is no nvidia-smi here to ask for one.")
    done = subprocess.run(["nvidia-smi", f"--query-gpu={field}", "--format=csv,noheader"], capture_output=True, text=True)
    if done.returncode != 0:
        raise UserError("This needs a GPU, and nvidia-smi finds none here.")
    return done.stdout.splitlines()


def current_revision() -> str:
    done = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=project.root, capture_output=True, text=True)
    if done.returncode != 0:
        raise UserError("This copy is no Git checkout; say which revision it is: --revision REVISION")
    return done.stdout.strip()


def file_of(device: str) -> pathlib.Path:
    return folder / f"{re.sub(r'[^a-z0-9]+', '-', device.lower()).strip('-')}.json"


def in_the_book() -> dict[str, list[str]]:
    """What is run on a GPU, by section of a record, in the order of the book."""
    programs = {name: program for name, program in project.programs().items() if not program["compile_error"]}
    working = [name for name, program in programs.items() if not program["finds"]]
    solutions = list(project.exercises())
    return {"programs": working, "broken": [name for name in programs if name not in working], "exercises": solutions,
            "sanitizer": [*working, *(f"solutions/{name}" for name in solutions)],
            "measurements": [of(name, program) for name, program in programs.items() if program["measures"]]}


def of(name: str, program: dict) -> str:
    """What a program's measurement is called: `05-vectors/speed`."""
    return f"{name.split('/')[0]}/{program['measures']}"


def add(run: Run, found: dict[str, dict[str, dict]]) -> pathlib.Path:
    """Writes into the device's file what a run has found, entries by section and name, in place of what was known of these.

    The rest stays as it was found by other runs, but for what is no longer in the book.
    """
    path = file_of(run.device)
    known = read(path) if path.exists() else {}
    record: dict = {"device": run.device, "compute_capability": run.compute_capability}
    for section, names in in_the_book().items():
        entries = known.get(section, {}) | {name: {"run": str(run), **entry} for name, entry in found.get(section, {}).items()}
        record[section] = {name: entries[name] for name in names if name in entries}
    folder.mkdir(exist_ok=True)
    files.replace(path, json.dumps(record, indent=1, ensure_ascii=False) + "\n")
    return path
