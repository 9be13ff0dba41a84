#!/usr/bin/env python3
"""What is looked for is what is linked, both by the command and by Meson: here a g++ that lacks one library, whatever headers there are."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import ROOT, tools  # noqa: E402
from command import needs
from runs import toolkit  # noqa: E402

WITHOUT = """#!/bin/sh
for word; do [ "$word" != %s ] || { echo "cannot find it" >&2; exit 1; }; done
exec %s "$@"
"""


class Needs(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.compiler = shutil.which("g++")

    def lack(self, link: str) -> dict[str, str]:
        (self.folder / "g++").write_text(WITHOUT % (link, self.compiler))
        (self.folder / "g++").chmod(0o755)
        return {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}", "CXX": str(self.folder / "g++")}

    def missing(self, environment: dict[str, str]) -> list[str]:
        saved = dict(os.environ)
        os.environ.update(environment)
        try:
            return needs.missing(needs.TO_BUILD | needs.OPTIONAL["loom"])
        finally:
            os.environ.clear()
            os.environ.update(saved)

    def test_what_loom_was_built_with_is_found(self) -> None:
        self.assertEqual(self.missing({}), [])

    def test_a_header_without_its_library_does_not_do(self) -> None:
        for link, package in (("-lopenblas", "libopenblas-dev"), ("-lfftw3f", "libfftw3-dev"), ("-lboost_context", "libboost-context-dev")):
            self.assertEqual(self.missing(self.lack(link)), [package])

    def test_a_script_that_calls_the_compiler_finds_the_libraries_that_the_compiler_finds(self) -> None:
        script = self.folder / "elsewhere/nvcc"
        script.parent.mkdir()
        script.write_text('#!/bin/sh\nexec g++ "$@"\n', encoding="utf-8")
        script.chmod(0o755)
        self.assertTrue(toolkit.links(str(script), "-lm"))
        self.assertFalse(toolkit.links(str(script), "-lno-such-library"))

    def test_a_library_without_its_function_does_not_do(self) -> None:
        self.assertTrue(needs.links_with("", "-lm", "cos"))
        self.assertFalse(needs.links_with("", "-lm", "dgetrf_"))

    def test_what_is_missing_stops_the_configuration_with_a_sentence(self) -> None:
        for link, sentence in (("-lopenblas", "loom is without cublas, which chapters use: install libopenblas-dev"),
                               ("-lboost_context", "loom needs Boost.Context: install libboost-context-dev")):
            run = subprocess.run(["meson", "setup", "-Dcuda=disabled", "-Dbook=disabled", str(self.folder / f"build{link}"), str(ROOT)],
                                 env=self.lack(link), capture_output=True, text=True)
            self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
            self.assertIn(sentence, run.stdout)


class Described(unittest.TestCase):
    """What is described twice, because Meson and a test read no Python, is described in the same way."""

    def test_meson_looks_where_the_command_looks(self) -> None:
        lunr, font = (need.removeprefix("file ") for need in needs.FOR_PAGES)
        for path, words in (("meson.build", f"find_program('nvcc', '{toolkit.NVCC}'"),
                            ("book/meson.build", f"lunr = '{lunr}'"),
                            ("book/meson.build", f"math_font = '{font}'"),
                            ("book/meson.build", "find_program('chromium',")):
            self.assertIn(words, (ROOT / path).read_text(encoding="utf-8"))

    def test_what_a_test_can_miss_is_installed_for_it(self) -> None:
        brought = {"java", "pdftohtml", "pdftotext", "pdfinfo", "pdfimages", "fc-list", "cuobjdump"}  # with a package, or CUDA's toolkit
        brought |= {"grep", "sha256sum", "ar", "c++filt", "ld", "nm", "objcopy", "readelf"}  # with the system, or g++
        lists = [*needs.TO_TEST.values(), needs.TO_BUILD, needs.OPTIONAL["book"]]
        installed = {need.removeprefix("command ") for of_suite in lists for need in of_suite} | brought
        tests = [path for folder in ("tests", "subprojects/loom/tests") for path in (ROOT / folder).rglob("*.py") if "node_modules" not in path.parts]
        texts = [path.read_text(encoding="utf-8") for path in tests]
        calls = [names for text in texts for names in re.findall(r'\b(?:which|skip_without|run_tests)\(((?:"[^"]+"(?:, )?)+)', text)]
        looked_for = {name for names in calls for name in re.findall(r'"([^"]+)"', names)}
        self.assertLessEqual({"cmake", "tmux", "node"}, looked_for)
        self.assertEqual(looked_for - installed, set())


if __name__ == "__main__":
    tools.run_tests("meson", "ninja", "g++")
