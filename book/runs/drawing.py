"""Draws the figures that show what a program of the book did on loom, and compares them with the book's.

    drawing RUN FIGURE... [--write FOLDER]

RUN is what `run --trace` has written; the folder RUN.files contains the files that the program wrote and the trace of its accesses,
trace.json. Each figure's program in chapters/figures/ is given that folder. Pictures are compared by what they show, because PNG has many ways
to say the same. --write FOLDER puts the figures there instead.
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

from runs import ending, project, run

FIGURES = project.root / "chapters/figures"
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="drawing", description=__doc__)
    parser.add_argument("--write", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("run", type=pathlib.Path)
    parser.add_argument("figures", nargs="+", help="file names in chapters/figures/")
    args = parser.parse_args(arguments)
    ran = run.read(args.run)
    if ran is None or not run.is_current(ran):
        ending.fail(f"{args.run.stem} has not been built and run, so nothing can be drawn from it; the compiler output above says why")
    if ran.status != 0:
        ending.fail(f"{ran.program} {ran.ending}, so nothing can be drawn from it")
    with tempfile.TemporaryDirectory() as scratch:
        drawn = draw(pathlib.Path(f"{args.run.resolve()}.files"), args.figures, pathlib.Path(scratch))
        for figure in drawn:
            if args.write:
                shutil.copy(figure, args.write)
            elif not same(figure, FIGURES / figure.name):
                ending.fail(f"chapters/figures/{figure.name} does not show what {ran.program} does today; "
                            f"./weft draw {figure.stem} draws it again")


def draw(ran: pathlib.Path, names: list[str], scratch: pathlib.Path) -> list[pathlib.Path]:
    figures = scratch / "figures"
    # Each writes to its own folder, so a copy of it writes somewhere else.
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
