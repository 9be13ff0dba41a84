#!/usr/bin/env python3
"""The runners distinguish every ending of a program from every other: test_runners.py ENDINGS-PROGRAM."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest
import zlib
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import ROOT  # noqa: E402
from support.folder import ScratchFolder  # noqa: E402
from runs import doctest_report, outcome, run_doctest  # noqa: E402

PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
ENDED_BADLY = ("exception", "throws-in-check", "crash", "abort", "exits-early")


def run(runner: str, *arguments: str, root: pathlib.Path = ROOT, way: str = "passes", kind: str = "race", place: str = "add.cu:2",
        **more: str) -> subprocess.CompletedProcess:
    environment = {**os.environ, "WAY": way, "KIND": kind, "PLACE": place, **more}
    return subprocess.run([sys.executable, str(root / "book/runs/__main__.py"), runner, *arguments], env=environment, capture_output=True, text=True)


class WithFiles(ScratchFolder):
    def file(self, name: str, text: str) -> str:
        return str(self.write(name, text))

    def built(self, name: str) -> str:
        """An answer, whose linker makes PROGRAM of it."""
        answer = self.root / "answer.o"
        subprocess.run(["g++", "-c", "-x", "c++", "-", "-o", answer], input="int answer() { return 42; }\n", text=True, check=True)
        subprocess.run(["g++", "-c", "-x", "c++", "-", "-o", self.root / "07-small.triple.test.o"], input="int answer();\nint test = answer();\n", text=True, check=True)
        shutil.copy(answer, self.root / "07-small.triple.solution.o")
        linker = str(self.write("linker", f'#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\ncp "{PROGRAM}" "$2"\n', executable=True))
        return self.file("built.json", json.dumps({"task": "07-small/triple", "folder": str(self.root), "answers": {name: str(answer)},
                                                   "builder": [str(self.root / "{}"), "g++", "--", linker, "--"]}))

    def accepted(self, result: subprocess.CompletedProcess) -> None:
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def refused(self, result: subprocess.CompletedProcess, words: str) -> None:
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertNotIn("Traceback", result.stderr)
        self.assertIn(words, result.stderr)


class WithChapter(WithFiles):
    """A book of one chapter, of which add is the only program."""
    SOURCE = "int a;\nint b;  // finds: race\nint c;\n"
    FENCE, SECOND_LINE = 9, 41  # lines of the chapter: its fence opens there, and there the second line of the program stands

    def setUp(self) -> None:
        super().setUp()
        shutil.copytree(ROOT / "book/runs", self.root / "book/runs", ignore=shutil.ignore_patterns("__pycache__"))
        self.source = self.file("snippets/07-small/add.cu", self.SOURCE)
        self.ran = self.root / "add.run"

    def describe(self, shows: list[str] | None = None, **more: object) -> None:
        """Writes the chapter's manifest; `more` is what it says of the program."""
        program = {"name": "add", "line": self.FENCE, "places": [[1, self.FENCE + 1, 1], [2, self.SECOND_LINE, 2]], **more}
        outputs = [{"program": "add", "device": "a GPU", "lines": ["four"]}]
        outputs += [] if shows is None else [{"program": "add", "device": "loom", "lines": shows}]
        manifest = {"title": "Small", "programs": [program], "outputs": outputs, "exercises": []}
        self.file("snippets/07-small/manifest.json", json.dumps(manifest))

    def run_program(self, *options: str, program: str = PROGRAM, **how: str) -> None:
        """Whatever happens, running succeeds and says nothing."""
        result = run("run", *options, program, self.source, str(self.ran), root=self.root, **how)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))

    def judge(self, device: str = "loom") -> subprocess.CompletedProcess:
        return run("judge", "07-small/add", device, str(self.ran), root=self.root)

    def judged(self, *options: str, program: str = PROGRAM, **how: str) -> subprocess.CompletedProcess:
        self.run_program(*options, program=program, **how)
        return self.judge()

    def script(self, name: str, text: str) -> str:
        return str(self.write(name, f"#!/bin/sh\n{text}", executable=True))

    def refused_at(self, line: int, result: subprocess.CompletedProcess, words: str) -> None:
        self.refused(result, f"chapters/07-small.md:{line}: 07-small/add: {words}")

    def skipped(self, result: subprocess.CompletedProcess, reason: str) -> None:
        self.assertEqual((result.returncode, result.stdout.splitlines()[-1], result.stderr), (77, f"skipped: {reason}", ""))


