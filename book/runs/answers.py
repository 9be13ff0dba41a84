"""Compiles the answers to an exercise that are not files of the repository: the stub, and each wrong answer.

    answers CHAPTER/TASK FOLDER BUILT SOLUTION WRONG-ANSWER... -- BUILDER...

Writes to BUILT what `exercise` links and runs; hundreds of programs would take gigabytes. FOLDER belongs to the build; `answer_builder`
describes BUILDER.
"""
from __future__ import annotations

import json
import pathlib
import sys

from runs import edits, linking, regions
from runs.answer_builder import AnswerBuilder
from runs.run_doctest import STUB


def main(arguments: list[str]) -> None:
    split = arguments.index("--")
    task, folder, built, solution, *wrong = arguments[:split]
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
    builder = AnswerBuilder.of(task, pathlib.Path(folder), arguments[split + 1:])
    compiled, refused = {}, []
    for name, answer_text in answers.items():
        try:
            compiled[name] = str(builder.compile(name, answer_text))
        except linking.Refused as reason:
            refused.append(f"{name}: {reason}")
    if refused:
        sys.exit("\n".join(refused))
    pathlib.Path(built).write_text(json.dumps({"task": task, "folder": folder, "builder": arguments[split + 1:], "answers": compiled}, indent=1),
                                   encoding="utf-8")


def answer(solution: str, wrong: pathlib.Path) -> str:
    text = wrong.read_text(encoding="utf-8")
    edits.reason_of(text)
    return edits.apply(text, solution) if wrong.suffix == ".edit" else text
