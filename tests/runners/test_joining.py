#!/usr/bin/env python3
"""Many answers in one program: each is judged as it would be by itself, and what cannot be joined is built by itself."""
import json

from one_exercise import FIVE, FOUR, SOLUTION, TASK, TEST, OneExercise
from support import tools
from runs.unity_build import Built
from runs import answers


class Joining(OneExercise):
    def test_each_is_run_by_itself(self) -> None:
        built = self.build(four=FOUR, five=FIVE, right=SOLUTION)
        self.assertEqual(self.joined(built), {"four", "five", "right"})
        for name, wrong in (("four", 8), ("five", 10)):
            report = self.report(built, name)
            self.assertEqual(report.failed, ["three times two is six", "so it is for one who is imagined"])
            self.assertIn(f"  tests/exercises/{TASK}.cu:13: CHECK( triple(2) == 6 )\n    is    ( {wrong} == 6 )", report.words[0])
        self.assertEqual((self.report(built, "right").failed, len(self.report(built, "right").assertions)), ([], 2))

    def test_a_macro_ends_with_its_answer(self) -> None:
        built = self.build(four=FOUR.replace("inline", "#define result result_of_four\n#define calls 7\ninline"), five=FIVE, right=SOLUTION)
        self.assertEqual(self.joined(built), {"five", "right"})  # the test's own `calls` is not a name in the first
        built = self.build(four=FOUR.replace("inline", "#ifndef FACTOR\n#define FACTOR 4\n#endif\ninline").replace("4 * n", "FACTOR * n"),
                           five=FIVE.replace("inline", "#ifndef FACTOR\n#define FACTOR 5\n#endif\ninline").replace("5 * n", "FACTOR * n"))
        self.assertEqual(self.joined(built), {"four", "five"})
        self.assertIn("( 10 == 6 )", self.report(built, "five").words[0])

    def test_one_that_does_not_compile_is_refused_in_the_compilers_words(self) -> None:
        built = self.build(four=FOUR, typo=SOLUTION.replace("3 * n;", "3 * m;"), five=FIVE)
        self.assertEqual(self.joined(built), {"four", "five"})
        self.assertEqual(list(built.refused), ["typo"])
        self.assertRegex(built.refused["typo"], rf"built/typo/{TASK}\.cu:5:16: error: .m. was not declared")

    def test_one_that_cannot_be_joined_is_built_by_itself(self) -> None:
        built = self.build(four=FOUR, outermost="inline int one() { return 1; }\n" + FOUR.replace("4 * n", "4 * n + ::one()"), five=FIVE)
        self.assertEqual((self.joined(built), built.refused), ({"four", "five"}, {}))
        self.assertIn("( 9 == 6 )", self.report(built, "outermost").words[0])

    def test_where_the_compiler_names_none_each_is_built_by_itself(self) -> None:
        self.write("compiler", '#!/bin/sh\ncase "$*" in *joined.cu*) echo "too much of it" >&2; exit 1;; esac\nexec g++ -std=c++20 -x c++ "$@"\n', True)
        built = self.build(four=FOUR, five=FIVE)
        self.assertEqual((self.joined(built), built.refused), (set(), {}))
        self.assertIn("( 10 == 6 )", self.report(built, "five").words[0])

    def test_where_the_solution_fails_among_others_each_is_built_by_itself(self) -> None:
        test = TEST + 'TEST_CASE("alone") { CHECK(std::string(__PRETTY_FUNCTION__).find("answer_") == std::string::npos); }\n'
        built = self.build(test=test, four=FOUR, five=FIVE)
        self.assertEqual((self.joined(built), built.refused), (set(), {}))
        self.assertNotIn("alone", self.report(built, "four").failed)


class Answers(OneExercise):
    def build_answers(self, **wrong: str) -> dict[str, list[str]]:
        paths = [str(self.write(f"wrong/{name}.edit", text)) for name, text in wrong.items()]
        answers.main([TASK, str(self.root / "built"), str(self.root / "built.json"), str(self.write("solution.cu", SOLUTION)),
                      str(self.write(f"tests/exercises/{TASK}.cu", TEST)), *paths, "--", self.compiler, "-x", "none", str(self.main)])
        return json.loads((self.root / "built.json").read_bytes())

    def test_the_stub_and_the_wrong_answers_are_built(self) -> None:
        built = self.build_answers(four="fails: three times two is six\n<<<<\n3 *\n====\n4 *\n>>>>\n")
        self.assertEqual(list(built), ["the-stub", "four"])
        self.assertIn("( 0 == 6 )", self.report(Built(built, {}), "the-stub").words[0])

    def test_a_wrong_answer_that_cannot_be_made_or_does_not_compile_stops_it(self) -> None:
        for text, words in (("fails: x\n<<<<\n7 *\n====\n4 *\n>>>>\n", r"wrong/four\.edit: line 2: the old text occurs 0 times"),
                            ("<<<<\n3 *\n====\n4 *\n>>>>\n", r"wrong/four\.edit: line 1: says neither"),
                            ("fails: x\n<<<<\n3 *\n====\n3 +*\n>>>>\n", r"built/four/07-small/triple\.cu:5:\d+: error: ")):
            with self.subTest(words), self.assertRaisesRegex(SystemExit, words):
                self.build_answers(four=text)
            self.assertFalse((self.root / "built.json").exists())


if __name__ == "__main__":
    tools.run_tests("g++")