class Figures(WithChapter):
    """What a figure shows is what its program did."""

    def setUp(self) -> None:
        super().setUp()
        self.describe(draws=["seen.svg", "shade.png"])
        # The figure's program draws the names of the files that it finds.
        self.file("chapters/figures/seen.py", "import pathlib, sys\n"
                  "names = sorted(path.name for path in pathlib.Path(sys.argv[1]).iterdir())\n"
                  "pathlib.Path(__file__).with_suffix('.svg').write_text(' '.join(names))\n")
        self.file("chapters/figures/shade.py", "import picture, sys\npicture.write(__file__, picture.read(sys.argv[1] + '/shade.pgm'))\n")
        self.figures = self.root / "chapters/figures"
        shutil.copy(ROOT / "chapters/figures/picture.py", self.figures)
        self.run_program("--trace", program=self.script("program", "printf 'P5 2 1 255\\nab' > shade.pgm\necho > $LOOM_TRACE\n"))

    def drawing(self, *arguments: str) -> subprocess.CompletedProcess:
        return run("drawing", str(self.ran), *arguments, root=self.root)

    def test_written_and_compared(self) -> None:
        self.accepted(self.drawing("seen.svg", "shade.png", "--write", str(self.figures)))
        self.assertEqual((self.figures / "seen.svg").read_text(), "shade.pgm trace.json")
        self.accepted(self.drawing("seen.svg", "shade.png"))

    def test_one_that_shows_something_else(self) -> None:
        self.file("chapters/figures/seen.svg", "shade.pgm")
        self.refused(self.drawing("seen.svg"), "seen.svg does not show what 07-small/add does today; ./weft draw seen draws it again")
        self.refused(self.drawing("shade.png"), "shade.png does not show what 07-small/add does today")

    def test_a_picture_packed_otherwise_is_the_same(self) -> None:
        self.accepted(self.drawing("shade.png", "--write", str(self.figures)))
        path = self.figures / "shade.png"
        path.write_bytes(repacked(path.read_bytes()))
        self.accepted(self.drawing("shade.png"))

    def test_what_an_earlier_run_left_there_is_gone(self) -> None:
        self.run_program("--trace", program=self.script("program", "echo > $LOOM_TRACE\n"))
        self.accepted(self.drawing("seen.svg", "--write", str(self.figures)))
        self.assertEqual((self.figures / "seen.svg").read_text(), "trace.json")

    def test_a_program_that_fails(self) -> None:
        self.run_program("--trace", program=self.script("program", "exit 3\n"))
        self.refused(self.drawing("seen.svg"), "07-small/add ended with exit status 3, so nothing can be drawn from it")

    def test_nothing_is_drawn_from_an_older_run(self) -> None:
        self.accepted(self.drawing("seen.svg", "--write", str(self.figures)))
        self.file("snippets/07-small/add.cu", "int z;\n")
        self.refused(self.drawing("seen.svg"), "add has not been built and run")
        self.ran.unlink()
        self.refused(self.drawing("seen.svg"), "add has not been built and run")


def repacked(png: bytes) -> bytes:
    """The same PNG, its rows not compressed."""
    at = png.index(b"IDAT")
    size = int.from_bytes(png[at - 4:at], "big")
    rows = zlib.compress(zlib.decompress(png[at + 4:at + 4 + size]), 0)
    chunk = b"IDAT" + rows
    return png[:at - 4] + len(rows).to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big") + png[at + 8 + size:]


