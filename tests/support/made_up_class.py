"""A class of thirty, made up: right and wrong answers, none, the same ones, copies of the solution, files that are damaged, other versions."""
from __future__ import annotations

import json
import pathlib
import re

from command import exercises, teacher_report
from runs import edits, project

CHAPTER = "05-vectors"
TASKS = [name for name in project.exercises() if name.startswith(f"{CHAPTER}/")]
DOT = f"{CHAPTER}/dot"
MOVED = next(name for name in project.exercises() if name.startswith("17-sorting/"))  # which was in another chapter


def renamed(exercise: str, student: str) -> str:
    """The solution with a variable of its own."""
    return re.sub(r"\b(threads|mine|error|fast|sum|worst|i)\b", rf"\1_of_{student}", exercises.solution(exercise).read_text(encoding="utf-8"))


def wrong(exercise: str, number: int) -> str:
    """One of the typical wrong answers."""
    paths = sorted(path for path in (project.root / "tests/wrong" / exercise).iterdir() if path.suffix == ".edit")
    return edits.apply(paths[number % len(paths)].read_text(encoding="utf-8"), exercises.solution(exercise).read_text(encoding="utf-8"))


def entry(exercise: str, state: str, text: str | None = None, **more: object) -> dict:
    made = {"exercise": exercise, "title": "A title", "hints_seen": 1, "solution_seen_before_solving": False, "state": state}
    if text is not None:
        made.update(same_as_the_solution=False, tests=3, tests_failed=0, wrong=[] if state == "solved" else ["1 of its 3 tests fails"], output=[],
                    answer=text.splitlines())
    return {**made, **more}


def report(entries: list[dict], **more: object) -> str:
    return json.dumps({"made_by": teacher_report.MADE_BY, "version": project.version(), "made_at": "2026-11-02T09:00:00+01:00", "summary": ["…"],
                       "exercises": entries, **more})


def make(folder: pathlib.Path) -> None:
    """Writes thirty reports, some as files and some in copies of the book."""
    texts = {}
    for number in range(1, 9):
        texts[f"right{number}"] = report([entry(task, "solved", renamed(task, f"right{number}")) for task in TASKS])
    for number in range(1, 7):
        texts[f"wrong{number}"] = report([entry(task, "begun", wrong(task, number) + f"// wrong{number}\nint wrong{number};\n") for task in TASKS])
    for number in range(1, 4):
        texts[f"idle{number}"] = report([entry(task, "not begun") for task in TASKS])
    for first, second in (("ann", "bob"), ("cem", "dora")):
        text = renamed(DOT, first)
        others = [task for task in TASKS if task != DOT]
        texts[first] = report([entry(DOT, "solved", text), *(entry(task, "solved", renamed(task, first)) for task in others)])
        texts[second] = report([entry(DOT, "solved", "// All mine.\n" + text.replace("\n", "\n\n")), *(entry(task, "solved", renamed(task, second)) for task in others)])
    for number in range(1, 4):
        texts[f"copied{number}"] = report([entry(DOT, "solved", exercises.solution(DOT).read_text(encoding="utf-8"))])
    texts["cut"] = texts["right1"][:200]
    texts["bytes"] = "\udcff\udcfe"
    texts["list"] = "[1, 2, 3]"
    texts["settings"] = '{"editor": "vi"}'
    texts["early"] = report([entry(MOVED.replace("17-sorting", "16-scan-and-sort"), "solved", renamed(MOVED, "early") + "int early;")], version="0.0.1")
    texts["forger"] = report([entry(DOT, "solved"), entry(f"{CHAPTER}/from-the-future", "solved", "int x;")], version="9.9")
    for number, (name, text) in enumerate(texts.items()):
        path = folder / f"{name}.json" if number % 2 or name in ("list", "bytes") else folder / name / "exercises/report.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", errors="surrogateescape")
        if path.name == "report.json":
            manifest = folder / name / "snippets" / CHAPTER / "manifest.json"
            manifest.parent.mkdir(parents=True)
            manifest.write_text("{}", encoding="utf-8")
