#!/usr/bin/env python3
"""The runners tell every ending of a program from every other: test_runners.py ENDINGS-PROGRAM."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest
import unittest.mock
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import ROOT  # noqa: E402
from support.folder import ScratchFolder  # noqa: E402
from runs import outcome  # noqa: E402

PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
ENDED_BADLY = ("exception", "throws-in-check", "crash", "abort", "exits-early")


def run(runner: str, *arguments: str, way: str = "passes", kind: str = "race", place: str = "add.cu:2") -> subprocess.CompletedProcess:
    environment = {**os.environ, "WAY": way, "KIND": kind, "PLACE": place}
    return subprocess.run([sys.executable, str(ROOT / "book/runs/__main__.py"), runner, *arguments], env=environment, capture_output=True, text=True)


class WithFiles(ScratchFolder):
    def file(self, name: str, text: str) -> str:
        return str(self.write(name, text))

    def built(self, name: str) -> str:
        """What says by which command an answer is run."""
        return self.file("built.json", json.dumps({name: [PROGRAM]}))

    def accepted(self, result: subprocess.CompletedProcess) -> None:
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def refused(self, result: subprocess.CompletedProcess, words: str) -> None:
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertNotIn("Traceback", result.stderr)
        self.assertIn(words, result.stderr)


class Figures(WithFiles):
    """What a figure shows is what its program did."""

    def setUp(self) -> None:
        super().setUp()
        # The figure's program draws the names of the files that it finds.
        self.file("seen.py", "import pathlib, sys\n"
                  "names = sorted(path.name for path in pathlib.Path(sys.argv[1]).iterdir())\n"
                  "pathlib.Path(__file__).with_suffix('.svg').write_text(' '.join(names))\n")
        self.file("shade.py", "import picture, sys\npicture.write(__file__, picture.read(sys.argv[1] + '/shade.pgm'))\n")
        shutil.copy(ROOT / "chapters/figures/picture.py", self.root)
        self.program = self.root / "program"
        self.program.write_text("#!/bin/sh\nprintf 'P5 2 1 255\\nab' > shade.pgm\necho > $LOOM_TRACE\n")
        self.program.chmod(0o755)

    def drawing(self, *arguments: str) -> subprocess.CompletedProcess:
        start = ("import pathlib, sys; from command.proofs import drawing; "
                 f"drawing.FIGURES = pathlib.Path({str(self.root)!r}); drawing.main(sys.argv[1:])")
        return subprocess.run([sys.executable, "-c", start, *arguments], cwd=ROOT / "book", capture_output=True, text=True)

    def test_written_and_compared(self) -> None:
        self.accepted(self.drawing("--write", str(self.root), str(self.program), "seen.svg", "shade.png"))
        self.assertEqual((self.root / "seen.svg").read_text(), "shade.pgm trace.json")
        self.accepted(self.drawing(str(self.program), "seen.svg", "shade.png"))

    def test_one_that_shows_something_else(self) -> None:
        self.file("seen.svg", "shade.pgm")
        self.refused(self.drawing(str(self.program), "seen.svg"), "seen.svg does not show what program does today")
        self.refused(self.drawing(str(self.program), "shade.png"), "shade.png does not show what program does today")

    def test_a_picture_packed_otherwise_is_the_same(self) -> None:
        self.accepted(self.drawing("--write", str(self.root), str(self.program), "shade.png"))
        path = self.root / "shade.png"
        path.write_bytes(repacked(path.read_bytes()))
        self.accepted(self.drawing(str(self.program), "shade.png"))

    def test_a_program_that_fails(self) -> None:
        self.program.write_text("#!/bin/sh\nexit 3\n")
        self.refused(self.drawing(str(self.program), "seen.svg"), "the program ended with exit status 3")


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

    def test_a_stub_that_passes_is_refused(self) -> None:
        self.refused(run("exercise", "fails-by-assertion", self.built("the-stub")), "no assertion failed")

    def test_a_crash_an_exception_or_an_early_exit_is_no_assertion(self) -> None:
        for way in ENDED_BADLY:
            with self.subTest(way=way):
                self.refused(run("exercise", "fails-by-assertion", self.built("the-stub"), way=way), "")

    def test_the_sentence_names_the_ending(self) -> None:
        for way, words in (("exits-early", "ended with exit status 1 before its tests were over"),
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


class Programs(WithFiles):
    SOURCE = "int a;\nint b;  // finds: race\nint c;\n"

    def broken(self, **how: str) -> subprocess.CompletedProcess:
        source = self.file("add.cu", self.SOURCE)
        return run("program", "--finds", "race", "--source", source, PROGRAM, **how)

    def test_a_program_that_holds_is_accepted_and_one_that_does_not_is_refused(self) -> None:
        self.accepted(run("program", PROGRAM))
        for way in ("assertion", "finding", "status", *ENDED_BADLY):
            with self.subTest(way=way):
                self.refused(run("program", PROGRAM, way=way), "")

    def test_the_declared_exit_status_must_be_met(self) -> None:
        self.accepted(run("program", "--exits", "3", PROGRAM, way="status"))
        self.refused(run("program", "--exits", "3", PROGRAM), "ended with exit status 0, and its chapter says it exits with 3")

    def test_processes_are_started_together_and_print_the_same_however_many_they_are(self) -> None:
        launcher = self.file("mpirun", '#!/bin/sh\nwhile [ "$1" != -n ]; do shift; done\nexport PROCESSES="$2"\nshift 2\n'
                             'printf "\\000"  # as Open MPI 5 does where a process aborts\nexec "$@"\n')
        program = self.file("program", '#!/bin/sh\necho "$1 $PROCESSES"\n')
        for path in (launcher, program):
            os.chmod(path, 0o755)
        with unittest.mock.patch.dict(os.environ, {"PATH": f"{self.root}:{os.environ['PATH']}"}):
            self.assertEqual(run("program", "--ranks", "3", program).stdout, "--minimal 3\n")
            self.refused(run("program", "--ranks", "3 5", program), "prints something else with another number of processes: 3 5")

    def test_the_declared_finding_must_be_at_the_marked_line(self) -> None:
        self.accepted(self.broken(way="finding", place="some/where/add.cu:2"))
        self.refused(self.broken(way="finding", place="add.cu:3"), "loom found race in add at add.cu:3, which no line announces\nloom did not find race at add.cu:2")
        self.refused(self.broken(), "loom did not find race at add.cu:2")

    def test_a_broken_program_must_hold_what_it_asserts_to_its_end(self) -> None:
        result = self.broken(way="finding-and-assertion")
        self.refused(result, 'an assertion failed in "two and two are four"')
        self.assertIn("CHECK( sum == 4 )\n    is    ( 5 == 4 )", result.stdout)
        self.refused(self.broken(way="finding-and-early-exit"), "the program ended with exit status 1 before its tests were over")

    def test_another_finding_is_refused(self) -> None:
        self.refused(self.broken(way="finding", kind="misaligned"), "loom found misaligned")

    def test_what_it_prints_is_compared(self) -> None:
        def outputs(*lines: str) -> list[str]:
            shown = {"outputs": [{"program": "add", "device": "loom", "lines": lines},
                                 {"program": "add", "device": "a GPU", "lines": ["four"]}]}
            return ["--prints", self.file("outputs.json", json.dumps(shown)), "add"]
        self.accepted(run("program", *outputs("five"), PROGRAM))
        for lines in (["four"], ["five", ""], [], ["five", "six"]):
            with self.subTest(lines=lines):
                result = run("program", *outputs(*lines), PROGRAM)
                self.refused(result, "prints something else than its chapter shows")
                self.assertIn("+++ the program prints", result.stdout)

    def test_what_it_printed_is_written_down_only_if_all_is_well(self) -> None:
        printed = self.root / "printed"
        self.refused(run("program", "--printed", str(printed), PROGRAM, way="assertion"), "")
        self.assertFalse(printed.exists())
        self.accepted(run("program", "--printed", str(printed), PROGRAM))
        self.assertEqual(printed.read_text(), "five\n")


class Refusals(WithFiles):
    def compiled(self, text: str) -> subprocess.CompletedProcess:
        source = self.file("a.cpp", text)
        return run("refused", "no such thing", "g++", "-c", "-o", os.devnull, source)

    def test_the_compiler_must_refuse_with_the_declared_words(self) -> None:
        self.accepted(self.compiled('static_assert(false, "no such thing");'))
        self.refused(self.compiled('static_assert(false, "another thing");'), 'does not say "no such thing"')
        self.refused(self.compiled("int fine;"), "the compiler accepts this program")


if __name__ == "__main__":
    unittest.main()
