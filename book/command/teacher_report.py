"""A reader's progress in one file, for a teacher: JSON, with a summary in words at its top."""
from __future__ import annotations

import datetime
import json
import os
import pathlib

from command import building, checking, devices, exercises, progress, terminal
from runs import files, project
from runs.project import UserError

MADE_BY = "weft check --report"


def write(names: list[str], on: list[str], path: pathlib.Path) -> None:
    """Checks every answer that has been begun, and writes the state of each exercise."""
    entries = []
    for name in names:
        entries.append(entry(name, on))
        print(f"{name}: {entries[-1]['state']}")
    solved = [e["exercise"] for e in entries if e["state"] == "solved"]
    begun = [e["exercise"] for e in entries if e["state"] == "begun"]
    copied = [e["exercise"] for e in entries if e.get("same_as_the_solution")]
    included = [e["exercise"] for e in entries if e.get("includes_a_solution")]
    report = {
        "made_by": MADE_BY,
        "version": project.version(),
        "made_at": datetime.datetime.now().astimezone().isoformat(timespec="seconds"),
        "summary": [f"{len(solved)} of {len(entries)} solved" + (f": {', '.join(solved)}" if solved else ""),
                    f"{len(begun)} begun and not solved" + (f": {', '.join(begun)}" if begun else ""),
                    *[f"{len(copied)} word for word the book's solution: {', '.join(copied)}"] * bool(copied),
                    *[f"{len(included)} with an #include of a solution of the book: {', '.join(included)}"] * bool(included),
                    f"checked on {' and '.join(on)}"],
        "exercises": entries,
    }
    text = json.dumps(report, indent=1, ensure_ascii=False) + "\n"
    files.replace(path, text.encode(errors="replace").decode())
    terminal.say(f"{report['summary'][0].split(':')[0]}. Written to {os.path.relpath(path)}")


def names_and_file(names: list[str], report: str, usual: pathlib.Path) -> tuple[list[str], pathlib.Path]:
    """What stands after --report is a file if it ends in .json; else it was meant as one more name, and the report goes to the usual place."""
    if report.endswith(".json"):
        return names, pathlib.Path(report)
    if pathlib.Path(report).suffix not in ("", ".cu"):
        raise UserError(f"A report is a JSON file. Name it so that it ends in .json, not {report}.")
    return [*names, report], usual


def refuse_to_replace(path: pathlib.Path) -> None:
    if not path.parent.is_dir():
        raise UserError(f"There is no folder {path.parent} to write the report to.")
    if path.is_dir() or path.exists() and MADE_BY not in path.read_text(encoding="utf-8", errors="replace"):
        raise UserError(f"{path} already exists and is not a report. Name another file: ./weft check --report=FILE.json")


def entry(name: str, on: list[str]) -> dict:
    title = project.exercises()[name]["title"]
    noted = {"exercise": name, "title": title, "hints_seen": exercises.hints_seen(name),
             "solution_seen_before_solving": progress.read(name).get("solution") == "seen"}
    if not exercises.begun(name):
        return {**noted, "state": "not begun"}
    text, mark = exercises.answer(name), exercises.mark(name)
    verdicts = checking.judge(name, on)
    wrong = [part for verdict in verdicts for part in verdict.wrong]
    progress.judged(name, mark, not wrong)
    return {**noted, "state": "begun" if wrong else "solved", "same_as_the_solution": exercises.is_the_solution(name, text),
            "includes_a_solution": includes_a_solution(name, verdicts[-1].device), "tests": verdicts[-1].tests, "tests_failed": verdicts[-1].failed,
            "wrong": wrong, "output": "\n".join(verdict.output for verdict in verdicts).splitlines(), "answer": text.splitlines()}


def includes_a_solution(name: str, device: str) -> bool:
    """Did the compiler read a file of solutions/, or one with the text of the solution, for this answer?"""
    read = building.sources(f"{project.target('tests/exercises', name)}{devices.SUFFIX[device]}.exercise.o")
    own = exercises.own(name).resolve()
    return any(project.root / "solutions" in path.parents or path != own and exercises.is_the_solution(name, path.read_text(encoding="utf-8", errors="replace"))
               for path in read)
