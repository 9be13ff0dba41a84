#!/usr/bin/env python3
"""Builds an exercise's test against something that is not a file of the repository: its stub, or a wrong answer.

    variant.py CHAPTER/TASK FOLDER SOLUTION [--wrong FILE] -- COMPILER ARGUMENT...

Writes FOLDER/CHAPTER/TASK.cu and runs the compiler with -I FOLDER. FOLDER belongs to the build.
"""
from __future__ import annotations

import argparse
import pathlib
import subprocess
import sys

import edits

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "book"))
from weft import regions  # noqa: E402


def main() -> None:
    split = sys.argv.index("--")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("solution", type=pathlib.Path)
    parser.add_argument("--wrong", type=pathlib.Path)
    asked = parser.parse_args(sys.argv[1:split])

    try:
        text = answer(asked.solution.read_text(encoding="utf-8"), asked.wrong)
    except edits.Mistake as mistake:
        sys.exit(f"{asked.wrong}: {mistake}")
    except regions.Unmarked as mistake:
        sys.exit(f"{asked.solution}: {mistake}")
    path = asked.folder / f"{asked.name}.cu"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    sys.exit(subprocess.run(sys.argv[split + 1:] + ["-I", str(asked.folder)]).returncode)


def answer(solution: str, wrong: pathlib.Path | None) -> str:
    if not wrong:
        return regions.stub_of(solution)
    text = wrong.read_text(encoding="utf-8")
    edits.reason_of(text)
    return edits.apply(text, solution) if wrong.suffix == ".edit" else text


if __name__ == "__main__":
    main()
