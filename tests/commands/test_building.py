#!/usr/bin/env python3
"""What ./weft does with a build, in a project of one small chapter: test_building.py LOOMCC, which stands for all of loom."""
import json
import os
import pathlib
import re
import sys
import tempfile
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import ROOT, scratch_project, tools  # noqa: E402
from support.built_project import OWN, TEST, TEXT, WRONG, BuiltProject  # noqa: E402
from command import building  # noqa: E402
from runs import source_hash  # noqa: E402

KERNEL = """#include <cstdio>
__global__ void stray(int* values) {
  std::printf("I am here\\n");
  *values = 1;
}"""
FAULT = "  stray<<<1, 1>>>(nullptr);\n  (void)cudaDeviceSynchronize();"
# What doctest prints by itself as {?}, and what is printed instead.
VALUES = """#include <doctest/doctest.h>
#include <array>
#include <complex>
#include <map>
#include <optional>
#include <string>
#include <vector>
struct Tally { int units = 0; double unit = 0; int calls = 0, wrong = 0; bool operator==(const Tally&) const = default; };
template <class T> struct Affine { T a, b; bool operator==(const Affine&) const = default; };
struct Array { int size, values[3]; bool operator==(const Array&) const = default; };
std::vector<int> numbers() {
  std::vector<int> all;
  for (int i = 0; i < 100; ++i) all.push_back(i);
  return all;
}
TEST_CASE("values") {
  CHECK(Array{1, {2}} == Array{});
  CHECK(Tally{1, 2.5, 3, 4} == Tally{});
  CHECK(Affine<int>{1, 2} == Affine<int>{});
  CHECK(std::vector<float>(1000, 2.5f) == std::vector<float>{1, 1, 2});
  CHECK(numbers() == std::vector<int>{});
  CHECK(std::vector<bool>{true, false} == std::vector<bool>{});
  CHECK(std::vector<std::vector<int>>{{1, 2}, {3}} == std::vector<std::vector<int>>{});
  CHECK(std::array<int, 3>{1, 2, 3} == std::array<int, 3>{});
  CHECK(std::map<std::string, int>{{"a", 1}} == std::map<std::string, int>{});
  CHECK(std::pair{1, std::string("a")} == std::pair{2, std::string("b")});
  CHECK(std::tuple{1, 2.5, std::vector<int>{3}} == std::tuple{1, 2.5, std::vector<int>{4}});
  CHECK(std::optional<int>{} == std::optional<int>{4});
  CHECK(std::complex<float>(1, 2) == std::complex<float>());
  CHECK(cudaErrorLaunchTimeout == cudaSuccess);
}
"""
EXPECTED_VALUES = [
    ("{1, 2.5, 3, 4}", "{0, 0, 0, 0}"), ("{1, 2}", "{0, 0}"), ("{2.5 (1000 times)}", "{1, 1, 2}"), ("{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, and 88 more}", "{}"),
    ("{true, false}", "{}"), ("{{1, 2}, {3}}", "{}"), ("{1, 2, 3}", "{0, 0, 0}"), ("{{a, 1}}", "{}"), ("{1, a}", "{2, b}"),
    ("{1, 2.5, {3}}", "{1, 2.5, {4}}"), ("no value", "4"), ("(1,2)", "(0,0)"), ("cudaErrorLaunchTimeout", "cudaSuccess"),
]
LOCK, FETCHED = "tests/pages/package-lock.json", "tests/pages/node_modules/.fetched-for"
TESTS = 7  # of that chapter: a program; an exercise's parts, solution, stub and three wrong answers


class Book(BuiltProject):
    def test_it_is_made_once_every_program_holds_and_then_left_alone(self) -> None:
        self.assertRegex(self.succeeds_loudly("book"), r"The book is ready. Open file://\S+/build/book/index.html\n$")
        self.succeeds("book")  # which says nothing on stderr: there was nothing to do

    def test_a_program_that_fails_is_told_with_its_place(self) -> None:
        self.edit(TEXT, "CHECK(2 * 2 == 4)", "CHECK(2 * 2 == 5)")
        output = scratch_project.words_of(self.fails("book"))
        self.assertIn(f'in "two and two are four" {TEXT}:13: CHECK( 2 * 2 == 5 ) is ( 4 == 5 ) '
                      f'{TEXT}:13: 07-small/twice: an assertion failed in "two and two are four"', output)
        self.assertIn("One program of the book does not do what its chapter says, and its page says so at the top.", output)

    def test_a_chapter_with_a_mistake_stops_it(self) -> None:
        self.edit(TEXT, "{.output of=twice}", "{.output of=missing}")
        output = self.fails("book")
        self.assertRegex(output, rf"(?m)^{TEXT}:\d+: ")
        self.assertIn("A chapter has a mistake, named above; nothing was built.", output)