class Solutions(WithFiles):
    def test_one_that_holds_is_accepted(self) -> None:
        self.accepted(run("exercise", "passes", PROGRAM))

    def test_a_failed_assertion_is_told_with_its_place_and_values(self) -> None:
        result = run("exercise", "passes", PROGRAM, way="assertion")
        self.refused(result, 'an assertion failed in "two and two are four"')
        self.assertIn("CHECK( sum == 4 )", result.stdout)
        self.assertIn("5 == 4", result.stdout)
        self.assertIn("sum := 5", result.stdout)

    def test_what_was_thrown_is_told(self) -> None:
        for way, written in (("throws-against-its-word", "CHECK_NOTHROW( refuse() )"), ("throws-another", "CHECK_THROWS_AS( refuse(), std::logic_error )")):
            self.assertIn(f'{written}\n    threw "an error of the device"\n', run("exercise", "passes", PROGRAM, way=way).stdout)

    def test_a_difference_is_told_without_what_it_is_compared_with(self) -> None:
        self.assertIn("\n    is    ( element 0 of 1 is 0 instead of 6 )\n", run("exercise", "passes", PROGRAM, way="difference").stdout)

    def test_every_bad_end_is_refused(self) -> None:
        for way in (*ENDED_BADLY, "message", "throws-nothing", "status", "finding"):
            with self.subTest(way=way):
                self.refused(run("exercise", "passes", PROGRAM, way=way), "")

    def test_a_finding_is_told(self) -> None:
        self.refused(run("exercise", "passes", PROGRAM, way="finding"), "loom found race in add at add.cu:2")

    def test_memory_that_is_never_freed_is_refused(self) -> None:
        self.refused(run("exercise", "passes", PROGRAM, way="leak"), "memory is never freed: 4 bytes were never freed")

    def test_no_device_is_a_skip_with_its_reason(self) -> None:
        result = run("exercise", "passes", PROGRAM, way="skipped")
        self.assertEqual((result.returncode, result.stdout.strip()), (77, "skipped: no GPU here"))


class Stubs(WithFiles):
    def test_a_failed_assertion_is_what_a_stub_owes(self) -> None:
        for way in ("assertion", "message", "throws-nothing", "throws-against-its-word"):
            with self.subTest(way=way):
                self.accepted(run("exercise", "fails-by-assertion", self.built("the-stub"), way=way))

    def test_what_a_failed_require_throws_is_not_reported_as_an_exception(self) -> None:
        result = run("exercise", "fails-by-assertion", self.built("the-stub"), way="requires-in-check")
        self.accepted(result)
        self.assertIn("REQUIRE( sum == 4 )\n    is    ( 5 == 4 )", result.stdout)
        self.assertNotIn("unknown exception", result.stdout)

    def test_a_stub_that_passes_is_refused(self) -> None:
        self.refused(run("exercise", "fails-by-assertion", self.built("the-stub")), "no assertion failed")

    def test_a_crash_an_exception_or_an_early_exit_is_no_assertion(self) -> None:
        for way in ENDED_BADLY:
            with self.subTest(way=way):
                self.refused(run("exercise", "fails-by-assertion", self.built("the-stub"), way=way), "")

    def test_the_sentence_names_the_ending(self) -> None:
        for way, words in (("exits-early", "ended with exit status 1 before its last test"),
                           ("crash", "was killed by SIGSEGV"),
                           ("exception", '"two and two are four": an error of the device')):
            with self.subTest(way=way):
                self.refused(run("exercise", "fails-by-assertion", self.built("the-stub"), way=way), words)

    def test_a_finding_is_no_assertion(self) -> None:
        self.refused(run("exercise", "fails-by-assertion", self.built("the-stub"), way="finding"), "loom found race")

    def test_a_program_that_hangs_is_stopped_and_is_no_assertion(self) -> None:
        os.environ["WAY"] = "hangs"
        try:
            result = outcome.run([PROGRAM], limit=0.5)
        finally:
            del os.environ["WAY"]
        self.assertIsNone(result.status)
        self.assertIn("did not end within", result.ending())


