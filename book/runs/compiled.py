"""Judges what nvcc has compiled where nothing can run it: a file that it refused is not there.

    compiled FILE...
"""
from __future__ import annotations

import pathlib
import sys


def main(arguments: list[str]) -> None:
    missing = [path.name for path in map(pathlib.Path, arguments) if not path.exists()]
    if missing:
        sys.exit(f"nvcc does not compile {', '.join(missing)}; its messages are above, where the build is.")
