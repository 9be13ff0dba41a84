#!/usr/bin/env python3
"""Gathers what pages need to know beyond their own text: facts.py ORDER DEPFILE MEASUREMENTS [--part PART] PAGE.md...

All pages are given in reading order, each part's name before its chapters and an empty one before what follows them. Written
into the folder of ORDER:
  ORDER                  every page in reading order, as Lua: name, title and summary, of a chapter part and number as well
  pages.js               the names of all pages, for search
  CHAPTER.recorded.lua   what each GPU's file in the folder of measurements says of this chapter
What says the same as before is left alone, so that a sentence, or a record of one chapter, does not remake the pages of others.
"""
from __future__ import annotations

import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import lua  # noqa: E402
from runs import measurements  # noqa: E402
from runs.project import UserError  # noqa: E402


def header(path: Path, folder: str) -> dict[str, str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    fields = {}
    if lines[:1] == ["---"] and "---" in lines[1:]:
        for line in lines[1:lines.index("---", 1)]:
            if match := re.match(r"(\w+):\s+(.*)", line):
                fields[match[1]] = match[2].strip().strip("\"'")
    for wanted in ("title", "summary"):
        if not fields.get(wanted):
            sys.exit(f"{folder}/{path.name}:1: the header has no {wanted}; write it as '{wanted}: …' on one line")
    return fields


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
    fields = header(path, "chapters" if part else "book/site/pages")
    chapter = {"part": part, "number": number_of(path.stem)} if part else {}
    return {"name": path.stem, "title": fields["title"], "summary": fields["summary"], **chapter}


def of_chapter(recorded: dict[str, object], chapter: str) -> dict[str, object]:
    """What a device's record says of one chapter: its programs, exercises and measurements, what the sanitizer found, in which runs."""
    def own(section: str, *fields: str) -> dict[str, dict]:
        return {key: {field: entry[field] for field in fields} for key, entry in recorded.get(section, {}).items()
                if key.removeprefix("solutions/").split("/")[0] == chapter}

    runs = sorted({entry["run"] for section in ("programs", "exercises", "sanitizer") for entry in own(section, "run").values()})
    return {"device": recorded["device"], "runs": [of_run(run) for run in runs],
            "programs": own("programs", "sha1", "passed"), "exercises": own("exercises", "sha1", "passed"),
            "sanitizer": own("sanitizer", "sha1", "found"),
            "measurements": {key: {"date": of_run(entry["run"])["date"], "points": entry["points"]}
                             for key, entry in own("measurements", "run", "points").items()}}


def of_run(run: str) -> dict[str, str]:
    """The parts of a run's name, as weft/measurements.py puts them together."""
    date, _, toolkit, driver = run.split()
    return {"date": date, "toolkit": toolkit, "driver": driver}


def main() -> None:
    order, depfile, folder = map(Path, sys.argv[1:4])
    records = sorted(folder.glob("*.json"))
    # The folder itself stands for files that come or go.
    depfile.write_text(f"{order}: {' '.join(map(str, [folder, *records]))}\n", encoding="utf-8")
    pages = order_of(sys.argv[4:])
    try:
        devices = [measurements.read(path) for path in records]
    except UserError as error:
        sys.exit(str(error))
    lua.write(order, pages)
    names = [one["name"] for one in pages]
    lua.write_if_new(order.parent / "pages.js", '// All pages of the book, in reading order, for search.\n"use strict";\n\n'
                     f"const allPages = {json.dumps(names, indent=2)};\n")
    for one in pages:
        if "part" in one:
            lua.write(order.parent / f"{one['name']}.recorded.lua", [of_chapter(recorded, one["name"]) for recorded in devices])


if __name__ == "__main__":
    main()
