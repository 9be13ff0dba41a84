#!/usr/bin/env python3
"""Checks that every exercise of a chapter has all its parts, and that its stub is its solution less the marked regions.

    completeness.py CHAPTER TASK WRONG-ANSWER... [, TASK WRONG-ANSWER...]...

What the reader has written in exercises/ is the reader's. A stub counts as ours while nothing stands in its regions
and Git sees no change in it; where CI is set, always.
"""
from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "book"))
from weft import regions  # noqa: E402

FEWEST_WRONG_ANSWERS = 3


def main() -> None:
    chapter, *rest = sys.argv[1:]
    built = {task: wrong for task, *wrong in split(rest)}
    complaints = list(in_step(chapter, built))
    for task, wrong in built.items():
        complaints += missing_parts(chapter, task, wrong)
    if complaints:
        sys.exit("\n".join(complaints))


def split(words: list[str]) -> list[list[str]]:
    groups: list[list[str]] = [[]]
    for word in words:
        groups.append([]) if word == "," else groups[-1].append(word)
    return [group for group in groups if group]


def in_step(chapter: str, built: dict[str, list[str]]):
    """What the chapter tells of, what is built, and what lies in the folders must be the same exercises."""
    with open(ROOT / "snippets" / chapter / "exercises.json", encoding="utf-8") as file:
        told = {exercise["task"] for exercise in json.load(file)["exercises"]}
    for task in sorted(told - set(built)):
        yield f"chapters/{chapter}.md tells of {task}, and tests/exercises/{chapter}/meson.build does not list it"
    for task in sorted(set(built) - told):
        yield f"tests/exercises/{chapter}/meson.build lists {task}, and chapters/{chapter}.md does not tell of it"
    for folder, ending in (("exercises", ".cu"), ("solutions", ".cu"), ("tests/exercises", ".cu"), ("tests/wrong", "")):
        for path in sorted((ROOT / folder / chapter).glob(f"*{ending}")):
            if path.name != "meson.build" and path.name.removesuffix(".cu") not in built:
                yield f"{path.relative_to(ROOT)} belongs to no exercise of chapters/{chapter}.md"


def missing_parts(chapter: str, task: str, wrong: list[str]):
    there = {path.name for path in (ROOT / "tests/wrong" / chapter / task).glob("*")}
    for name in sorted(there - set(wrong)):
        yield f"tests/wrong/{chapter}/{task}/{name} is not listed in tests/exercises/{chapter}/meson.build"
    if len(wrong) < FEWEST_WRONG_ANSWERS:
        yield f"{chapter}/{task} has {len(wrong)} wrong answers; give it {FEWEST_WRONG_ANSWERS} or more"
    path = ROOT / "exercises" / chapter / f"{task}.cu"
    expected = regions.stub_of((ROOT / "solutions" / chapter / f"{task}.cu").read_text(encoding="utf-8"))
    if not path.exists():
        yield f"{path.relative_to(ROOT)} is missing: ./weft reset {chapter}/{task}"
    elif path.read_text(encoding="utf-8") != expected and is_ours(path):
        yield f"{path.relative_to(ROOT)} is not its solution less the marked regions: ./weft reset {chapter}/{task}"


def is_ours(path: pathlib.Path) -> bool:
    if os.environ.get("CI"):
        return True
    text = path.read_text(encoding="utf-8")
    try:
        if regions.stub_of(text) != text:
            return False  # something is written in a region
    except regions.Unmarked:
        return False
    unchanged = subprocess.run(["git", "diff", "--quiet", "HEAD", "--", str(path)], cwd=ROOT, capture_output=True)
    return unchanged.returncode == 0


if __name__ == "__main__":
    main()
