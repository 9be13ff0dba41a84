"""Says of every program of the book whether it does on loom what its chapter says, and how that is known.

    verdicts FOLDER RUNS

Writes FOLDER/NN-name.json: by program, its `state` (holds, fails, skipped or unknown) and, unless that is unknown, `where`: `here` if it ran on this
machine (RUNS, the folder of the build that has the runs), `recorded` if only a record says so, with the `date` of either; of one that fails or
is skipped also a `sentence`, the `line` of the chapter and the `details`. A run or a record of an older text says nothing.
"""
from __future__ import annotations

import datetime
import json
import pathlib
import sys

from runs import files, judge, outcome, project, records, run


def main(arguments: list[str]) -> None:
    folder, runs = map(pathlib.Path, arguments)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        for chapter in project.chapters():
            files.replace(folder / f"{chapter}.json", json.dumps(of_chapter(chapter, runs), indent=1, ensure_ascii=False) + "\n")
    except project.UserError as error:
        sys.exit(str(error))


def of_chapter(chapter: str, runs: pathlib.Path) -> dict[str, dict]:
    recorded = records.of_chapter("loom", chapter)
    return {program["name"]: verdict_of(f"{chapter}/{program['name']}", runs, recorded) for program in project.manifest(chapter)["programs"]}


def verdict_of(name: str, runs: pathlib.Path, recorded: dict) -> dict:
    path = runs / f"{project.target('', name).lstrip('/')}.run"
    expected, text = judge.Expectation.of(name), records.hash_of(name)
    ran = run.read(path)
    if ran and ran.hash == text:
        date = datetime.date.fromtimestamp(path.stat().st_mtime).isoformat()
        return known(judge.judge(ran, expected), "here", date)
    program = name.split("/")[1]
    entry = recorded["programs"].get(program) or recorded["broken"].get(program)
    if entry and entry["hash"] == text:
        return known(of_record(name, entry, expected), "recorded", entry["run"]["date"])
    return {"state": "unknown"}


def of_record(name: str, entry: dict, expected: judge.Expectation) -> judge.Verdict:
    """What is recorded, judged by what the chapter says now: a fence can have changed although the program has not."""
    ending = outcome.Outcome(entry["status"], "", "").ending()
    ran = run.Run(name, "loom", entry["hash"], entry["status"], ending, output=entry["output"], findings=entry.get("findings", []))
    verdict = judge.judge(ran, expected)
    return verdict if entry["passed"] or verdict.state == "fails" else judge.Verdict("fails", "it failed when it was recorded", expected.line)


def known(verdict: judge.Verdict, where: str, date: str) -> dict:
    said = {"sentence": verdict.sentence, "line": verdict.line, "details": verdict.details} if verdict.sentence else {}
    return {"state": verdict.state, "where": where, "date": date, **{key: value for key, value in said.items() if value != ""}}
