#!/usr/bin/env python3
"""A figure that a program draws is what that program draws today."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIGURES = ROOT / "chapters" / "figures"


class TestFigures(unittest.TestCase):
    def test_drawing_again_changes_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / "chapters" / "figures"
            shutil.copytree(FIGURES, copy, ignore=shutil.ignore_patterns("*.svg", "__pycache__"))
            (pathlib.Path(folder) / "snippets").symlink_to(ROOT / "snippets")  # some draw the data of a program
            programs = sorted(copy.glob("[0-9]*.py"))
            self.assertTrue(programs)
            for program in programs:
                with self.subTest(program.name):
                    subprocess.run([sys.executable, program], check=True)
                    name = program.with_suffix(".svg").name
                    self.assertEqual((copy / name).read_bytes(), (FIGURES / name).read_bytes())


if __name__ == "__main__":
    unittest.main()
