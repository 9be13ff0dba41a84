#!/usr/bin/env python3
"""A program may have a main of its own. Without a GPU it reports the error of CUDA, and its run counts as skipped; others fail."""
import pathlib
import sys
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import ROOT  # noqa: E402
from support.folder import ScratchFolder  # noqa: E402

sys.path.insert(0, str(ROOT / "book"))
from runs import run  # noqa: E402

NO_GPU = "no CUDA-capable device is detected"


class OwnMain(ScratchFolder):
    def run_with(self, device: str, output: str, status: int) -> run.Run:
        source = self.write("05-test/program.cu", "int main() {}\n")
        program = self.write("program", f"#!/bin/sh\necho '{output}'\nexit {status}\n", executable=True)
        return run.run_program(program, source, device)

    def test_without_a_gpu_it_is_skipped(self) -> None:
        self.assertEqual(self.run_with("cuda", NO_GPU, 1).skipped, NO_GPU)

    def test_another_error_is_not_skipped_where_there_is_a_gpu(self) -> None:
        with mock.patch("runs.toolkit.gpu_here", return_value=True):
            self.assertIsNone(self.run_with("cuda", "out of memory", 1).skipped)

    def test_a_program_that_checks_no_call_is_skipped_without_a_gpu(self) -> None:
        with mock.patch("runs.toolkit.gpu_here", return_value=False):
            self.assertEqual(self.run_with("cuda", "1000 are wrong", 1).skipped, "there is no GPU")

    def test_printing_the_words_does_not_skip_a_program_that_succeeds(self) -> None:
        self.assertIsNone(self.run_with("cuda", NO_GPU, 0).skipped)

    def test_on_loom_there_is_always_a_device(self) -> None:
        self.assertIsNone(self.run_with("loom", NO_GPU, 1).skipped)


if __name__ == "__main__":
    unittest.main()
