"""Compares loom's records with what ran here, and counts what GPUs have recorded of older texts: recorded RUNS

RUNS is the folder of the build that has the runs. A program that has no record of its present text, or did something else here than its
record says, is a fault: ./weft record writes it again. What a GPU recorded of an older text is only counted, since it takes that GPU to
record it again; pages say so where they use it. A program that could not be run here is left out.
"""
from __future__ import annotations

import pathlib
import sys

from runs import collect, project, records, run


def main(arguments: list[str]) -> None:
    complaints = [complaint for name in project.programs() for complaint in compared(name, pathlib.Path(arguments[0]))]
    for device in sorted(path.name for path in records.folder.iterdir() if path.is_dir() and path.name != "loom"):
        stale, every = counted(device)
        print(f"{device}: {stale} of {every} entries are of older texts")
    if complaints:
        sys.exit("\n".join([*complaints, "Record them again: ./weft record"]))


def compared(name: str, runs: pathlib.Path) -> list[str]:
    chapter, program = name.split("/")
    ran = run.read(runs / f"{chapter}.{program}.run")
    entry, verdict = collect.judged(name, ran, "loom")
    if entry is None or verdict.state != "holds":
        return []  # its own test says so
    recorded = records.of_chapter("loom", chapter)
    before = recorded["programs"].get(program) or recorded["broken"].get(program)
    if before is None:
        return [f"{name} is not recorded"]
    # A race may be found at one of several lines, which may differ from run to run.
    compared_too = ("hash", "passed") if "findings" in entry else entry
    return [f"{name}: its record has another {what}" for what in compared_too if before.get(what) != entry[what]][:1]


def counted(device: str) -> tuple[int, int]:
    """How many of a device's entries are of older texts, and how many there are."""
    current = [records.is_current(section, chapter, name, entry) for chapter in project.chapters()
               for section, entries in records.of_chapter(device, chapter).items() if section in records.SECTIONS
               for name, entry in entries.items()]
    return current.count(False), len(current)
