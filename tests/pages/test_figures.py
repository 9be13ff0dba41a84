#!/usr/bin/env python3
"""A figure that a program draws is what that program draws today.

Those that are drawn from what a program of a chapter did are compared where that program is tested (book/runs/drawing.py).
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import ROOT  # noqa: E402
from runs import project  # noqa: E402

FIGURES = ROOT / "chapters" / "figures"


def drawn_from_runs() -> set[str]:
    return {pathlib.Path(figure).stem for program in project.programs().values() for figure in program.get("draws", [])}


class TestFigures(unittest.TestCase):
    def test_drawing_again_changes_nothing(self) -> None:
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
