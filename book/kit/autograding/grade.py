#!/usr/bin/env python3
"""Checks a student's answers on loom, with a copy of the book that is not the student's: grade.py ANSWERS REPORT.json CHAPTER-OR-EXERCISE

ANSWERS is the student's copy of the book, of which only the files of the exercises are read. They replace those of the copy that this file is in,
so use a copy that is for nothing else. The exit status is 0 if every exercise that was named is solved.
README.md in this folder says what this does not protect against.
"""
from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys

BOOK = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(BOOK / "book"))
from command import exercises, progress  # noqa: E402
from runs import files, project  # noqa: E402

LARGEST = 1 << 20  # bytes of an answer
FOR_GRADING = BOOK / "build/for-grading"  # marks a copy in which no answers are anybody's own
KEPT = ("PATH", "HOME", "LANG", "TMPDIR", "CCACHE_DIR")  # an answer can read its environment, so it gets no tokens


def main() -> int:
    if len(sys.argv) != 4:
        sys.exit(__doc__.partition("\n")[0])
    answers, report, wanted = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3]
    if not (answers / "exercises").is_dir():
        sys.exit(f"{answers} has no folder exercises/.")
    claim_copy()
    for name in project.exercises():
        files.replace(exercises.own(name), text_of(answers, name))
    progress.path().unlink(missing_ok=True)
    report.unlink(missing_ok=True)
    environment = {name: os.environ[name] for name in KEPT if name in os.environ}
    subprocess.run([str(BOOK / "weft"), "check", wanted, f"--report={report}", "-Dcuda=disabled"], check=True, env=environment)
    entries = json.loads(report.read_text(encoding="utf-8"))["exercises"]
    solved = sum(entry["state"] == "solved" for entry in entries)
    print(f"{solved} of {len(entries)} solved")
    return 0 if solved == len(entries) else 1


def claim_copy() -> None:
    """Refuses to replace answers in a copy of the book that contains a reader's own."""
    if not FOR_GRADING.exists() and any(exercises.begun(name) for name in project.exercises()):
        sys.exit(f"Somebody works in {BOOK}, and grading would replace these answers. Use a fresh copy of the book.")
    FOR_GRADING.parent.mkdir(exist_ok=True)
    FOR_GRADING.touch()


def text_of(answers: pathlib.Path, name: str) -> str:
    """An answer; the stub where there is none, or where the file is a link to elsewhere or too large."""
    path = answers / "exercises" / f"{name}.cu"
    is_own = path.is_file() and path.resolve() == path and path.stat().st_size <= LARGEST
    return path.read_text(encoding="utf-8", errors="surrogateescape") if is_own else exercises.stub(name)


if __name__ == "__main__":
    sys.exit(main())