class Test(BuiltProject):
    def test_it_ends_with_the_closing_line(self) -> None:
        self.assertEqual(self.succeeds_loudly("test").splitlines()[-1], f"{TESTS} passed, 0 failed, 0 skipped")

    def test_names_choose(self) -> None:
        output = self.succeeds_loudly("test", "wrong/*", "07-small/twice")
        self.assertEqual(output.splitlines()[-1], "4 passed, 0 failed, 0 skipped")
        self.assertIn("There is no test called 07-small/twin. The nearest is 07-small/twice.", self.fails("test", "07-small/twin"))

    def test_all_adds_the_outer_rings_and_skips_only_what_needs_a_gpu(self) -> None:
        self.write(LOCK, "{}")
        self.write(FETCHED, "{}")
        output = self.fails("test", "--all")
        self.assertIn(f"{TESTS + 2} passed, 0 failed, 1 skipped\n", output)  # a page, and a sample of mutants
        self.assertIn("Only tests that need a GPU may be skipped; these were skipped, too: a tool\n", output)

    def test_npm_is_called_only_for_a_test_that_needs_it(self) -> None:
        self.write(LOCK, "{}")
        (self.root / FETCHED).unlink(missing_ok=True)
        for name in ("chromium", "node", "npm"):
            self.write(f"bin/{name}", f"#!/bin/sh\necho {name} >> {self.root}/calls\nexit 1\n").chmod(0o755)
        with_stand_ins = {"PATH": f"{self.root}/bin:{os.environ['PATH']}"}
        for name in ("a tool", "07-small/twice"):
            self.assertEqual(self.weft("test", name, **with_stand_ins).returncode, 0)
        self.assertFalse((self.root / "calls").exists())
        result = self.weft("test", "a page", **with_stand_ins)
        self.assertIn("npm could not install what tests in a browser need; see its output above. To test without a browser: ./weft test", scratch_project.words_of(result.stderr))
        self.assertEqual((result.returncode, self.read("calls")), (1, "npm\n"))

    def test_a_wrong_answer_that_comes_or_goes_needs_no_list(self) -> None:
        more = self.write(f"tests/wrong/{scratch_project.CHAPTER}/triple/five.edit", WRONG["four"].replace("4 * n", "5 * n"))
        self.addCleanup(more.unlink, missing_ok=True)
        self.assertIn("1 passed, 0 failed, 0 skipped", self.succeeds_loudly("test", "wrong/07-small/triple/five"))
        more.unlink()
        self.assertEqual(self.succeeds_loudly("test").splitlines()[-1], f"{TESTS} passed, 0 failed, 0 skipped")

    def test_a_failure_shows_its_own_words_and_is_counted(self) -> None:
        self.edit(TEXT, "CHECK(2 * 2 == 4)", "CHECK(2 * 2 == 5)")
        output = self.fails("test")
        self.assertIn("CHECK( 2 * 2 == 5 )\n    is    ( 4 == 5 )", output)
        self.assertIn(f'{TEXT}:13: 07-small/twice: an assertion failed in "two and two are four"\n', output)
        self.assertIn(f"\n{TESTS - 1} passed, 1 failed, 0 skipped\n", output)

    def test_what_the_reader_writes_breaks_nothing(self) -> None:
        for text in (scratch_project.SOLUTION, "this is not C++", scratch_project.STUB.replace("// your code begins", "// mine")):
            with self.subTest(text=text):
                self.write(OWN, text)
                self.assertEqual(self.succeeds_loudly("test").splitlines()[-1], f"{TESTS} passed, 0 failed, 0 skipped")
                self.assertEqual(self.read(OWN), text)
        (self.root / OWN).write_bytes("// Größe\n".encode("latin-1") + scratch_project.STUB.encode())
        self.assertEqual(self.succeeds_loudly("test").splitlines()[-1], f"{TESTS} passed, 0 failed, 0 skipped")

    def test_a_wrong_answer_that_no_longer_applies_is_an_error(self) -> None:
        self.succeeds_loudly("test")  # there are answers, then, from before
        self.edit(f"solutions/{scratch_project.CHAPTER}/triple.cu", "3 * n", "n * 3")
        output = self.fails("test")
        self.assertRegex(output, r"/(forgets|four)\.edit: line 2: the old text occurs 0 times in the solution, not once")
        self.assertIn("07-small.triple.answers has not been built; the compiler output above says why", output)
        self.assertIn(f"\n{TESTS - 4} passed, 4 failed, 0 skipped\n", output)  # the stub and the wrong answers

    def test_a_solution_that_does_not_compile_fails_its_own_tests(self) -> None:
        self.edit(f"solutions/{scratch_project.CHAPTER}/triple.cu", "int triple", "#error No solution.\nint triple")
        output = self.fails("test")
        self.assertIn("07-small.triple.solution has not been built; the compiler output above says why", output)
        self.assertRegex(output, r"snippets / 07-small/twice +OK")

    def test_a_program_that_does_not_compile_fails_its_own_test(self) -> None:
        self.edit(TEXT, "CHECK(2 * 2 == 4)", "CHECK(2 * 2 = 4)")
        output = self.fails("test")
        self.assertIn(f"{TEXT}:6: 07-small/twice: the program has not been built and run on loom; the compiler output above says why\n", output)
        self.assertIn("Something did not build, so the tests that need it failed", scratch_project.words_of(output))
        self.assertIn(f"\n{TESTS - 1} passed, 1 failed, 0 skipped\n", output)


