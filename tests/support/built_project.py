"""A scratch project that is built, with LOOMCC, the first argument of the test, instead of all of loom."""
from __future__ import annotations

import functools
import pathlib
import shutil
import sys
import tempfile
import unittest
from typing import ClassVar

from support import scratch_project

LOOMCC = pathlib.Path(sys.argv.pop(1)).resolve()
OWN = f"exercises/{scratch_project.CHAPTER}/triple.cu"
TEXT = f"chapters/{scratch_project.CHAPTER}.md"

LOOM = f"""project('loom')
loomcc = custom_target('loomcc', output: 'loomcc', command: ['ln', '-sf', '{LOOMCC}', '@OUTPUT@'])
loom_lib = []
loom_libs = []
loom_libraries = {{'cublas': ''}}
loom_absent = {{}}
"""
# Instead of pages: what is known of the programs, which the commands read.
BOOK = """verdicts = custom_target('verdicts', output: 'verdicts', build_always_stale: true,
  command: [python, runs, 'verdicts', '@OUTPUT@', meson.project_build_root() / 'snippets'])
alias_target('pages', verdicts)
"""
TEST = f"""#include <doctest/doctest.h>

#include "{scratch_project.CHAPTER}/triple.hpp"

TEST_CASE("three times two is six") {{ CHECK(triple(2) == 6); }}

TEST_CASE("three times nothing is nothing") {{ const int nothing = 0; CHECK(triple(0) == nothing); }}
"""
WRONG = {"four": "fails: three times two is six\n<<<<\n3 * n\n====\n4 * n\n>>>>\n",
         "not-nothing": "fails: three times nothing is nothing\n<<<<\n3 * n;\n====\nn > 0 ? 3 * n : 1;\n>>>>\n",
         "forgets": "fails: three times two is six\n<<<<\n  result = 3 * n;\n====\n>>>>\n"}
# Tests that are none of the reader's.
OUTER = """
test('a tool', python, args: ['-c', 'raise SystemExit(77)'], suite: 'tools')
test('a page', python, args: ['-c', 'pass'], suite: 'browsers')
"""


@functools.cache
def one_for_all() -> pathlib.Path:
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    return pathlib.Path(folder.name).resolve()


class BuiltProject(scratch_project.ScratchProject):
    """One project for all tests of a file, as it takes a while to build; each finds its files as they were at the beginning."""
    at_first: ClassVar[dict[pathlib.Path, set[pathlib.Path]]] = {}  # the files of a project outside build/, once it is built

    @classmethod
    def setUpClass(cls) -> None:
        cls.root = one_for_all()

    def setUp(self) -> None:
        self.furnish()
        if not (self.root / "build").exists():
            self.build()
        there = self.files()
        for left in there - self.at_first.setdefault(self.root, there):
            left.unlink()
        self.succeeds("tangle")

    def build(self) -> None:
        self.succeeds_loudly("book", "-Dcuda=disabled")

    def files(self) -> set[pathlib.Path]:
        return {path for path in self.root.rglob("*") if path.is_file() and path.relative_to(self.root).parts[0] != "build"}

    def furnish(self) -> None:
        super().furnish()
        shutil.rmtree(self.root / "book/records", ignore_errors=True)
        for name in ("progress.txt", "report.json"):
            (self.root / "exercises" / name).unlink(missing_ok=True)
        self.write("subprojects/loom/meson.build", LOOM)
        self.write("book/meson.build", BOOK)
        self.write("tests/meson.build", "subdir('exercises')\n" + OUTER)
        self.write(f"tests/exercises/{scratch_project.CHAPTER}/triple.cu", TEST)
        for name, text in WRONG.items():
            self.write(f"tests/wrong/{scratch_project.CHAPTER}/triple/{name}.edit", text)

    def succeeds_loudly(self, *arguments: str) -> str:
        """Succeeds, with the progress of the build on stderr."""
        result = self.weft(*arguments)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def fails(self, *arguments: str) -> str:
        result = self.weft(*arguments)
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        return result.stdout + result.stderr

    def edit(self, path: str, old: str, new: str) -> None:
        text = self.read(path)
        self.assertEqual(text.count(old), 1)
        self.write(path, text.replace(old, new))
