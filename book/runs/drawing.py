"""Runs a program of the book on loom, draws the figures that are made from what it did, and compares them with the book's.

The program runs in a folder of its own, with a trace of its accesses in trace.json there. Then each figure's program in
chapters/figures/ is given that folder. Pictures are compared by what they show, for PNG has many ways to say the same.
--write FOLDER puts the figures there instead.
"""
from __future__ import annotations

import argparse
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

from runs import outcome, project
from runs import ending

FIGURES = project.root / "chapters/figures"
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="drawing", description=__doc__)
    parser.add_argument("--write", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("figures", nargs="+", help="file names in chapters/figures/")
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        drawn = draw(args.program.resolve(), args.figures, pathlib.Path(scratch))
        for figure in drawn:
            if args.write:
                shutil.copy(figure, args.write)
            elif not same(figure, FIGURES / figure.name):
                ending.fail(f"chapters/figures/{figure.name} does not show what {args.program.name} does today; "
                             f"./weft draw {figure.stem} draws it anew")


def draw(program: pathlib.Path, names: list[str], scratch: pathlib.Path) -> list[pathlib.Path]:
    ran, figures = scratch / "ran", scratch / "figures"
    ran.mkdir()
    result = outcome.run([str(program)], folder=ran, environment={"LOOM_TRACE": str(ran / "trace.json")})
    ending.skip_if_skipped(result)
    if result.status != 0:
        ending.fail(f"the program {result.ending()}", result)
    # Each draws beside itself, so a copy of it draws somewhere else.
    shutil.copytree(FIGURES, figures, ignore=shutil.ignore_patterns("*.svg", "*.png", "__pycache__"))
    drawn = [figures / name for name in names]
    for figure in drawn:
        subprocess.run([sys.executable, figure.with_suffix(".py"), ran], check=True)
        if not figure.exists():
            ending.fail(f"{figure.stem}.py draws no {figure.name}")
    return drawn


def same(one: pathlib.Path, other: pathlib.Path) -> bool:
    if not other.exists():
        return False
    if one.suffix == ".png":
        return contents(one) == contents(other)
    return one.read_bytes() == other.read_bytes()


def contents(path: pathlib.Path) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """What a PNG shows, apart from how it was packed."""
    data, parts = path.read_bytes(), []
    position = len(PNG_SIGNATURE)
    while position < len(data):
        size, kind = struct.unpack_from(">I4s", data, position)
        parts.append((kind, data[position + 8:position + 8 + size]))
        position += size + 12
    return [part for part in parts if part[0] != b"IDAT"], zlib.decompress(b"".join(part for kind, part in parts if kind == b"IDAT"))