class OneFalseClaim(BuiltProject):
    """A book of two chapters with its real pages: what is false fails its own test and marks its own page, and nothing else."""
    OTHER = "08-other"
    ALL = TESTS + 2  # a program, and that the chapter has no exercise
    MARK = "This page is not true here"

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.root = pathlib.Path(folder.name).resolve()

    def furnish(self) -> None:
        super().furnish()
        for name in ("book/site", "book/kit", "book/meson.build", "CHANGELOG.md"):
            scratch_project.copy(ROOT / name, self.root / name)
        for folder in ("chapters/figures", "book/records"):
            (self.root / folder).mkdir(exist_ok=True)
        self.write("chapters/contents.txt", f"Part I\n  {scratch_project.CHAPTER}\n  {self.OTHER}\n")
        self.write("book/site/pages/course-plan.md", "---\ntitle: Course plans\nsummary: All.\n---\n\n::: {.course-plan}\n:::\n")
        self.write(f"chapters/{self.OTHER}.md", scratch_project.TEXT[:scratch_project.TEXT.index("1. In a list")].replace("twice", "again"))

    def page(self, chapter: str) -> str:
        return self.read(f"build/book/{chapter}.html")

    def only_this_is_false(self, sentence: str, summary: str) -> None:
        output = self.fails("test")
        self.assertIn(f"{sentence}\n", output)
        self.assertIn(f"\n{self.ALL - 1} passed, 1 failed, 0 skipped\n", output)
        output = scratch_project.words_of(self.fails("book"))
        self.assertIn(sentence, output)
        self.assertIn(summary, output)
        self.assertNotIn(self.MARK, self.page(self.OTHER))
        self.assertIn("1 program was checked on this machine", self.page(self.OTHER))

    def test_a_false_assertion(self) -> None:
        self.edit(TEXT, "CHECK(2 * 2 == 4)", "CHECK(2 * 2 == 5)")
        self.only_this_is_false(f'{TEXT}:13: 07-small/twice: an assertion failed in "two and two are four"',
                                "One program of the book does not do what its chapter says, and its page says so at the top.")
        self.assertIn(self.MARK, self.page(scratch_project.CHAPTER))
        self.assertIn(f"<code>{TEXT}:13</code>", self.page(scratch_project.CHAPTER))
        self.edit(TEXT, "CHECK(2 * 2 == 5)", "CHECK(2 * 2 == 4)")
        self.succeeds_loudly("book")
        self.assertNotIn(self.MARK, self.page(scratch_project.CHAPTER))

    def test_a_program_that_does_not_compile(self) -> None:
        self.edit(TEXT, "CHECK(2 * 2 == 4)", "CHECK(2 * 2 = 4)")
        self.edit(f"chapters/{self.OTHER}.md", "CHECK(2 * 2 == 4)", "CHECK(4 == 2 * 2)")  # so that there is more to build
        self.only_this_is_false(f"{TEXT}:6: 07-small/twice: the program has not been built and run on loom; the compiler output above says why",
                                "One program did not build, so its chapter is not proved here.")
        self.assertFalse((self.root / f"build/book/{scratch_project.CHAPTER}.html").exists(), "nothing is known of what its page says")

    def test_a_page_that_cannot_be_woven(self) -> None:
        other = f"chapters/{self.OTHER}.md"
        self.write(other, self.read(other) + "\nOne more sentence.\n")
        self.write(TEXT, self.read(TEXT) + "\n[](#nowhere)\n")
        output = scratch_project.words_of(self.fails("book"))
        self.assertIn("the empty link to #nowhere leads to nothing", output)
        self.assertIn("The book was not finished; the messages above say why.", output)
        self.assertFalse((self.root / f"build/book/{scratch_project.CHAPTER}.html").exists())
        self.assertIn("One more sentence.", self.page(self.OTHER))
        self.assertIn("1 program was checked on this machine", self.page(self.OTHER))


