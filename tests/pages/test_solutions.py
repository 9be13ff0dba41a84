#!/usr/bin/env python3
"""The page of a solution: the solution, its explanation, and every typical wrong answer with the reason for which it fails."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import ROOT, tools  # noqa: E402
from support.folder import ScratchFolder  # noqa: E402
from runs import edits  # noqa: E402
import lua_file  # noqa: E402
import solutions  # noqa: E402

SOLUTION = "int a;\nint b;\nint c;\nint answer() {\n  return 42;\n}\n"


class TestSolutions(ScratchFolder):
    def setUp(self) -> None:
        super().setUp()
        self.write("solutions/07-test/answer.cu", SOLUTION)
        self.write("tests/wrong/07-test/answer/off-by-one.edit", "fails: it is right\n<<<<\n42\n====\n43\n>>>>\n")
        self.write("tests/wrong/07-test/answer/races.cu", "// finds: race\nint answer();\n")
        self.write("snippets/07-test/manifest.json", json.dumps({"exercises": [
            {"task": "answer", "title": "The answer", "explanation": "Because."},
            {"task": "bare", "title": "Not explained", "explanation": ""}]}))

    def make(self) -> list[dict]:
        weaver = [sys.executable, "-c", "import pathlib, shutil, sys; shutil.copy(sys.argv[3], sys.argv[2])"]
        before, sys.argv = sys.argv, ["solutions.py", "07-test", str(self.root), str(self.root), str(self.root / "out.lua"),
                                      str(self.root / "out.d"), str(self.root / "private"), "--", *weaver]
        try:
            self.assertEqual(solutions.main(), 0)
        finally:
            sys.argv = before
        return lua_file.read(self.root / "out.lua")

    def test_a_page_for_each_exercise_that_is_explained(self):
        made = self.make()
        self.assertEqual([one["task"] for one in made], ["answer"])
        page = (self.root / "07-test.answer.html").read_text(encoding="utf-8")
        self.assertIn('title: "The answer, solved"', page)
        self.assertIn('kicker: "Exercise 7.1"', page)
        self.assertFalse((self.root / "07-test.bare.html").exists())

    def test_the_page_of_an_exercise_that_is_gone_goes(self):
        for name in ("07-test.gone.html", "07-test.html", "08-other.gone.html"):
            self.write(name, "old")
        self.make()
        self.assertEqual(sorted(path.name for path in self.root.glob("*.html")), ["07-test.answer.html", "07-test.html", "08-other.gone.html"])

    def test_every_kind_of_finding_has_its_words(self):
        self.assertEqual([solutions.reason("finds", kind) for kind in ("race", "uninitialised-read", "leak")],
                         ["loom finds a race.", "loom finds a read of uninitialised memory.", "loom finds memory that is never freed."])
        reasons = [edits.reason_of(path.read_text(encoding="utf-8")) for path in (ROOT / "tests/wrong").glob("*/*/*")]
        self.assertLessEqual({what for kind, what in reasons if kind == "finds"}, solutions.FINDINGS.keys())

    def test_solution_explanation_and_wrong_answers(self):
        text = self.make()[0]["markdown"]
        self.assertIn("``````{.solution}\n" + SOLUTION, text)
        self.assertIn("Because.", text)
        self.assertIn("## Off by one\n\nThe test “it is right” fails.\n\n``````{.difference}\n", text)
        self.assertIn("-  return 42;\n+  return 43;\n", text)
        self.assertIn("## Races\n\nloom finds a race.\n\n``````{.instead}\nint answer();\n", text)

    def test_the_name_of_a_test_is_taken_as_it_is(self):
        self.assertEqual(solutions.reason("fails", "a sum<float> of x_1, −0"), "The test “a sum\\<float\\> of x\\_1\\, −0” fails.")

    def test_a_difference_leaves_out_what_is_far_from_it(self):
        lines = [f"line {number}" for number in range(20)]
        changed = ["first", *lines[1:-1], "last"]
        shown = solutions.difference("\n".join(lines), "\n".join(changed)).splitlines()
        self.assertEqual(shown[:4], ["-line 0", "+first", " line 1", " line 2"])
        self.assertEqual(shown[4], " …")
        self.assertEqual(shown[-2:], ["-line 19", "+last"])

    def test_what_the_page_was_made_from_is_written_down(self):
        self.make()
        depfile = (self.root / "out.d").read_text(encoding="utf-8")
        for path in ("solutions/07-test/answer.cu", "tests/wrong/07-test/answer", "tests/wrong/07-test/answer/races.cu"):
            self.assertIn(str(self.root / path), depfile)


if __name__ == "__main__":
    tools.run_tests("pandoc")
