"""One exercise, whose answers and mutants are built with g++ in place of loomcc."""
from __future__ import annotations

import pathlib
import subprocess
import sys
import tempfile
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support.folder import ScratchFolder  # noqa: E402
from runs import project, run_doctest  # noqa: E402
from runs.answer_builder import AnswerBuilder  # noqa: E402

TASK = "07-small/triple"
INTERFACE = "#pragma once\nint triple(int n);\n"
SOLUTION = """#include "07-small/triple.hpp"
int triple(int n) {
  int result = 0;
  // your code begins
  result = 3 * n;
  // your code ends
  return result;
}
"""
UNIT = """#include <07-small/triple.cu>
namespace imagined {
#include <07-small/triple.cu>
}
"""
TEST = """#include <doctest/doctest.h>

#include <string>

#include "07-small/triple.hpp"

namespace imagined {
int triple(int n);
}

int expected(int n) { return n + n + n; }

inline std::string difference(int is, int should) { return is == should ? "" : std::to_string(is) + " instead of " + std::to_string(should); }

template <typename T>
T twice(T n) {
  return 2 * n;
}

TEST_CASE("three times two is six") { CHECK(triple(2) == 6); }

TEST_CASE("so it is for one who is imagined") { CHECK(difference(imagined::triple(2), twice(3)) == ""); }
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
        root = unittest.mock.patch.object(project, "root", self.root)
        root.start()
        self.addCleanup(root.stop)
        self.compiler = str(self.write("compiler", '#!/bin/sh\nexec g++ -std=c++20 -O1 -fno-gnu-unique -x c++ "$@"\n', executable=True))

    @property
    def builder(self) -> list[str]:
        """The command line of an AnswerBuilder."""
        return [str(self.root / "{}"), self.compiler, "--", "g++", "--", str(self.main)]

    def add_exercise(self, task: str = TASK, solution: str = SOLUTION, test: str = TEST, interface: str = INTERFACE) -> None:
        """With its interface, and what the build would have made of it."""
        texts = {f"solutions/{task}.cu": solution, f"tests/exercises/{task}.cu": test, f"tests/exercises/{task}.hpp": interface,
                 f"tests/exercises/{task}.unit.cu": UNIT}
        for path, text in texts.items():
            self.write(path, text.replace(TASK, task))
        for what, source, folder in (("test", f"{task}.cu", "tests/exercises"), ("solution", f"{task}.unit.cu", "solutions")):
            built = self.root / f"{task.replace('/', '.')}.{what}.o"
            subprocess.run([self.compiler, "-I", self.root / folder, "-I", self.root / "tests/exercises", "-c", "-o", built,
                            self.root / "tests/exercises" / source], check=True)

    def build(self, name: str, text: str) -> pathlib.Path:
        return AnswerBuilder.of(TASK, self.root / "built", self.builder).build(name, text)

    def failed(self, text: str) -> list[str]:
        """The test cases that fail with an answer."""
        result, report = run_doctest.examine([str(self.build("answer", text))])
        self.assertIsNone(run_doctest.cut_short(result, report))
        self.assertEqual(len(report.assertions), 2)
        return report.failed