class Mutants(BuiltProject):
    def test_what_becomes_of_each_is_counted(self) -> None:
        explained = self.root / f"tests/mutants/{scratch_project.CHAPTER}/triple.txt"
        self.addCleanup(explained.unlink, missing_ok=True)
        self.assertEqual(self.succeeds_loudly("mutants").splitlines()[-2:],
                         ["07-small/triple: 4 of 4 killed, 0 explained", "4 of 4 killed, 0 explained"])
        self.write(f"tests/exercises/{scratch_project.CHAPTER}/triple.cu", TEST.replace("triple(2) == 6", "triple(2) >= 6"))
        output = self.fails("mutants", "triple")
        self.assertIn("off by one: this passes, and ", output)
        self.assertIn("\n3 of 4 killed, 0 explained; 95% should be\n", output)
        self.write(f"tests/mutants/{scratch_project.CHAPTER}/triple.txt", "result = 3 * n;  =>  result = 4 * n;\n    It is no less.\n")
        self.assertIn("\n07-small/triple: 3 of 4 killed, 1 explained\n", self.succeeds_loudly("mutants", "7"))
        self.assertIn("\n3 of 4 killed, 1 explained; 95% should be\n", self.fails("mutants"))


class Exercises(BuiltProject):
    def test_a_stub_is_not_yet_solved(self) -> None:
        output = self.fails("check", "triple")
        self.assertIn("CHECK( triple(2) == 6 )\n    is    ( 0 == 6 )", output)
        self.assertIn("07-small/triple: not yet. On loom, 1 of its 2 tests fails.\n"
                      f"Next: edit {OWN} and check again.\nFor hint 1 of 2: ./weft hint 07-small/triple\n", output)

    def test_a_solution_passes_and_is_remembered_until_it_changes(self) -> None:
        self.write(OWN, scratch_project.SOLUTION)
        self.assertIn("07-small/triple: solved. All 2 tests pass on loom.\n\nThree is two and one.\n\n"
                      "To compare your answer with the solution: ./weft solution 07-small/triple\n"
                      "You have solved every exercise of the book.\n", self.succeeds_loudly("check"))
        self.assertRegex(self.succeeds("exercises"), r"\n  triple +solved ")
        self.assertIn("Everything that you have begun is solved and has not changed since.", self.succeeds("check"))
        self.assertIn("result = 3 * n;", self.succeeds("solution", "triple"))
        self.write(OWN, scratch_project.SOLUTION.replace("3 * n", "n * 3"))
        self.assertRegex(self.succeeds("exercises"), r"\n  triple +begun ")

    def test_the_compilers_words_come_without_the_builds(self) -> None:
        self.write(OWN, "this is not C++")
        output = self.fails("check", "triple")
        self.assertIn(f"{OWN}:1:1: error: ", output)
        self.assertIn("07-small/triple: not yet. On loom, it does not compile.", output)
        for noise in ("FAILED", "ninja", "-Wall"):
            self.assertNotIn(noise, output)

    def test_what_it_printed_and_what_loom_finds_stand_before_the_verdict(self) -> None:
        self.write(OWN, scratch_project.SOLUTION.replace("  result = 3", f"{FAULT}\n  result = 3").replace("int triple", f"{KERNEL}\nint triple"))
        output = self.fails("check", "triple")
        parts = ["I am here", "loom: out-of-bounds in kernel stray", "      *values = 1;",
                 "07-small/triple: not yet. On loom, loom reports out-of-bounds."]
        self.assertEqual(sorted(parts, key=output.find), parts)
        self.assertNotIn(-1, [output.find(part) for part in parts])

    def test_what_ends_the_program_is_told(self) -> None:
        self.write(OWN, scratch_project.SOLUTION.replace("3 * n", "n ? throw 1 : 0"))
        self.assertIn("a test was aborted by an exception", " ".join(self.fails("check", "triple").split()))

    def test_a_report_tells_a_teacher(self) -> None:
        path = "exercises/report.json"
        self.assertIn("0 of 1 solved. Written to exercises/report.json", self.succeeds_loudly("check", "7", "--report"))
        self.assertEqual(json.loads(self.read(path))["exercises"][0]["state"], "not begun")
        self.write(OWN, scratch_project.SOLUTION.replace("3 * n", "4 * n"))
        self.succeeds_loudly("check", "--report")
        begun = json.loads(self.read(path))["exercises"][0]
        self.assertEqual((begun["state"], begun["tests"], begun["tests_failed"]), ("begun", 2, 1))
        self.assertIn("  result = 4 * n;", begun["answer"])
        self.write(OWN, scratch_project.SOLUTION)
        self.succeeds_loudly("check", "--report")
        self.assertEqual(json.loads(self.read(path))["summary"][0], "1 of 1 solved: 07-small/triple")

    def test_several_names_are_checked_one_after_the_other(self) -> None:
        self.addCleanup(self.weft, "check", "triple")  # configures the build again, for the next test
        self.addCleanup(self.setUp)
        exercise = scratch_project.TEXT[scratch_project.TEXT.index("::: {.exercise"):]
        for path, text in ((TEXT, scratch_project.TEXT + "\n" + exercise.replace("triple", "other")), (OWN, scratch_project.SOLUTION),
                           (f"solutions/{scratch_project.CHAPTER}/triple.cu", scratch_project.SOLUTION),
                           (f"tests/exercises/{scratch_project.CHAPTER}/triple.hpp", scratch_project.INTERFACE),
                           (f"tests/exercises/{scratch_project.CHAPTER}/triple.cu", TEST)):
            self.write(path.replace("triple", "other"), text if path == TEXT else text.replace("triple", "other"))
        self.succeeds("tangle")
        output = scratch_project.words_of(self.fails("check", "triple", "other"))
        self.assertIn("07-small/triple: not yet.", output)
        self.assertIn("07-small/other: solved.", output)
        self.assertIn("not yet.", self.fails("check", "triple", "other", "triple"))
        self.assertIn("07-small/other: solved.", self.succeeds_loudly("check", "other"))
        self.assertIn("Everything that you have begun is solved", self.succeeds("check", "exercises"))
        self.assertIn("Everything that you have begun is solved", self.succeeds("check", "."))

    def test_the_name_behind_report_is_not_a_file(self) -> None:
        self.assertIn("0 of 1 solved. Written to exercises/report.json", self.succeeds_loudly("check", "--report", "triple"))
        self.assertFalse((self.root / "triple").exists())


