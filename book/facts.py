#!/usr/bin/env python3
"""Gathers what pages need to know beyond their own text: facts.py OUTPUT DEPFILE MEASUREMENTS CHAPTER.md...

Writes {"chapters": […], "devices": […]}: the chapters in reading order with number, title and summary, and what each
GPU's file in the folder of measurements says. The output is left alone when nothing in it changes, so that editing the
text of one chapter does not make the pages of all the others.
"""

import json
import re
import sys
from pathlib import Path


def header(path: Path) -> dict[str, str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    fields = {}
    if lines[:1] == ["---"] and "---" in lines[1:]:
        for line in lines[1:lines.index("---", 1)]:
            if match := re.match(r"(\w+):\s+(.*)", line):
                fields[match[1]] = match[2].strip().strip("\"'")
    for wanted in ("title", "summary"):
        if not fields.get(wanted):
            sys.exit(f"chapters/{path.name}:1: the header has no {wanted}; write it as '{wanted}: …' on one line")
    return fields


def number_of(name: str) -> int | str:
    """5 of 05-vectors, and A of the appendix a-blas-on-trial."""
    first = name.split("-")[0]
    return int(first) if first.isdigit() else first.upper()


def chapter(path: Path) -> dict[str, object]:
    fields = header(path)
    return {"name": path.stem, "number": number_of(path.stem),
            "title": fields["title"], "summary": fields["summary"]}


def device(path: Path) -> dict[str, object]:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        sys.exit(f"book/measurements/{path.name} is not what ./weft record writes: {error}")


def main() -> None:
    output, depfile, measurements, *chapters = map(Path, sys.argv[1:])
    recorded = sorted(measurements.glob("*.json"))
    # The folder itself stands for files that come or go.
    depfile.write_text(f"{output}: {' '.join(map(str, [measurements, *recorded]))}\n", encoding="utf-8")
    facts = {"chapters": [chapter(path) for path in chapters], "devices": [device(path) for path in recorded]}
    text = json.dumps(facts, indent=1, ensure_ascii=False) + "\n"
    if not output.exists() or output.read_text(encoding="utf-8") != text:
        output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
