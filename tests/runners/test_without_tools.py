#!/usr/bin/env python3
"""A test that calls a tool is skipped where no tool is installed, and names the tool."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import ROOT  # noqa: E402

TESTS = ROOT / "tests"
# The tool that each test must name, for some arguments with which it would run.
NAMED = {"tangle/test_fences.py": "pandoc", "tangle/test_mistakes.py": "pandoc", "tangle/test_writing.py": "pandoc",
         "pages/test_page_data.py": "pandoc", "pages/test_solutions.py": "pandoc", "pages/test_weave.py": "pandoc",
         "pages/test_proofs.py": "pandoc", "pages/test_stamp.py": "pandoc", "pages/test_numbers.py": "pandoc",
         "pages/test_paper.py pdf book.pdf whole.htm .": "pdftotext", "pages/test_paper.py epub book.epub .": "java",
         "pages/with_node.py valid.mjs .": "Node", "pages/with_node.py browser.mjs . --browser": "Node",
         "commands/test_needs.py": "meson", "commands/test_editor.py": "clangd", "commands/test_words.py": "pandoc",
         "commands/test_building.py loomcc": "ninja", "commands/test_verdicts.py loomcc": "ninja", "commands/test_gpu.py loomcc": "ninja",
         "commands/test_terminal.py loomcc": "tmux", "building/test_with_loom.py": "readelf", "building/test_python.py": "readelf",
         "commands/test_autograding.py loomcc": "pandoc", "commands/test_obstacles.py loomcc": "meson",
         "commands/test_teaching.py": "pandoc", "commands/test_release.py": "pandoc",
         "runners/test_linking.py": "g++", "runners/test_mutants.py": "g++", "runners/test_missing_tools.py loom": "grep"}
WITH_NVCC = TESTS.glob("building/test_*_with_nvcc.py")  # where there is no nvcc, these are not among the tests


class WithoutTools(unittest.TestCase):
    def test_the_tool_is_named(self) -> None:
        with tempfile.TemporaryDirectory() as empty:
            for words, tool in NAMED.items():
                script, *arguments = words.split()
                with self.subTest(script):
                    run = subprocess.run([sys.executable, str(TESTS / script), *arguments], capture_output=True, text=True,
                                         env={**os.environ, "PATH": empty, "PROJECT": str(ROOT / "snippets/20-building/project")})
                    self.assertEqual((run.returncode, run.stderr), (77, ""))
                    self.assertRegex(run.stdout, rf"\Askipped: .*\b{tool}(?!\w).*\n\Z")

    def test_every_test_that_calls_a_tool_is_one_of_these(self) -> None:
        calls = re.compile(r"\b(?:run_tests|skip_without|project\.main)\(")
        calling = {path for path in TESTS.glob("*/*.py") if calls.search(path.read_text(encoding="utf-8"))}
        tried = {TESTS / words.split()[0] for words in NAMED}
        self.assertEqual(calling - tried - set(WITH_NVCC), {TESTS / "support/tools.py", TESTS / "building/project.py"})


if __name__ == "__main__":
    unittest.main()
