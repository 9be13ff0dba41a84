"""Builds an exercise's test against answers that are not files of the repository: the stub, and each wrong answer.

    answers CHAPTER/TASK FOLDER BUILT SOLUTION TEST WRONG-ANSWER... -- COMPILER ARGUMENT...

Writes to BUILT by what command each is run, for `exercise`. FOLDER belongs to the build.
"""
from __future__ import annotations

import json
import pathlib
import sys

from runs import edits, regions
from runs.run_doctest import STUB
from runs.unity_build import AnswerBuilder


def main(arguments: list[str]) -> None:
    split = arguments.index("--")
    task, folder, built, solution, test, *wrong = arguments[:split]
    text = pathlib.Path(solution).read_text(encoding="utf-8")
    try:
        answers = {STUB: regions.stub_of(text)}
    except regions.Unmarked as mistake:
        sys.exit(f"{solution}: {mistake}")
    for path in map(pathlib.Path, wrong):
        try:
            answers[path.stem] = answer(text, path)
        except edits.Mistake as mistake:
            sys.exit(f"{path}: {mistake}")
    done = AnswerBuilder(task, pathlib.Path(test), text, pathlib.Path(folder).resolve(), arguments[split + 1:]).build(answers)
    if done.refused:
        sys.exit("\n".join(done.refused.values()))
    pathlib.Path(built).write_text(json.dumps(done.commands, indent=1), encoding="utf-8")


def answer(solution: str, wrong: pathlib.Path) -> str:
    text = wrong.read_text(encoding="utf-8")
    edits.reason_of(text)
    return edits.apply(text, solution) if wrong.suffix == ".edit" else text
