"""Says of every program of the book whether it does on loom what its chapter says, and how that is known.

    verdicts FOLDER RUNS

Writes FOLDER/NN-name.json: by program, its `state` (holds, fails, skipped or unknown) and, unless that is unknown, `where`: `here` if it ran on this
machine (RUNS, the folder of the build that has the runs), `recorded` if only a record says so, with its `date`; of one that fails also a
`sentence` and the `line` of the chapter. A run or a record of an older text says nothing.
"""
from __future__ import annotations

import datetime
import json
import pathlib

from runs import files, judge, project, records, run


def main(arguments: list[str]) -> None:
    folder, runs = map(pathlib.Path, arguments)
    folder.mkdir(parents=True, exist_ok=True)
    for chapter in project.chapters():
        files.replace(folder / f"{chapter}.json", json.dumps(of_chapter(chapter, runs), indent=1, ensure_ascii=False) + "\n")


def of_chapter(chapter: str, runs: pathlib.Path) -> dict[str, dict]:
    recorded = records.of_chapter("loom", chapter)
    return {program["name"]: verdict_of(f"{chapter}/{program['name']}", runs, recorded) for program in project.manifest(chapter)["programs"]}


def verdict_of(name: str, runs: pathlib.Path, recorded: dict) -> dict:
    path = runs / f"{project.target('', name).lstrip('/')}.run"
    ran, text = run.read(path), records.hash_of(name)
    if ran and ran.hash == text:
        verdict = judge.judge(ran, judge.Expectation.of(name))
        date = datetime.date.fromtimestamp(path.stat().st_mtime).isoformat()
        return {"state": verdict.state, "where": "here", "date": date, **({"sentence": verdict.sentence, "line": verdict.line} if verdict.sentence else {})}
    program = name.split("/")[1]
    entry = recorded["programs"].get(program) or recorded["broken"].get(program)
    if entry and entry["hash"] == text:
        return {"state": "holds" if entry["passed"] else "fails", "where": "recorded", "date": entry["run"]["date"]}
    return {"state": "unknown"}
