#!/usr/bin/env python3
"""Estimates how long chapters and exercises take: course_plan.py ROOT OUTPUT DEPFILE CHAPTER.md...

OUTPUT is Lua: of each chapter its name, number, title, the chapters that it needs, its words and lines of code, the minutes to read it, and of
each exercise its task, title and minutes. All minutes are estimates, by the rates below; no reader was timed.
"""
from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import page_data  # which makes `runs` known
import lua
from runs import regions

WORDS_PER_MINUTE, LINES_PER_MINUTE = 180, 15  # of prose, and of code, of which a page folds a part
MINUTES_TO_BEGIN, MINUTES_PER_LINE = 20, 2  # of an exercise: to understand it, and per line of the book's solution
STEP = 5  # minutes to which all are rounded
FENCE, DIV = re.compile(r"\s*```+(.*)$"), re.compile(r"\s*:::+\s*(?:\{\.([\w-]+).*)?$")
NOT_READ = {"hint", "explanation", "answer", "exercise"}  # an exercise has minutes of its own


def rounded(minutes: float) -> int:
    return max(STEP, STEP * round(minutes / STEP))


def extent(text: str) -> tuple[int, int]:
    """Words of prose and lines of code."""
    words = lines = 0
    fence: str | None = None
    divs: list[str] = []
    for line in text.split("---\n", 2)[2].splitlines():
        if found := FENCE.match(line):
            fence = found[1] if fence is None else None
        elif fence is not None:
            lines += ".cuda" in fence and bool(line.strip())
        elif found := DIV.match(line):
            if found[1]:
                divs.append(found[1])
            elif divs:
                divs.pop()
        elif not NOT_READ.intersection(divs):
            words += len(re.sub(r"\{[^}]*\}", "", line).split())
    return words, lines


def needs(text: str) -> list[str]:
    """The chapters that a chapter builds on."""
    sentence = re.search(r"^\*\*You need\*\*.*$", text, re.MULTILINE)
    return sorted(set(re.findall(r"\]\(([0-9a-z]+-[a-z0-9-]+)\.md", sentence[0]))) if sentence else []


def exercise(root: Path, chapter: str, entry: dict, used: list[Path]) -> dict[str, object]:
    path = root / "solutions" / chapter / f"{entry['task']}.cu"
    used.append(path)
    text = path.read_text(encoding="utf-8")
    lines = sum(bool(line.strip()) for first, last in regions.spans_of(text) for line in text[first:last].splitlines())
    return {"task": entry["task"], "title": entry["title"], "minutes": rounded(MINUTES_TO_BEGIN + MINUTES_PER_LINE * lines)}


def main() -> None:
    root, output, depfile = map(Path, sys.argv[1:4])
    used: list[Path] = []
    plan = []
    for path in map(Path, sys.argv[4:]):
        text = path.read_text(encoding="utf-8")
        words, lines = extent(text)
        manifest = json.loads((root / "snippets" / path.stem / "manifest.json").read_text(encoding="utf-8"))
        plan.append({"name": path.stem, "number": page_data.number_of(path.stem), "title": manifest["title"], "needs": needs(text), "words": words,
                     "lines": lines, "minutes": rounded(words / WORDS_PER_MINUTE + lines / LINES_PER_MINUTE),
                     "exercises": [exercise(root, path.stem, entry, used) for entry in manifest["exercises"]]})
    depfile.write_text(f"{output}: {' '.join(str(path).replace(' ', chr(92) + ' ') for path in used)}\n", encoding="utf-8")
    lua.write(output, plan)


if __name__ == "__main__":
    main()
