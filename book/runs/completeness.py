"""Checks that every exercise of a chapter has all its parts, that its test and its solution include its interface, and that its stub is its
solution less the marked regions.

    completeness CHAPTER TASK WRONG-ANSWER... [, TASK WRONG-ANSWER...]...

What the reader has written in exercises/ is the reader's, more files included. A stub counts as ours while nothing stands in its regions
and Git sees no change in it; where CI is set, everything there is ours.
"""
from __future__ import annotations

import os
import pathlib
import subprocess
import sys

from runs import project, regions

FEWEST_WRONG_ANSWERS = 3


def main(arguments: list[str]) -> None:
    chapter, *rest = arguments
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
    """The chapter, the build and the folders must have the same exercises."""
    described = {exercise["task"] for exercise in project.manifest(chapter)["exercises"]}
    for task in sorted(described - set(built)):
        yield f"chapters/{chapter}.md describes {task}, and the build does not have it yet: ./weft test configures again"
    for task in sorted(set(built) - described):
        yield f"the build still has {task}, and chapters/{chapter}.md does not describe it: ./weft test configures again"
    for folder, ending in (("exercises", ".cu"), ("solutions", ".cu"), ("tests/exercises", ".cu"), ("tests/exercises", ".hpp"), ("tests/wrong", "")):
        for path in sorted((project.root / folder / chapter).glob(f"*{ending}")):
            if path.name.partition(".")[0] not in built and (folder != "exercises" or os.environ.get("CI")):
                yield f"{path.relative_to(project.root)} belongs to no exercise of chapters/{chapter}.md"


def missing_parts(chapter: str, task: str, wrong: list[str]):
    there = {path.name for path in (project.root / "tests/wrong" / chapter / task).glob("*")}
    for name in sorted(there - set(wrong)):
        yield f"tests/wrong/{chapter}/{task}/{name} is not in the build yet: ./weft test configures again"
    if len(wrong) < FEWEST_WRONG_ANSWERS:
        yield f"{chapter}/{task} has {len(wrong)} wrong answers; give it {FEWEST_WRONG_ANSWERS} or more"
    path = project.root / "exercises" / chapter / f"{task}.cu"
    solution = project.root / "solutions" / chapter / f"{task}.cu"
    try:
        expected = regions.stub_of(solution.read_text(encoding="utf-8"))
    except regions.Unmarked as mistake:
        yield f"{solution.relative_to(project.root)}: {mistake}"
        return
    yield from without_interface(chapter, task)
    if not path.exists():
        yield f"{path.relative_to(project.root)} is missing: ./weft reset {chapter}/{task}"
    elif path.read_text(encoding="utf-8", errors="surrogateescape") != expected and is_ours(path):
        yield f"{path.relative_to(project.root)} is not its solution without the marked regions: ./weft reset {chapter}/{task}"


def without_interface(chapter: str, task: str):
    """The test and the solution must include it, and so does the stub, which is the solution without its regions."""
    line = f'#include "{chapter}/{task}.hpp"'
    for folder in ("solutions", "tests/exercises"):
        path = project.root / folder / chapter / f"{task}.cu"
        if line not in path.read_text(encoding="utf-8"):
            yield f"{path.relative_to(project.root)} does not include the interface of the exercise: {line}"


def is_ours(path: pathlib.Path) -> bool:
    if os.environ.get("CI"):
        return True
    text = path.read_text(encoding="utf-8", errors="surrogateescape")
    try:
        if regions.stub_of(text) != text:
            return False  # something is written in a region
    except regions.Unmarked:
        return False
    unchanged = subprocess.run(["git", "diff", "--quiet", "HEAD", "--", str(path)], cwd=project.root, capture_output=True)
    return unchanged.returncode == 0
