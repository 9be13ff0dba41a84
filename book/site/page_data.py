#!/usr/bin/env python3
"""Gathers what pages need to know beyond their own text: page_data.py ORDER DEPFILE [--part PART] PAGE.md...

All pages are given in reading order, each part's name before its chapters and an empty one before what follows them. PART is a
line of chapters/contents.txt: its name and, after a colon, a sentence about it. Written into the folder of ORDER:
  ORDER                  every page in reading order, as Lua: name, title and summary, of a chapter number, part and the part's sentence as well
  pages.js               the names of all pages, for search
  CHAPTER.recorded.lua   what is recorded of this chapter on each GPU
  found.lua              by program that is broken on purpose, what loom found in it: the kinds of its findings, none if it missed the fault
An unchanged file is not written, so that a sentence, or a record of one chapter, does not remake the pages of others.
"""
from __future__ import annotations

import functools
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import lua  # noqa: E402
from runs import project, records  # noqa: E402
from runs.project import UserError  # noqa: E402


UNUSED = ("run", "hash", "cases", "status", "kernels")  # of an entry, by pages
SESSION = ("date", "driver", "toolkit")  # what a page says of a session


def header(path: Path) -> dict[str, str]:
    """Title and summary of a page: of a chapter as tangling has read them, of another page from its header."""
    if path.parent.name == "chapters":
        name, fields = f"chapters/{path.name}", project.manifest(path.stem)
    else:
        name, fields = f"book/site/pages/{path.name}", {}
        for line in path.read_text(encoding="utf-8").partition("---\n")[2].partition("---\n")[0].splitlines():
            key, _, value = line.partition(": ")
            fields[key] = value.strip().strip("\"'")
    for wanted in ("title", "summary"):
        if not fields.get(wanted):
            sys.exit(f"{name}:1: the header has no {wanted}; write it as '{wanted}: …' on one line")
    return {"title": fields["title"], "summary": fields["summary"]}


def number_of(name: str) -> int | str:
    """5 of 05-vectors, and A of the appendix a-blas-on-trial."""
    first = name.split("-")[0]
    return int(first) if first.isdigit() else first.upper()


def order_of(words: list[str]) -> list[dict[str, object]]:
    pages, part, rest = [], "", iter(words)
    for word in rest:
        if word == "--part":
            part = next(rest)
        else:
            pages.append(page(Path(word), part))
    return pages


def page(path: Path, part: str) -> dict[str, object]:
    if not part:
        return {"name": path.stem, **header(path)}
    name, _, about = part.partition(": ")
    return {"name": path.stem, **header(path), "part": name, "about_part": about, "number": number_of(path.stem)}


def key_of(chapter: str, name: str) -> str:
    """What pages call an entry: 05-vectors/add, solutions/05-vectors/sum."""
    *folder, own = name.split("/")
    return "/".join([*folder, chapter, own])


def of_loops(entry: dict) -> dict[str, dict]:
    """By kernel, what an expression can say of its largest innermost loop and of itself."""
    return {kernel: {"instructions": {"total": loop["instructions"], **loop["opcodes"]}, "registers": found["registers"], "stack": found["stack_frame"],
                     "spills": sum(value for key, value in found["local"].items() if "bytes" not in key), "arch": found["architecture"]}
            for kernel, found in entry["kernels"].items() for loop in found["loops"][:1]}


def of_counters(entry: dict) -> dict[str, dict]:
    """The counters of a launch by kernel."""
    return {kernel: {name: metric["value"] for name, metric in metrics.items()} for kernel, metrics in entry["kernels"].items()}


@functools.cache
def name_of(device: Path) -> str:
    """The device's own name, which each of its records has."""
    return records.read(next(device.glob("*.json")))["device"]


def of_chapter(device: Path, chapter: str) -> dict[str, object]:
    """What is recorded of one chapter on one device: its entries by section, each with whether it is of the text that is in the book now,
    and in which sessions they were made."""
    recorded = records.of_chapter(device.name, chapter)
    sections = {section: {key_of(chapter, name): {**entry["run"], **{key: value for key, value in entry.items() if key not in UNUSED},
                                                  "current": records.is_current(section, chapter, name, entry)}
                          for name, entry in recorded[section].items()} for section in records.SECTIONS}
    for section, shaped in (("loops", of_loops), ("counters", of_counters)):
        for program, entry in recorded[section].items():
            sections[section][key_of(chapter, program)].update(shaped(entry))
    # Sessions that a page cannot tell apart are one: of the revision, it says nothing.
    sessions = {tuple(entry["run"].get(key, "") for key in SESSION) for section in ("programs", "exercises", "sanitizer")
                for entry in recorded[section].values()}
    return {"device": name_of(device), "runs": [dict(zip(SESSION, values)) for values in sorted(sessions)], **sections}


def found_by_loom(chapter: str) -> dict[str, list[str]]:
    """By program that is broken on purpose and compiles, the kinds of loom's findings, as they are recorded of its current text."""
    runs = {program["name"] for program in project.manifest(chapter)["programs"] if project.kind_of(program) == "broken"}
    return {key_of(chapter, name): sorted({finding["kind"] for finding in entry.get("findings", [])})
            for name, entry in records.of_chapter("loom", chapter)["broken"].items()
            if name in runs and records.is_current("broken", chapter, name, entry)}


def main() -> None:
    order, depfile = map(Path, sys.argv[1:3])
    devices = sorted(path for path in records.folder.iterdir() if any(path.glob("*.json")) and path.name != "loom")
    pages = order_of(sys.argv[3:])
    chapters = [one["name"] for one in pages if "part" in one]
    # The folders too: a new record changes nothing else.
    kept = [*devices, *(path for path in [records.folder / "loom"] if path.exists())]
    seen = [records.folder, *kept, *(path for device in kept for path in sorted(device.glob("*.json"))),
            *sorted({path for chapter in chapters for path in project.texts_of(chapter)})]
    depfile.write_text(f"{order}: {' '.join(str(path).replace(' ', chr(92) + ' ') for path in seen)}\n", encoding="utf-8")
    lua.write(order, pages)
    names = [one["name"] for one in pages]
    lua.write_if_new(order.parent / "pages.js", '// All pages of the book, in reading order, for search.\n"use strict";\n\n'
                     f"const allPages = {json.dumps(names, indent=2)};\n")
    lua.write(order.parent / "found.lua", {name: kinds for chapter in chapters for name, kinds in found_by_loom(chapter).items()})
    for chapter in chapters:
        lua.write(order.parent / f"{chapter}.recorded.lua", [of_chapter(device, chapter) for device in devices])


if __name__ == "__main__":
    try:
        main()
    except UserError as error:
        sys.exit(str(error))
