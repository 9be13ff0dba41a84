#!/usr/bin/env python3
"""A program that calls a tool is skipped where the tool is missing, with a reason: test_missing_tools.py DEVICE NAME=PROGRAM..."""
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

DEVICE = sys.argv.pop(1)
PROGRAMS = dict(argument.split("=", 1) for argument in sys.argv[1:])
del sys.argv[1:]

OTHERS = ("sh", "cat", "wc", "grep")  # what the programs call, except the tool that is missing
TOOLKIT = pathlib.Path("/usr/local/cuda/bin")  # where they find the toolkit's tools whatever the PATH is
BY_GREP = ("18-searching-text/count", "18-searching-text/words")
BY_BIBLE = "18-searching-text/words"
BY_CUOBJDUMP = "25-matrix-product/compiled"
BY_NVCC = "05-vectors/fast-math"
BY_MPIRUN = ("24-many-gpus/ranks", "24-many-gpus/dying")
MEASURED_BY_GREP = "18-searching-text/beside-grep"
MEASURED_BY_NVCC = "20-building/shapes"


class MissingTools(unittest.TestCase):
    def judged_without(self, tool: str, name: str, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Runs a program where this tool is missing, and judges the run."""
        if name not in PROGRAMS:
            self.skipTest(f"{name} is not built here")
        runs, source = [sys.executable, str(ROOT / "book/runs/__main__.py")], str(ROOT / "snippets" / f"{name}.cu")
        with tempfile.TemporaryDirectory() as path:
            for other in OTHERS:
                if other != tool:
                    os.symlink(shutil.which(other), f"{path}/{other}")
            subprocess.run([*runs, "run", "--device", DEVICE, *options, PROGRAMS[name], source, f"{path}/run"], check=True,
                           env={**os.environ, "PATH": path, **environment})
            return subprocess.run([*runs, "judge", name, DEVICE, f"{path}/run"], capture_output=True, text=True)

    def reason(self, tool: str, name: str, *options: str, **environment: str) -> str:
        """The last line of the verdict, as `./weft test` reports it."""
        judged = self.judged_without(tool, name, *options, **environment)
        self.assertEqual((judged.returncode, judged.stderr), (77, ""), judged.stdout)
        return judged.stdout.splitlines()[-1]

    def test_without_grep_two_programs_are_skipped(self) -> None:
        for name in BY_GREP:
            with self.subTest(name):
                self.assertEqual(self.reason("grep", name), "skipped: grep is not installed")

    def test_without_bible_a_test_case_is_skipped_and_the_others_hold(self) -> None:
        self.assertEqual(self.reason("bible", BY_BIBLE), 'skipped: "without their possessives, words occur as often as was published" '
                                                         "needs bible, which is not installed")

    def test_without_mpirun_no_process_is_started(self) -> None:
        for name in BY_MPIRUN:
            with self.subTest(name):
                self.assertEqual(self.reason("mpirun", name, "--ranks", "2"), "skipped: mpirun is not installed")

    @unittest.skipIf(DEVICE == "loom", "only nvcc makes machine code")
    @unittest.skipIf((TOOLKIT / "cuobjdump").exists(), f"cuobjdump is in {TOOLKIT}")
    def test_without_cuobjdump_a_test_case_is_skipped(self) -> None:
        self.assertEqual(self.reason("cuobjdump", BY_CUOBJDUMP), 'skipped: "what the machine code of the largest tile is made of" '
                                                                 "needs cuobjdump, which is not installed")

    @unittest.skipIf(DEVICE == "loom", "only nvcc has this option")
    @unittest.skipIf((TOOLKIT / "nvcc").exists(), f"nvcc is in {TOOLKIT}")
    def test_without_nvcc_a_test_case_is_skipped(self) -> None:
        self.assertEqual(self.reason("nvcc", BY_NVCC), 'skipped: "with -use_fast_math, all four are wrong" needs nvcc, which is not installed')

    def test_a_comparison_with_grep_is_not_measured_without_grep(self) -> None:
        measured = {"WEFT_MEASURE": os.devnull}
        self.assertEqual(self.reason("grep", MEASURED_BY_GREP, **measured), 'skipped: "on the host, on the device, and with the copy" '
                                                                            "needs grep, which is not installed")
        self.assertEqual(self.judged_without("grep", MEASURED_BY_GREP).returncode, 0, "where nothing is measured, nothing needs grep")

    @unittest.skipIf((TOOLKIT / "nvcc").exists(), f"nvcc is in {TOOLKIT}")
    def test_ways_to_build_are_not_measured_without_nvcc(self) -> None:
        measured = {"WEFT_MEASURE": os.devnull}
        self.assertEqual(self.reason("nvcc", MEASURED_BY_NVCC, **measured), 'skipped: "one file, two files, two files optimised together" '
                                                                            "needs nvcc, which is not installed")

    def test_every_program_that_calls_a_tool_is_one_of_these(self) -> None:
        snippets = ROOT / "snippets"
        calling = {path.relative_to(snippets).with_suffix("").as_posix() for path in snippets.glob("*/*.cu")
                   if re.search(r"\b(?:popen|system)\(|\bMPI_|common/ranks\.cuh", path.read_text(encoding="utf-8"))}
        self.assertEqual(calling, {*BY_GREP, BY_BIBLE, BY_CUOBJDUMP, BY_NVCC, *BY_MPIRUN, MEASURED_BY_GREP, MEASURED_BY_NVCC})


if __name__ == "__main__":
    tools.run_tests("grep")
