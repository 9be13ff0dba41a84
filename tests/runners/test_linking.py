#!/usr/bin/env python3
"""An answer and its test share the functions of the interface, and nothing else."""
import json
import os
import subprocess
import sys

from one_exercise import FOUR, SOLUTION, TASK, TEST, UNIT, OneExercise
from support import tools
from runs import answers, linking

BOTH = ["three times two is six", "so it is for one who is imagined"]
# Each of them in front of a wrong answer.
ATTACKS = {
    "a macro of the test library": "#include <doctest/doctest.h>\n#undef CHECK\n#define CHECK(...) ((void)0)\n",
    "macros with names of the test": '#define expected(n) triple(n)\n#define difference(...) std::string()\n#define twice(n) imagined::triple(2)\n',
    "a better overload": "template <typename T> T triple(T n) { return n + n + n; }\nint triple(long n) { return 3 * n; }\n",
    "an inline function of the test": '#include <string>\ninline std::string difference(int, int) { return ""; }\n[[gnu::used]] const auto one = &difference;\n',
    "a function of the test": '#include <string>\nstd::string difference(int, int) { return ""; }\n',
    "a specialisation of a template of the test": "template <typename T> T twice(T);\ntemplate <> int twice(int) { return 8; }\n",
    "a comparison of the standard library": '#include <string>\nnamespace std { inline bool operator==(const string&, const char*) { return true; } }\n',
    "an instance of the standard library": "#include <string>\nnamespace std { template <> bool operator==(const string&, const char*) { return true; } }\n",
    "a function of the C library": 'extern "C" int memcmp(const void*, const void*, unsigned long) { return 0; }\n',
    "a function of the test library": "namespace doctest { struct String; bool operator==(const String&, const String&); namespace detail { void throwException() {} } }\n",
}


class Linking(OneExercise):
    def setUp(self) -> None:
        super().setUp()
        self.add_exercise()

    def refusal(self, text: str) -> str:
        with self.assertRaises(linking.Refused) as refused:
            self.build("answer", text)
        return str(refused.exception)

    def test_a_right_answer_and_a_wrong_one(self) -> None:
        self.assertEqual((self.failed(SOLUTION), self.failed(FOUR)), ([], BOTH))

    def test_nothing_that_a_wrong_answer_defines_changes_its_test(self) -> None:
        for name, attack in ATTACKS.items():
            with self.subTest(name):
                # Of an answer that is included twice, only its own text stands twice.
                self.write(f"tests/exercises/{TASK}.unit.cu", attack + UNIT)
                self.assertEqual(self.failed(FOUR), BOTH)

    def test_helpers_may_have_any_name(self) -> None:
        helpers = ("int expected(int n) { return 3 * n; }\nint difference(int, int) { return 0; }\ntemplate <typename T> T twice(T n) { return n; }\n"
                   "struct Seal {};\n")
        self.assertEqual(self.failed(SOLUTION.replace("3 * n", "expected(twice(n))").replace("int triple(", helpers + "int triple(")), [])

    def test_a_main_function_is_not_called(self) -> None:
        self.write(f"tests/exercises/{TASK}.unit.cu", UNIT + "int main() { return 0; }\n")
        self.assertEqual(self.failed(FOUR), BOTH)

    def test_what_an_answer_throws_is_caught_by_its_type(self) -> None:
        error = "#pragma once\n#include <stdexcept>\nstruct Odd : std::runtime_error { using std::runtime_error::runtime_error; };\nint triple(int n);\n"
        self.add_exercise(test=TEST.replace("CHECK(triple(2) == 6)", "CHECK_THROWS_AS(triple(1), Odd)"), interface=error)
        self.assertEqual(self.failed(SOLUTION.replace("  result = 3", '  if (n == 1) throw Odd("one");\n  result = 3')), [])

    def test_a_missing_function_is_named_with_its_parameters(self) -> None:
        words = "Your answer does not define triple(int), which its test calls."
        for answer in (SOLUTION.replace("triple(int n)", "threefold(int n)"), SOLUTION.replace("triple(int n)", "triple(long n)"),
                       SOLUTION.replace('#include "07-small/triple.hpp"\nint', "inline int"),
                       SOLUTION.replace('#include "07-small/triple.hpp"\nint', "static int")):
            with self.subTest(answer):
                self.assertEqual(self.refusal(answer).count(words), 1)
                self.assertEqual(self.refusal(answer).count("\n"), 0)

    def test_a_function_of_the_test_cannot_be_called(self) -> None:
        answer = SOLUTION.replace("int triple(", "int expected(int);\nint triple(").replace("3 * n", "expected(n)")
        self.write(f"tests/exercises/{TASK}.unit.cu", f"#include <{TASK}.cu>\nnamespace imagined {{ int triple(int n) {{ return ::triple(n); }} }}\n")
        self.assertEqual(self.refusal(answer), "Your answer calls a function of its test, expected(int). Write your own.")

    def test_a_function_that_is_nowhere_is_named(self) -> None:
        answer = SOLUTION.replace("int triple(", "int three(int);\nint triple(").replace("3 * n", "three(n)")
        self.write(f"tests/exercises/{TASK}.unit.cu", f"#include <{TASK}.cu>\nnamespace imagined {{ int triple(int n) {{ return ::triple(n); }} }}\n")
        self.assertEqual(self.refusal(answer), "Your answer calls three(int), which is declared and not defined.")

    def test_what_does_not_compile_is_refused_in_the_compilers_words(self) -> None:
        self.assertRegex(self.refusal(SOLUTION.replace("3 * n;", "3 * m;")), rf"built/answer/{TASK}\.cu:5:16: error: .m. was not declared")


class Answers(OneExercise):
    def build_answers(self, **wrong: str) -> dict:
        self.add_exercise()
        paths = [str(self.write(f"wrong/{name}.edit", text)) for name, text in wrong.items()]
        answers.main([TASK, str(self.root / "built"), str(self.root / "built.json"), str(self.root / "solutions" / f"{TASK}.cu"), *paths,
                      "--", *self.builder])
        return json.loads((self.root / "built.json").read_bytes())

    def judged(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([sys.executable, os.path.dirname(answers.__file__), "exercise", *arguments], capture_output=True, text=True)

    def test_the_stub_and_the_wrong_answers_are_compiled_and_judged(self) -> None:
        built = self.build_answers(four="fails: three times two is six\n<<<<\n3 *\n====\n4 *\n>>>>\n")
        self.assertEqual(list(built["answers"]), ["the-stub", "four"])
        result = self.judged("fails-by-assertion", str(self.root / "built.json"))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("( 0 == 6 )", result.stdout)
        result = self.judged("fails-for-its-reason", str(self.root / "built.json"), str(self.root / "wrong/four.edit"))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("( 8 == 6 )", result.stdout)

    def test_a_wrong_answer_that_cannot_be_made_or_does_not_compile_stops_it(self) -> None:
        for text, words in (("fails: x\n<<<<\n7 *\n====\n4 *\n>>>>\n", r"wrong/four\.edit: line 2: the old text occurs 0 times"),
                            ("<<<<\n3 *\n====\n4 *\n>>>>\n", r"wrong/four\.edit: line 1: says neither"),
                            ("fails: x\n<<<<\n3 *\n====\n3 +*\n>>>>\n", r"built/four/07-small/triple\.cu:5:\d+: error: ")):
            with self.subTest(words), self.assertRaisesRegex(SystemExit, words):
                self.build_answers(four=text)
            self.assertFalse((self.root / "built.json").exists())


if __name__ == "__main__":
    tools.run_tests("g++", "nm", "ld", "objcopy", "c++filt")