class InAnOddFolder(BuiltProject):
    """Names that shells and build files have other uses for."""

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.root = pathlib.Path(folder.name).resolve() / "Ann & Bob's book"

    def test_all_works_and_nothing_is_made_twice(self) -> None:
        self.succeeds("book")  # nothing on stderr: setUp has built it
        self.succeeds_loudly("test")
        self.succeeds("test")  # nothing on stderr here either
        self.assertIn("not yet. On loom, 1 of its 2 tests fails.", self.fails("check", "triple"))
        self.write(OWN, scratch_project.SOLUTION)
        self.assertIn("solved.", self.succeeds("check", "triple"))
        self.assertEqual(self.succeeds("run", "twice", "--", "--minimal"), "twice two is 4\n")
        self.write("my own & only.cu", "int main() { return 6; }\n")
        self.assertEqual(self.weft("run", "my own & only.cu").returncode, 6)


class Run(BuiltProject):
    def test_a_program_by_name(self) -> None:
        self.assertEqual(self.succeeds_loudly("run", "twice", "--", "--minimal"), "twice two is 4\n")

    def test_a_false_program_is_reported_with_its_line_in_the_chapter(self) -> None:
        self.edit(TEXT, "CHECK(2 * 2 == 4)", "CHECK(2 * 2 == 5)")
        output = self.fails("run", "twice")
        self.assertIn("values: CHECK( 4 == 5 )", output)
        self.assertTrue(scratch_project.words_of(output).endswith(f'{TEXT}:13: 07-small/twice: an assertion failed in "two and two are four"'), output)
        self.assertNotIn(f"{TEXT}:13", self.fails("run", "twice", "--", "--minimal"), "with arguments it is not what the chapter runs")

    def test_what_a_failed_assertion_compares_is_printed(self) -> None:
        mine = self.write("values.cu", VALUES)
        output = self.fails("run", str(mine))
        values = re.findall(r"values: CHECK\( (.*) == (.*) \)", output)
        self.assertEqual([pair for pair in values if "{?}" in "".join(pair)], [("{?}", "{?}")], "an array cannot be told from members")
        self.assertEqual(values[1:], EXPECTED_VALUES)

    def test_a_file_of_the_readers_own(self) -> None:
        mine = self.write("mine.cu", "int main(int argc, char**) { return argc; }\n")
        self.assertEqual(self.weft("run", str(mine)).returncode, 1)
        self.assertEqual(self.weft("run", str(mine), "--", "a", "b").returncode, 3)

    def test_a_file_of_test_cases_gets_a_main(self) -> None:
        mine = self.write("cases.cu", '#include <doctest/doctest.h>\nTEST_CASE("mine") { CHECK(1 + 1 == 3); }\n')
        self.assertIn("CHECK( 1 + 1 == 3 ) is NOT correct!", self.fails("run", str(mine)))

    def test_a_file_that_uses_a_library_needs_no_flag_for_it(self) -> None:
        mine = self.write("mine.cu", "#include <cublas_v2.h>\nint main() { cublasHandle_t handle; return cublasCreate(&handle) + 7; }\n")
        self.assertEqual(self.weft("run", str(mine)).returncode, 7)

    def test_a_file_that_does_not_compile_and_a_device_that_is_not_there(self) -> None:
        mine = self.write("mine.cu", "this is not C++\n")
        self.assertIn("mine.cu does not compile; see the compiler output above.", scratch_project.words_of(self.fails("run", str(mine))))
        self.write("bin/nvcc", "#!/bin/sh\nexit 1\n").chmod(0o755)  # that the machine has one, which the build does not use
        result = self.weft("run", "twice", "--device", "cuda", PATH=f"{self.root}/bin:{os.environ['PATH']}")
        self.assertEqual(result.returncode, 1)
        self.assertIn("This build does not include a CUDA toolkit.", result.stderr)


