"""One exercise, whose answers and mutants are built with g++ in place of loomcc."""
from __future__ import annotations

import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support.folder import ScratchFolder  # noqa: E402
from runs import run_doctest  # noqa: E402
from runs.unity_build import Built, AnswerBuilder  # noqa: E402

TASK = "07-small/triple"
SOLUTION = """#include <cstddef>
inline int triple(int n) {
  int result = 0;
  // your code begins
  result = 3 * n;
  // your code ends
  return result;
}
"""
TEST = """#include <doctest/doctest.h>

#include <07-small/triple.cu>

#include <string>

namespace imagined {
#include <07-small/triple.cu>
}

int calls = 0;

TEST_CASE("three times two is six") { CHECK(triple(2) == 6); }

TEST_CASE("so it is for one who is imagined") { CHECK(imagined::triple(2) == 6); }
"""
MAIN = "#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN\n#include <doctest/doctest.h>\n"
FOUR, FIVE = (SOLUTION.replace("3 * n", f"{factor} * n") for factor in (4, 5))


class OneExercise(ScratchFolder):
    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.main = pathlib.Path(folder.name) / "main.o"
        subprocess.run(["g++", "-std=c++20", "-c", "-x", "c++", "-", "-o", cls.main], input=MAIN, text=True, check=True)

    def setUp(self) -> None:
        super().setUp()
        self.compiler = str(self.write("compiler", '#!/bin/sh\nexec g++ -std=c++20 -x c++ "$@"\n', executable=True))

    def build(self, solution: str = SOLUTION, test: str = TEST, **given: str) -> Built:
        path = self.write(f"tests/exercises/{TASK}.cu", test)
        return AnswerBuilder(TASK, path, solution, self.root / "built", [self.compiler, "-x", "none", str(self.main)]).build(given)

    def joined(self, built: Built) -> set[str]:
        return {name for name, command in built.commands.items() if command[0].endswith("/joined")}

    def report(self, built: Built, name: str):
        result, report = run_doctest.examine(built.commands[name])
        self.assertIsNone(run_doctest.cut_short(result, report))
        return report
