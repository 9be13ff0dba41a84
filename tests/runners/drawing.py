#!/usr/bin/env python3
"""Runs a program of the book on loom, draws the figures that are made from what it did, and compares them with the book's.

The program runs in a folder of its own, with a trace of its accesses in trace.json there. Then each figure's program in
chapters/figures/ is given that folder. Pictures are compared by what they show, for PNG has many ways to say the same.
--write FOLDER puts the figures there instead.
"""
from __future__ import annotations

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import outcome

FIGURES = pathlib.Path(__file__).resolve().parents[2] / "chapters" / "figures"
sys.path.insert(0, str(FIGURES))
import picture  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("figures", nargs="+", help="file names in chapters/figures/")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        drawn = draw(asked.program.resolve(), asked.figures, pathlib.Path(scratch))
        for figure in drawn:
            if asked.write:
                shutil.copy(figure, asked.write)
            elif not same(figure, FIGURES / figure.name):
                outcome.fail(f"chapters/figures/{figure.name} does not show what {asked.program.name} does today; "
                             "./weft record draws it anew")


def draw(program: pathlib.Path, names: list[str], scratch: pathlib.Path) -> list[pathlib.Path]:
    ran, figures = scratch / "ran", scratch / "figures"
    ran.mkdir()
    result = outcome.run([str(program)], folder=ran, environment={"LOOM_TRACE": str(ran / "trace.json")})
    outcome.skip_if_skipped(result)
    if result.status != 0:
        outcome.fail(f"the program {result.ending()}", result)
    # Each draws beside itself, so a copy of it draws somewhere else.
    shutil.copytree(FIGURES, figures, ignore=shutil.ignore_patterns("*.svg", "*.png", "__pycache__"))
    drawn = [figures / name for name in names]
    for figure in drawn:
        subprocess.run([sys.executable, figure.with_suffix(".py"), ran], check=True)
        if not figure.exists():
            outcome.fail(f"{figure.stem}.py draws no {figure.name}")
    return drawn


def same(one: pathlib.Path, other: pathlib.Path) -> bool:
    if not other.exists():
        return False
    if one.suffix == ".png":
        return picture.contents(one) == picture.contents(other)
    return one.read_bytes() == other.read_bytes()


if __name__ == "__main__":
    main()