REVISION = ("--revision", "abc123")  # a scratch project is not a Git checkout
RECORD = "book/records/{}/07-small.json"


class NoTarget(unittest.TestCase):
    def test_without_targets_nothing_is_built(self) -> None:
        with unittest.mock.patch.object(building.processes, "run", side_effect=AssertionError("something was built")):
            self.assertTrue(building.ninja([]))


class Record(BuiltProject):
    def test_what_programs_do_is_written_down(self) -> None:
        self.record_gpu(output="twice two is 4\n")
        self.assertIn("1 passed, 0 failed on loom", self.succeeds_loudly("record", *REVISION))
        recorded = json.loads(self.read(RECORD.format("loom")))
        entry = recorded["programs"]["twice"]
        self.assertEqual((recorded["device"], sorted(recorded)), ("loom", ["compute_capability", "device", "programs"]))
        self.assertEqual((entry["run"], entry["hash"]), ({"date": entry["run"]["date"], "revision": "abc123"}, self.hash_of_twice()))
        self.assertRegex(entry["run"]["date"], r"^\d{4}-\d\d-\d\d$")
        self.assertEqual((entry["status"], entry["passed"], entry["output"], entry["cases"]), (0, True, "twice two is 4\n", {"two and two are four": 1}))

    def test_an_entry_that_says_the_same_stays_as_it_was(self) -> None:
        self.record_gpu(output="twice two is 4\n")
        self.succeeds_loudly("record", *REVISION)
        before = self.read(RECORD.format("loom"))
        self.succeeds_loudly("record", "--revision", "def456")
        self.assertEqual(self.read(RECORD.format("loom")), before)

    def test_what_programs_print_is_written_where_it_is_shown_and_nowhere_else(self) -> None:
        self.edit(TEXT, "```{.output of=twice}\ntwice two is 4\n", "```{.output of=twice}\nstale\nlines\n")
        before = re.sub(r"stale\nlines\n", "twice two is 4\n", self.read(TEXT))
        self.assertIn("the program prints something else than its chapter shows", self.fails("test", "07-small/twice"))
        output = self.fails("record", *REVISION)
        self.assertIn(f"{TEXT}: wrote what twice prints\n", output)
        self.assertIn("07-small/twice has not been recorded on A GPU: run ./weft record --device cuda there", scratch_project.words_of(output))
        self.assertEqual(self.read(TEXT), before)
        self.succeeds_loudly("test", "07-small/twice")

    def test_a_recording_from_a_gpu_is_shown_while_its_program_is_the_same(self) -> None:
        self.record_gpu(output="twice two\n\nis four\n")
        output = self.succeeds_loudly("record", *REVISION)
        self.assertIn(f"{TEXT}: wrote what twice prints on A GPU\n", output)
        self.assertIn("wrote snippets/07-small/manifest.json\n", output)
        self.assertIn('   ```{.output of=twice device="A GPU"}\n   twice two\n\n   is four\n   ```\n', self.read(TEXT))
        self.assertNotIn("wrote", self.succeeds_loudly("record", *REVISION))
        self.record_gpu(output="", text_hash="of another text")
        self.assertIn("07-small/twice has changed since it was recorded on A GPU", scratch_project.words_of(self.fails("record", *REVISION)))

    def test_a_program_that_fails_is_not_recorded(self) -> None:
        self.record_gpu(output="twice two is 4\n")
        self.edit(TEXT, "CHECK(2 * 2 == 4)", "CHECK(2 * 2 == 5)")
        self.edit(TEXT, "twice two is %d", "two by two is %d")
        before = self.read(TEXT)
        output = scratch_project.words_of(self.fails("record", *REVISION))
        self.assertIn('07-small/twice: an assertion failed in "two and two are four": ./weft test 07-small/twice', output)
        self.assertIn("0 passed, 1 failed on loom", output)
        self.assertEqual((self.read(TEXT), (self.root / RECORD.format("loom")).exists()), (before, False))

    def test_a_full_disk_leaves_the_chapter_as_it_was(self) -> None:
        self.edit(TEXT, 'std::printf("twice two is %d\\n", 2 * 2);', 'for (int i = 0; i < 999; ++i) std::printf("again\\n");')
        before = self.read(TEXT)
        full = self.full_disk("chapters", "contents.txt", pathlib.Path(TEXT).name)
        self.assertIn(f"The disk is full at {full}/{pathlib.Path(TEXT).name}.", scratch_project.words_of(self.fails("record", *REVISION)))
        self.assertEqual(self.read(TEXT), before)

    def hash_of_twice(self) -> str:
        return source_hash.hash_of(self.root / "snippets/07-small/twice.cu", [self.root / "snippets"])

    def record_gpu(self, output: str, text_hash: str = "") -> None:
        entry = {"run": {"date": "2026-01-02", "revision": "abc123"}, "hash": text_hash or self.hash_of_twice(), "passed": True, "output": output}
        self.write(RECORD.format("a-gpu"), json.dumps({"device": "A GPU", "compute_capability": "9.0", "programs": {"twice": entry}}))


if __name__ == "__main__":
    tools.run_tests("meson", "ninja", "g++", "pandoc")
