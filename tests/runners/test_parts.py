#!/usr/bin/env python3
"""Stubs, wrong answers and the check of their completeness, on a small exercise of their own."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import ROOT  # noqa: E402
from support.folder import ScratchFolder  # noqa: E402
from runs import edits, project, regions  # noqa: E402

SOLUTION = "int a;\n// your code begins\nint b;\n// your code ends\nint c;\n  // your code begins\n  int d;\n  // your code ends\n"
STUB = "int a;\n// your code begins\n// your code ends\nint c;\n  // your code begins\n  // your code ends\n"


class Stubs(unittest.TestCase):
    def test_the_regions_are_emptied_and_the_marks_stay(self) -> None:
        self.assertEqual(regions.stub_of(SOLUTION), STUB)
        self.assertEqual(regions.stub_of(STUB), STUB)

    def test_marks_that_do_not_pair_up_are_refused(self) -> None:
        for text, words in (("int a;\n", "no region is marked"), ("// your code begins\n", "line 1: the region that begins here never ends"),
                            ("\n// your code ends\n", "line 2: '// your code ends' ends no region"),
                            ("// your code begins\n// your code begins\n", "line 2: '// your code begins' within the region")):
            with self.subTest(text=text), self.assertRaisesRegex(regions.Unmarked, words):
                regions.stub_of(text)


class Listing(ScratchFolder):
    def test_what_a_program_needs_is_what_it_skips_itself_below(self) -> None:
        for text, needed in (("const weft::NeedsCapability hopper(9);\n", "9"), ("static const weft::NeedsCapability at_least(8);\n", "8"),
                             ("struct NeedsCapability {\n  explicit NeedsCapability(int needed) {\n", ""), ("int a;\n", "")):
            with self.subTest(text=text):
                program = self.root / "a.cu"
                program.write_text(text, encoding="utf-8")
                self.assertEqual(project.capability_needed(program), needed)
        self.assertEqual(project.capability_needed(self.root / "not-there.cu"), "")

    def test_whatever_uses_an_instruction_of_hopper_says_that_it_needs_one(self) -> None:
        """Or nvcc would stop the build for an older GPU. Chapter 27 says so by WEFT_HOPPER, without which its kernels are empty."""
        words = ("Mbarrier", "map_shared_rank", "__cluster_dims__", "cp.async.bulk", "setmaxnreg", "mbarrier.")
        programs = [*(ROOT / "snippets").glob("2*/*.cu"), *(ROOT / "tests/exercises").glob("2*/*.cu")]
        self.assertGreater(len(programs), 40)
        for program in programs:
            text = program.read_text(encoding="utf-8")
            if any(word in text for word in words) and "WEFT_HOPPER" not in text:
                with self.subTest(program=program.name):
                    self.assertEqual(project.capability_needed(program), "9")


class Edits(unittest.TestCase):
    def test_lines_and_parts_of_lines_are_replaced(self) -> None:
        edit = "fails: x\n<<<<\nint b;\n====\nint e;\nint f;\n>>>>\n\n<<<<\nd;\n====\ng;\n>>>>\n"
        self.assertEqual(edits.apply(edit, SOLUTION), SOLUTION.replace("int b;", "int e;\nint f;").replace("int d;", "int g;"))

    def test_what_cannot_be_applied_is_refused_with_its_line(self) -> None:
        for body, words in (("<<<<\nint z;\n====\n>>>>\n", "line 2: the old text occurs 0 times in the solution, not once"),
                            ("<<<<\nint\n====\n>>>>\n", "line 2: the old text occurs 4 times in the solution, not once"),
                            ("<<<<\n\n====\nint z;\n>>>>\n", "line 2: the old text occurs 0 times"),
                            ("<<<<\nint a;\n====\nint a;\n>>>>\n", "changes nothing"),
                            ("<<<<\nint a;\n====\nint z;\n", "line 2: this block never ends"),
                            ("int z;\n", "line 2: stands outside the blocks"),
                            ("", "has no block")):
            with self.subTest(body=body), self.assertRaisesRegex(edits.Mistake, words):
                edits.apply("fails: x\n" + body, SOLUTION)

    def test_the_first_line_says_why_it_must_fail(self) -> None:
        self.assertEqual(edits.reason_of("fails: one, two\n"), ("fails", "one, two"))
        self.assertEqual(edits.reason_of("// finds: race\nint a;\n"), ("finds", "race"))
        for text in ("", "int a;\n", "fails:\n", "\nfails: x\n"):
            with self.subTest(text=text), self.assertRaises(edits.Mistake):
                edits.reason_of(text)


@unittest.skipUnless(shutil.which("git"), "needs Git")
class Completeness(ScratchFolder):
    INCLUDE = '#include "07-small/one.hpp"\n'

    def setUp(self) -> None:
        super().setUp()
        shutil.copytree(ROOT / "book/runs", self.root / "book/runs", ignore=shutil.ignore_patterns("__pycache__"))
        self.write("snippets/07-small/manifest.json", json.dumps({"title": "Small", "programs": [], "outputs": [], "exercises": [{"task": "one"}]}))
        self.write("solutions/07-small/one.cu", self.INCLUDE + SOLUTION)
        self.write("exercises/07-small/one.cu", self.INCLUDE + STUB)
        self.write("tests/exercises/07-small/one.cu", self.INCLUDE)
        for name in "abc":
            self.write(f"tests/wrong/07-small/one/{name}.edit", "")
        self.git("init", "-q")
        self.commit()

    def git(self, *words: str) -> None:
        identity = ["-c", "user.name=A Reader", "-c", "user.email=reader@example.org"]
        subprocess.run(["git", *identity, *words], cwd=self.root, check=True, capture_output=True)

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "-qm", "as it is")

    def complaints(self, *words: str, ci: str = "") -> list[str]:
        words = words or ("one", "a.edit", "b.edit", "c.edit", ",")
        result = subprocess.run([sys.executable, str(self.root / "book/runs/__main__.py"), "completeness", "07-small", *words],
                                capture_output=True, text=True, env={**os.environ, "CI": ci})
        self.assertEqual(result.returncode, 1 if result.stderr else 0)
        return result.stderr.splitlines()

    def test_a_complete_exercise_has_no_complaints(self) -> None:
        self.assertEqual(self.complaints(), [])
        self.assertEqual(self.complaints(ci="true"), [])

    def test_a_solution_that_moved_on_leaves_a_stale_stub(self) -> None:
        self.write("solutions/07-small/one.cu", self.INCLUDE + SOLUTION.replace("int a;", "long a;"))
        self.assertEqual(self.complaints(), ["exercises/07-small/one.cu is not its solution without the marked regions: ./weft reset 07-small/one"])

    def test_what_the_reader_wrote_is_the_readers_committed_or_not(self) -> None:
        for text in (SOLUTION, self.INCLUDE + STUB + "// a note\n", "no marks any more\n"):
            with self.subTest(text=text):
                self.write("exercises/07-small/one.cu", text)
                self.assertEqual(self.complaints(), [])
                self.assertEqual(len(self.complaints(ci="true")), 1)
        self.write("exercises/07-small/one.cu", SOLUTION)
        self.commit()
        self.assertEqual(self.complaints(), [])

    def test_without_git_a_changed_stub_is_the_readers(self) -> None:
        shutil.rmtree(self.root / ".git")
        self.write("exercises/07-small/one.cu", self.INCLUDE + STUB + "// a note\n")
        self.assertEqual(self.complaints(), [])

    def test_the_solution_and_the_test_include_the_interface(self) -> None:
        for folder, text in (("solutions", SOLUTION), ("tests/exercises", "")):
            with self.subTest(folder):
                self.write(f"{folder}/07-small/one.cu", text)
                self.assertIn(f'{folder}/07-small/one.cu does not include the interface of the exercise: #include "07-small/one.hpp"', self.complaints())

    def test_more_files_in_the_readers_folder_are_the_readers(self) -> None:
        self.write("exercises/07-small/mine.cu", "int mine;\n")
        self.assertEqual(self.complaints(), [])
        self.assertEqual(self.complaints(ci="true"), ["exercises/07-small/mine.cu belongs to no exercise of chapters/07-small.md"])

    def test_an_unmarked_solution_is_told(self) -> None:
        self.write("solutions/07-small/one.cu", "int a;\n")
        self.assertEqual(self.complaints(), ["solutions/07-small/one.cu: no region is marked '// your code begins'"])

    def test_missing_and_superfluous_parts_are_reported(self) -> None:
        self.assertEqual(self.complaints("one", "a.edit", "b.edit", ","),
                         ["tests/wrong/07-small/one/c.edit is not in the build yet: ./weft test configures again",
                          "07-small/one has 2 wrong answers; give it 3 or more"])
        self.write("solutions/07-small/two.cu", SOLUTION)
        self.assertEqual(self.complaints(), ["solutions/07-small/two.cu belongs to no exercise of chapters/07-small.md"])
        self.write("tests/exercises/07-small/two.cu", "")
        output = self.complaints("two", "a.edit", "b.edit", "c.edit", ",")
        self.assertIn("chapters/07-small.md describes one, and the build does not have it yet: ./weft test configures again", output)
        self.assertIn("the build still has two, and chapters/07-small.md does not describe it: ./weft test configures again", output)
        self.assertIn("exercises/07-small/two.cu is missing: ./weft reset 07-small/two", output)


if __name__ == "__main__":
    unittest.main()