class Outcomes(unittest.TestCase):
    def test_long_output_is_cut_in_the_middle_and_its_size_is_stated(self) -> None:
        result = outcome.run(["sh", "-c", "echo begins; yes | head -c 3000000; echo ends"], most=1000)
        self.assertRegex(result.output, r"\Abegins\n(y\n)+y?\n\[It printed 3,000,012 bytes, of which 2,999,012 are left out here\.\]\n\n?(y\n)+ends\n\Z")
        self.assertEqual(outcome.run(["sh", "-c", "yes | head -c 1000"], most=1000).output, "y\n" * 500)

    def test_a_program_that_goes_on_is_reported_once_before_it_is_stopped(self) -> None:
        told: list[str] = []
        with mock.patch.object(outcome, "PATIENCE", 0.2):
            result = outcome.run(["sleep", "60"], limit=1, tell=told.append)
        self.assertEqual((result.status, told), (None, ["The program is still running after 0.2 s; it will be stopped after 1 s."]))
        self.assertEqual(run_doctest.cut_short(result, doctest_report.Report()), "it did not end within 1 s and was stopped; look for a loop or a wait that never ends")

    def test_a_killed_program_is_described_with_the_likely_cause(self) -> None:
        self.assertEqual(outcome.Outcome(-9, "", "").ending(), "was killed by SIGKILL, as the system does when memory runs out")


class WrongAnswers(WithFiles):
    def run_with(self, reason: str, **how: str) -> subprocess.CompletedProcess:
        return run("exercise", "fails-for-its-reason", self.built("wrong"), self.file("wrong.edit", reason + "\n"), **how)

    def test_the_declared_test_case_must_fail(self) -> None:
        self.accepted(self.run_with("fails: two and two are four", way="assertion"))
        self.refused(self.run_with("fails: something else holds", way="assertion"), 'no assertion failed in "something else holds"')
        self.refused(self.run_with("fails: two and two are four"), "no assertion failed")

    def test_failing_in_another_way_is_refused(self) -> None:
        for way in (*ENDED_BADLY, "finding"):
            with self.subTest(way=way):
                self.refused(self.run_with("fails: two and two are four", way=way), "")

    def test_the_declared_finding_must_be_found(self) -> None:
        self.accepted(self.run_with("finds: race", way="finding"))
        self.refused(self.run_with("finds: race", way="finding", kind="misaligned"), "should find race, and found misaligned")
        self.refused(self.run_with("finds: race", way="assertion"), "should find race, and found nothing")
        self.accepted(self.run_with("finds: leak", way="leak"))


