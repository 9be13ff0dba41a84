#!/usr/bin/env python3
"""Autograding, as its workflows call it, in a scratch project: test_autograding.py LOOMCC. Answers of students are files in copies of the book."""
from __future__ import annotations

import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import ROOT, scratch_project, tools  # noqa: E402
from support.built_project import OWN, BuiltProject  # noqa: E402

FOLDER = "book/kit/autograding"
SPY = scratch_project.SOLUTION.replace("  result = 3 * n;\n", '  std::printf("the token is %s\\n", std::getenv("GITHUB_TOKEN"));\n  result = 4 * n;\n')


class Grading(BuiltProject):
    def furnish(self) -> None:
        super().furnish()
        scratch_project.copy(ROOT / FOLDER, self.root / FOLDER)

    def setUp(self) -> None:
        super().setUp()
        (self.root / "build/for-grading").unlink(missing_ok=True)

    def grade(self, answer: str | None, *, command: list[str] | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
        if answer is not None:
            self.write(f"ann/{OWN}", answer)
        self.write("ann/exercises/README", "")
        command = command or [sys.executable, f"{FOLDER}/grade.py", "ann", "report.json", scratch_project.CHAPTER]
        return subprocess.run(command, cwd=self.root, capture_output=True, text=True, env={**os.environ, **environment})

    def entry(self) -> dict:
        (entry,) = json.loads(self.read("report.json"))["exercises"]
        return entry

    def test_a_right_answer_is_solved_and_others_are_not(self) -> None:
        for answer, status, state in ((scratch_project.SOLUTION.replace("3 * n", "n + 2 * n"), 0, "solved"), (scratch_project.SOLUTION.replace("3", "4"), 1, "begun"),
                                      (scratch_project.STUB, 1, "not begun"), ("int triple(int n) {", 1, "begun")):
            result = self.grade(answer)
            self.assertEqual((result.returncode, self.entry()["state"]), (status, state), result.stdout + result.stderr)
            self.assertIn(f"{1 - status} of 1 solved", result.stdout)

    def test_an_answer_that_is_missing_or_a_link_is_not_begun(self) -> None:
        self.grade(scratch_project.SOLUTION)
        (self.root / f"ann/{OWN}").unlink()
        self.assertEqual((self.grade(None).returncode, self.entry()["state"]), (1, "not begun"))
        (self.root / f"ann/{OWN}").symlink_to(self.root / f"solutions/{scratch_project.CHAPTER}/triple.cu")
        self.assertEqual((self.grade(None).returncode, self.entry()["state"]), (1, "not begun"))

    def test_nothing_but_answers_is_taken_from_a_student(self) -> None:
        self.write("ann/weft", "#!/bin/sh\nexit 0\n", executable=True)
        self.write(f"ann/tests/exercises/{scratch_project.CHAPTER}/triple.cu", "int main() {}\n")
        self.assertEqual(self.grade(scratch_project.SOLUTION.replace("3", "4")).returncode, 1)

    def test_an_answer_sees_no_token(self) -> None:
        self.grade("#include <cstdio>\n#include <cstdlib>\n" + SPY.replace('std::getenv("GITHUB_TOKEN")', 'std::getenv("GITHUB_TOKEN") ? "known" : "unknown"'), GITHUB_TOKEN="secret")
        self.assertIn("the token is unknown", "\n".join(self.entry()["output"]))

    def test_answers_of_somebody_who_works_there_are_not_replaced(self) -> None:
        self.write(OWN, scratch_project.SOLUTION)
        result = self.grade(scratch_project.STUB)
        self.assertEqual((result.returncode, self.read(OWN)), (1, scratch_project.SOLUTION))
        self.assertIn("Use a fresh copy of the book.", result.stderr)

    def test_the_workflows_call_it_so_that_it_works(self) -> None:
        """The very lines of the two files, with the scratch project in place of the book that they clone."""
        for file, pattern in (("github.yml", r"run: (python3 book/.*grade\.py.*)"), ("gitlab.yml", r"- (python3 .*grade\.py.*)")):
            (line,) = re.findall(pattern, self.read(f"{FOLDER}/{file}"))
            line = line.replace("python3 book/", f"python3 {self.root}/").replace("$CI_PROJECT_DIR.book", str(self.root))
            where = self.root / ("ann" if file == "gitlab.yml" else "")
            self.grade(scratch_project.SOLUTION)
            result = subprocess.run(["sh", "-c", line.replace(" answers ", " ann ")], cwd=where, capture_output=True, text=True, env={**os.environ, "CHAPTER": "7"})
            self.assertEqual((result.returncode, (where / "report.json").exists()), (0, True), result.stdout + result.stderr)

    def test_the_workflows_are_yaml_with_what_their_services_require(self) -> None:
        try:
            import yaml
        except ImportError:
            self.skipTest("PyYAML is not installed")
        github, gitlab = (yaml.safe_load(self.read(f"{FOLDER}/{name}.yml")) for name in ("github", "gitlab"))
        (job,) = github["jobs"].values()
        self.assertEqual(github["permissions"], {"contents": "read"})
        self.assertTrue(all(("run" in step) != ("uses" in step) for step in job["steps"]))
        self.assertEqual(gitlab["check"]["artifacts"]["paths"], ["report.json"])
        self.assertEqual(github["env"], gitlab["variables"])


if __name__ == "__main__":
    tools.run_tests("pandoc")
