#!/usr/bin/env python3
"""What teachers type: ./weft slides, ./weft report, and what is said where that cannot be done."""
from __future__ import annotations

import csv
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import ROOT, made_up_class, scratch_project, tools  # noqa: E402
from support.folder import ScratchFolder  # noqa: E402
from runs import project  # noqa: E402


class Chapters(scratch_project.ScratchProject):
    def test_a_chapter_that_does_not_exist_is_answered_with_the_nearest(self) -> None:
        self.succeeds("tangle")
        self.refuses("There is no chapter called 07-smal. The nearest is 07-small.", "slides", "07-smal")
        self.refuses("There is no chapter called fluids. chapters/contents.txt lists them.", "slides", "fluids")


class Reports(ScratchFolder):
    """A class of thirty, with the exercises of the book."""

    def setUp(self) -> None:
        super().setUp()
        self.made = self.root / "class"
        self.made.mkdir()
        made_up_class.make(self.made)

    def report(self, *words: str, status: int = 0) -> str:
        result = subprocess.run([str(ROOT / "weft"), "report", *words], cwd=self.root, capture_output=True, text=True)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result.stdout if status == 0 else " ".join(result.stderr.split())

    def rows(self) -> dict[str, dict[str, str]]:
        with open(self.root / "class.csv", encoding="utf-8", newline="") as file:
            return {row["student"]: row for row in csv.DictReader(file)}

    def test_every_student_has_a_line_with_every_exercise(self) -> None:
        self.assertIn("30 reports, 4 of them not readable.", " ".join(self.report("class").split()))
        rows = self.rows()
        self.assertEqual(len(rows), 30)
        dot, tasks = made_up_class.DOT, len(made_up_class.TASKS)
        self.assertEqual((rows["right1"]["solved"], rows["right1"][dot]), (str(tasks), "solved"))
        self.assertEqual((rows["wrong2"]["begun"], rows["wrong2"][dot]), (str(tasks), "begun"))
        self.assertEqual((rows["idle3"]["solved"], rows["idle3"][dot]), ("0", "not begun"))
        self.assertEqual((rows["copied1"]["solution copied"], rows["copied1"][dot], rows["copied1"][made_up_class.TASKS[0]]),
                         ("1", "solution copied", "not reported"))

    def test_the_same_text_is_named_apart_from_comments_and_white_space(self) -> None:
        output = " ".join(self.report("class").split())
        self.assertRegex(output, r"05-vectors/dot: ann, bob \(\d+ words and signs of their own\)")
        self.assertRegex(output, r"05-vectors/dot: cem, dora \(\d+ words and signs of their own\)")
        same = output.partition("The same text")[2]
        for innocent in ("right", "wrong", "idle", "copied", "early", "forger"):
            self.assertNotIn(innocent, same)

    def test_what_is_no_report_is_named_and_stops_nothing(self) -> None:
        output = self.report("class")
        for name, reason in (("cut", "cannot be read (JSONDecodeError)"), ("bytes", "cannot be read (UnicodeDecodeError)"),
                             ("list", "is not a report of ./weft check --report"), ("settings", "is not a report of ./weft check --report")):
            self.assertRegex(output, rf"(?m)^{name}\n    {reason.replace('(', '.').replace(')', '.')}$")
            self.assertEqual(self.rows()[name]["notes"], reason)

    def test_another_version_is_named_and_old_names_are_known(self) -> None:
        self.report("class")
        early, forger = self.rows()["early"], self.rows()["forger"]
        self.assertEqual((early[made_up_class.MOVED], early["notes"]), ("solved", f"made with version 0.0.1, this is {project.version()}"))
        self.assertIn("exercises that this book does not have: 1", forger["notes"])

    def test_solved_without_an_answer_is_doubtful(self) -> None:
        self.report("class")
        forger = self.rows()["forger"]
        self.assertEqual((forger[made_up_class.DOT], forger["solved"], forger["doubtful"]), ("doubtful", "0", "1"))

    def test_a_name_is_no_formula(self) -> None:
        self.write("class/=1+1.json", made_up_class.report([made_up_class.entry(made_up_class.DOT, "not begun")]))
        self.report("class")
        self.assertIn("'=1+1", self.rows())

    def test_several_folders_may_have_students_of_one_name(self) -> None:
        self.write("other/ann.json", made_up_class.report([made_up_class.entry(made_up_class.DOT, "not begun")]))
        self.report("class", "other")
        self.assertLessEqual({"ann", "other/ann"}, self.rows().keys())

    def test_nothing_else_is_overwritten_and_nothing_to_read_is_said(self) -> None:
        self.write("class.csv", "my,own,table\n")
        self.assertIn("class.csv already exists and is not such a table.", self.report("class", status=1))
        self.report("class", "--csv", "marks.csv")
        self.report("class", "--csv", "marks.csv")
        (self.root / "empty").mkdir()
        self.assertIn("There is no report in empty.", self.report("empty", "--csv", "none.csv", status=1))
        self.assertIn("There is no folder nowhere.", self.report("nowhere", "--csv", "none.csv", status=1))


if __name__ == "__main__":
    tools.run_tests("pandoc")
