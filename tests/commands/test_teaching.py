#!/usr/bin/env python3
"""What teachers type: ./weft slides, and what it says where that cannot be done."""
from __future__ import annotations

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import scratch_project, tools  # noqa: E402


class Chapters(scratch_project.ScratchProject):
    def test_a_chapter_that_does_not_exist_is_answered_with_the_nearest(self) -> None:
        self.succeeds("tangle")
        self.refuses("There is no chapter called 07-smal. The nearest is 07-small.", "slides", "07-smal")
        self.refuses("There is no chapter called fluids. chapters/contents.txt lists them.", "slides", "fluids")


if __name__ == "__main__":
    tools.run_tests("pandoc")