class Programs(WithChapter):
    def setUp(self) -> None:
        super().setUp()
        self.describe()

    def test_a_program_that_holds_is_accepted_and_one_that_does_not_is_refused(self) -> None:
        self.accepted(self.judged())
        for way in ("assertion", "message", "throws-nothing", "finding", "status", *ENDED_BADLY):
            with self.subTest(way=way):
                self.refused(self.judged(way=way), "chapters/07-small.md:")

    def test_the_sentence_says_what_is_wrong(self) -> None:
        for way, words in (("assertion", 'an assertion failed in "two and two are four"'), ("status", "the program ended with exit status 3"),
                           ("crash", "the program was killed by SIGSEGV"), ("exits-early", "the program ended with exit status 1"),
                           ("exception", 'the program ended with exit status 1; "two and two are four": an error of the device'),
                           ("finding", "loom found race in add at elsewhere.cu:2")):
            with self.subTest(way=way):
                self.refused_at(self.FENCE, self.judged(way=way, place="elsewhere.cu:2"), words)

    def test_a_program_that_hangs_is_stopped(self) -> None:
        self.refused(self.judged("--limit", "0.5", way="hangs"), "the program did not end within 0.5 s")

    def test_a_failed_assertion_is_told_with_its_values_and_its_line_in_the_chapter(self) -> None:
        self.run_program(way="assertion")
        self.assertIn("CHECK( sum == 4 )\n    is    ( 5 == 4 )\n    with  sum := 5\n", self.judge().stdout)
        ran = json.loads(self.ran.read_text())
        ran["failures"] = [{**ran["failures"][0], "file": "snippets/07-small/add.cu", "line": line,
                            "words": f"  snippets/07-small/add.cu:{line}: CHECK( sum == 4 )"} for line in (3, 1)]
        self.ran.write_text(json.dumps(ran))
        self.refused_at(self.SECOND_LINE + 1, self.judge(), 'an assertion failed in "two and two are four" (1 more failed)')
        self.assertIn(f"  chapters/07-small.md:{self.SECOND_LINE + 1}: CHECK( sum == 4 )\n", self.judge().stdout)

    def test_a_finding_is_told_with_its_line_in_the_chapter(self) -> None:
        self.refused_at(self.SECOND_LINE, self.judged(way="finding", place="some/where/add.cu:2"), "loom found race in add at some/where/add.cu:2")

    def test_the_declared_exit_status_must_be_met(self) -> None:
        self.describe(exits=3)
        self.accepted(self.judged(way="status"))
        self.refused(self.judged(), "the program ended with exit status 0, but its chapter says it exits with 3")
        self.refused(self.judged(way="finding"), "loom found race")

    def test_a_skip_has_its_reason(self) -> None:
        self.skipped(self.judged(way="skipped"), "no GPU here")

    def test_a_test_case_that_is_left_out_makes_it_a_skip_if_all_else_holds(self) -> None:
        leaves_out = "echo 'skipped: \"a comparison\" needs grep, which is not installed' >&2\n"
        self.skipped(self.judged(program=self.script("program", leaves_out)), '"a comparison" needs grep, which is not installed')
        self.refused(self.judged(program=self.script("program", f"{leaves_out}exit 1\n")), "the program ended with exit status 1")

    def test_a_run_of_another_text_or_none_is_named(self) -> None:
        words = "the program has not been built and run on loom; the compiler output above says why"
        self.refused_at(self.FENCE, self.judge(), words)
        self.accepted(self.judged())
        self.file("snippets/07-small/add.cu", self.SOURCE + "// a comment is not code\n")
        self.accepted(self.judge())
        self.file("snippets/07-small/add.cu", self.SOURCE + "int d;\n")
        self.refused_at(self.FENCE, self.judge(), words)
        self.refused(self.judge("cuda"), "the program has not been built and run on cuda")
        self.ran.write_text('{"program": ')
        self.refused_at(self.FENCE, self.judge(), words)

    def test_a_program_that_is_not_in_its_chapter_is_named(self) -> None:
        self.run_program()
        self.file("snippets/07-small/manifest.json", json.dumps({"title": "", "programs": [], "outputs": [], "exercises": []}))
        self.refused(self.judge(), "chapters/07-small.md has no program add: ./weft test configures again")

    def test_processes_are_started_together_and_print_the_same_however_many_they_are(self) -> None:
        self.describe(ranks=[3, 5])
        self.script("mpirun", 'while [ "$1" != -n ]; do shift; done\nexport PROCESSES="$2"\nshift 2\n'
                              'printf "\\000"  # as Open MPI 5 does where a process aborts\nexec "$@"\n')
        program, path = self.script("program", 'echo "$1 $PROCESSES"\n'), f"{self.root}:{os.environ['PATH']}"
        self.accepted(self.judged("--ranks", "3", program=program, PATH=path))
        self.assertEqual(json.loads(self.ran.read_text())["output"], "--minimal 3\n")
        result = self.judged("--ranks", "3 5", program=program, PATH=path)
        self.refused_at(self.FENCE, result, "the program prints something else with another number of processes: 3 5")
        for count in "35":
            self.assertIn(f"--minimal {count}\n", result.stdout)
        fails_with_five = self.script("program", 'echo the same; [ "$PROCESSES" = 3 ]\n')
        self.refused(self.judged("--ranks", "3 5", program=fails_with_five, PATH=path), "the program ended with exit status 1")

    def test_what_it_prints_is_compared(self) -> None:
        self.describe(shows=["five"])
        self.accepted(self.judged())
        for lines in (["four"], ["five", ""], [], ["five", "six"]):
            with self.subTest(lines=lines):
                self.describe(shows=lines)
                result = self.judged()
                self.refused_at(self.FENCE, result, "the program prints something else than its chapter shows")
                self.assertIn("+++ the program prints", result.stdout)
        self.run_program("--device", "cuda")
        self.accepted(self.judge("cuda"))


