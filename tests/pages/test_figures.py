#!/usr/bin/env python3
"""A figure that a program draws is what that program draws today.

Those that are drawn from what a program of a chapter did are compared where that program is tested (book/runs/drawing.py).
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIGURES = ROOT / "chapters" / "figures"


def drawn_from_runs():
    lists = ROOT.glob("snippets/*/meson.build")
    draws = [line for path in lists for line in re.findall(r"'draws': (.*),", path.read_text(encoding="utf-8"))]
    return {pathlib.Path(name).stem for line in draws for name in re.findall(r"'([^']+)'", line)}


class TestFigures(unittest.TestCase):
    def test_drawing_again_changes_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / "chapters" / "figures"
            shutil.copytree(FIGURES, copy, ignore=shutil.ignore_patterns("*.svg", "__pycache__"))
            (pathlib.Path(folder) / "snippets").symlink_to(ROOT / "snippets")  # some draw the data of a program
            programs = sorted(program for program in copy.glob("*-*.py") if program.stem not in drawn_from_runs())
            self.assertTrue(programs)
            for program in programs:
                with self.subTest(program.name):
                    subprocess.run([sys.executable, program], check=True)
                    name = program.with_suffix(".svg").name
                    self.assertEqual((copy / name).read_bytes(), (FIGURES / name).read_bytes())


if __name__ == "__main__":
    unittest.main()
