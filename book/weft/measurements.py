"""What was found on a GPU, as data: book/measurements/<device>.json, one file a device."""
from __future__ import annotations

import datetime
import hashlib
import json
import pathlib
import re
import shutil
import subprocess

from weft import house

folder = house.root / "book/measurements"


def all_devices() -> dict[str, dict]:
    """Everything recorded, by the device's name."""
    records = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))]
    return {record["device"]: record for record in records}


def sha1_of(path: pathlib.Path) -> str:
    return hashlib.sha1(path.read_bytes()).hexdigest()


def here(revision: str | None) -> dict[str, str]:
    """The GPU, driver, toolkit, revision and date of a record that is made now."""
    name, driver, capability = query("name"), query("driver_version"), query("compute_cap")
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    told = subprocess.run([nvcc, "--version"], capture_output=True, text=True).stdout
    return {"device": name, "driver": driver, "toolkit": re.search(r"release ([\d.]+)", told).group(1),
            "compute_capability": capability, "revision": revision or current_revision(),
            "date": datetime.date.today().isoformat()}


def query(field: str) -> str:
    if not shutil.which("nvidia-smi"):
        raise house.Trouble("This needs a GPU, and there is no nvidia-smi here to ask for one.")
    done = subprocess.run(["nvidia-smi", f"--query-gpu={field}", "--format=csv,noheader"], capture_output=True, text=True)
    if done.returncode != 0:
        raise house.Trouble("This needs a GPU, and nvidia-smi finds none here.")
    return done.stdout.splitlines()[0].strip()


def current_revision() -> str:
    done = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=house.root, capture_output=True, text=True)
    if done.returncode != 0:
        raise house.Trouble("This copy is no Git checkout; say which revision it is: --revision REVISION")
    return done.stdout.strip()


def file_of(device: str) -> pathlib.Path:
    return folder / f"{re.sub(r'[^a-z0-9]+', '-', device.lower()).strip('-')}.json"


def recorded(path: pathlib.Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def merge_measured(about: dict, series: dict[str, list[dict]]) -> pathlib.Path:
    """Puts what was measured into the device's file, beside what had been measured before."""
    before = recorded(file_of(about["device"])).get("measurements", {})
    return merge({**about, "measurements": {**before, **series}})


def merge(news: dict) -> pathlib.Path:
    """Puts what is new into the device's file; what it says of other things stays."""
    path = file_of(news["device"])
    record = {**recorded(path), **news}
    folder.mkdir(exist_ok=True)
    path.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path