class BrokenPrograms(WithChapter):
    def setUp(self) -> None:
        super().setUp()
        self.describe(finds={"kind": "race", "lines": [2]})

    def test_the_declared_finding_must_be_at_the_marked_line(self) -> None:
        self.accepted(self.judged(way="finding", place="some/where/add.cu:2"))
        self.refused_at(self.SECOND_LINE + 1, self.judged(way="finding", place="add.cu:3"),
                        "loom found race in add at add.cu:3; the chapter says it finds race at add.cu:2")
        self.refused_at(self.SECOND_LINE, self.judged(), "loom did not find race at add.cu:2")

    def test_every_marked_line_must_be_found(self) -> None:
        self.describe(finds={"kind": "race", "lines": [1, 2]})
        self.refused_at(self.FENCE + 1, self.judged(way="finding"), "loom did not find race at add.cu:1")

    def test_it_must_hold_what_it_asserts_to_its_end(self) -> None:
        result = self.judged(way="finding-and-assertion")
        self.refused(result, 'an assertion failed in "two and two are four"')
        self.assertIn("CHECK( sum == 4 )\n    is    ( 5 == 4 )", result.stdout)
        self.refused(self.judged(way="finding-and-early-exit"), "the program ended with exit status 1 before its last test")
        result = self.judged(way="finding-and-exception")
        self.refused(result, 'the program ended with exit status 1 before its last test; "two and two are four": an error of the device')

    def test_a_crash_is_no_finding(self) -> None:
        self.refused(self.judged(way="crash"), "the program was killed by SIGSEGV before its last test")

    def test_another_finding_is_refused(self) -> None:
        self.refused(self.judged(way="finding", kind="misaligned"), "loom found misaligned in add at add.cu:2; the chapter says it finds race at add.cu:2")

    def test_a_fault_that_loom_misses_must_not_be_found(self) -> None:
        self.describe(misses="a race between copies")
        self.accepted(self.judged())
        self.refused(self.judged(way="finding"),
                     "loom found race in add at add.cu:2; the chapter says it misses a race between copies: write finds= instead of misses=")
        self.refused(self.judged(way="assertion"), 'an assertion failed in "two and two are four"')


class Refusals(WithChapter):
    def compiled(self, text: str, *compiler: str) -> subprocess.CompletedProcess:
        self.describe(compile_error="no such thing")
        self.file("snippets/07-small/add.cu", text)
        command = compiler or ("g++", "-x", "c++", "-c", "-o", os.devnull)
        result = run("run", "--refused", self.source, str(self.ran), "--", *command, root=self.root)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        return self.judge()

    def test_the_compiler_must_refuse_with_the_declared_words(self) -> None:
        self.accepted(self.compiled('static_assert(false, "no such thing");\n'))
        result = self.compiled('static_assert(false, "another thing");\n')
        self.refused_at(self.FENCE, result, 'the compiler refuses this program, but its message does not say "no such thing"')
        self.assertIn("snippets/07-small/add.cu:1:15: error:", result.stdout)
        self.refused_at(self.FENCE, self.compiled("int fine;\n"), "the compiler accepts this program")

    def test_a_compiler_that_crashes_has_refused_nothing(self) -> None:
        crashing = self.script("compiler", "echo no such thing\nkill -SEGV $$\n")
        self.refused(self.compiled("int fine;\n", crashing), "the compiler was killed by SIGSEGV")


if __name__ == "__main__":
    unittest.main()
