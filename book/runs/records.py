"""What was found on each device, as data: book/records/<device>/<chapter>.json. loom is one of the devices.

A file holds, by section and then by name, entries that each say of which text they are (`hash`) and in which session they were made (`run`):

    programs      status, passed, output, cases (assertions by test case), findings
    broken        the same, of programs that are broken on purpose, also those that the compiler refuses (only on loom); on a GPU also
                  noticed_by, the tools of compute-sanitizer that complained
    exercises     passed: the solution's test
    sanitizer     found: what each tool of compute-sanitizer said, "" for nothing; of programs and, as solutions/NAME, of solutions
    measurements  program, clock (MHz of the multiprocessors under load; missing where it was not read), points
    loops         of a program, by kernel: its innermost loop in the machine code (see loops.py)
    counters      of a program, by kernel: counters of ncu (see counters.py)

An entry whose hash is no longer that of its text is kept, and counts as stale.
"""
from __future__ import annotations

import dataclasses
import datetime
import functools
import json
import pathlib
import re
import shutil
import subprocess

from runs import files, project, run, toolkit
from runs.project import UserError

folder = project.root / "book/records"
SECTIONS = ("programs", "broken", "exercises", "sanitizer", "measurements", "loops", "counters")


@dataclasses.dataclass(frozen=True)
class Session:
    """A record that is made now: on which device, when, of which revision, with which toolkit and driver (both empty for loom)."""
    device: str
    compute_capability: str
    date: str
    revision: str
    toolkit: str = ""
    driver: str = ""

    def entry(self) -> dict[str, str]:
        return {key: value for key, value in dataclasses.asdict(self).items() if value and key not in ("device", "compute_capability")}


def on_loom(revision: str | None) -> Session:
    return Session("loom", "9.0", datetime.date.today().isoformat(), revision or current_revision())


def on_gpu(revision: str | None) -> Session:
    device, nvcc = query("name"), toolkit.nvcc()
    if not nvcc:
        raise UserError("This needs the CUDA toolkit, and nvcc is missing on this machine.")
    output = subprocess.run([nvcc, "--version"], capture_output=True, text=True).stdout
    return Session(device, query("compute_cap"), datetime.date.today().isoformat(), revision or current_revision(),
                   re.search(r"release ([\d.]+)", output).group(1), query("driver_version"))


def query(field: str) -> str:
    return query_all(field)[0].strip()


def query_all(field: str) -> list[str]:
    """What nvidia-smi says of each GPU here."""
    if not shutil.which("nvidia-smi"):
        raise UserError("This needs a GPU, and nvidia-smi is missing on this machine.")
    done = subprocess.run(["nvidia-smi", f"--query-gpu={field}", "--format=csv,noheader"], capture_output=True, text=True)
    if done.returncode != 0:
        raise UserError("This needs a GPU, and nvidia-smi finds none on this machine.")
    return done.stdout.splitlines()


def current_revision() -> str:
    done = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=project.root, capture_output=True, text=True)
    if done.returncode != 0:
        raise UserError("This copy is not a Git checkout, so name its revision: --revision REVISION")
    return done.stdout.strip()


def short_name(device: str) -> str:
    """The name of a device's folder."""
    return re.sub(r"[^a-z0-9]+", "-", device.lower()).strip("-")


def read(path: pathlib.Path) -> dict:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        name = path.relative_to(folder.parent.parent) if folder in path.parents else path.name
        raise UserError(f"{name} is damaged, perhaps by a merge: git checkout brings it back") from None


def of_chapter(device: str, chapter: str) -> dict:
    """What is recorded of one chapter on one device; empty sections where nothing is."""
    path = folder / short_name(device) / f"{chapter}.json"
    return {**{section: {} for section in SECTIONS}, **(read(path) if path.exists() else {})}


@functools.cache
def hash_of(name: str) -> str:
    """Of a program (05-vectors/add) or a solution (solutions/05-vectors/sum) as it is now; empty where there is none."""
    path = project.root / f"{name}.cu" if name.startswith("solutions/") else project.source(name)
    return run.hash_of(path) if path.exists() else ""


def text_of(section: str, chapter: str, name: str, entry: dict) -> str:
    """The program or solution, as `hash_of` takes it, that an entry is about."""
    if section == "exercises":
        return f"solutions/{chapter}/{name}"
    if name.startswith("solutions/"):
        return f"solutions/{chapter}/{name.removeprefix('solutions/')}"
    return f"{chapter}/{entry.get('program', name)}"


def is_current(section: str, chapter: str, name: str, entry: dict) -> bool:
    """Is this entry of the text that is in the book now?"""
    return entry["hash"] == hash_of(text_of(section, chapter, name, entry))


def in_the_book(chapter: str) -> dict[str, list[str]]:
    """What of a chapter can be recorded, by section, in the order of the chapter."""
    manifest = project.manifest(chapter)
    broken = [program["name"] for program in manifest["programs"] if project.kind_of(program)]
    runnable = [program for program in manifest["programs"] if project.kind_of(program) != "refused"]
    working = [program["name"] for program in runnable if program["name"] not in broken]
    tasks = [exercise["task"] for exercise in manifest["exercises"]]
    return {"programs": working, "broken": broken, "exercises": tasks,
            "sanitizer": [*working, *(f"solutions/{task}" for task in tasks)],
            "measurements": [program["measures"] for program in runnable if "measures" in program],
            "loops": [program["name"] for program in runnable if "loops" in program],
            "counters": [program["name"] for program in runnable if "counters" in program]}


def add(session: Session, chapter: str, found: dict[str, dict[str, dict]]) -> pathlib.Path:
    """Writes what a session has found of a chapter, entries by section and name, instead of the earlier entries. An entry that says
    the same as before stays as it was. The rest stays too, except for what is no longer in the book."""
    known = of_chapter(session.device, chapter)
    record: dict = {"device": session.device, "compute_capability": session.compute_capability}
    for section, names in in_the_book(chapter).items():
        entries = dict(known[section])
        for name, entry in found.get(section, {}).items():
            before = {key: value for key, value in entries.get(name, {}).items() if key != "run"}
            if entry != before or section == "measurements":
                entries[name] = {"run": session.entry(), **entry}
        record[section] = {name: entries[name] for name in names if name in entries}
    path = folder / short_name(session.device) / f"{chapter}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    files.replace(path, text_of_record(record))
    return path


def text_of_record(record: dict) -> str:
    """JSON in which each entry, and each point of a measurement, has a line of its own, so that a change reads well in a diff."""
    lines = []
    for section, value in record.items():
        if section not in SECTIONS:
            lines.append(f" {compact(section)}: {compact(value)}")
        elif value:
            lines.append(f" {compact(section)}: {{\n" + ",\n".join(f"  {compact(name)}: {entry_text(entry)}" for name, entry in value.items()) + "\n }")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def entry_text(entry: dict) -> str:
    if "points" not in entry:
        return compact(entry)
    head = compact({key: value for key, value in entry.items() if key != "points"})[:-1]
    return head + ', "points": [\n' + ",\n".join(f"   {compact(point)}" for point in entry["points"]) + "]}"


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
