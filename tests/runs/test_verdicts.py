#!/usr/bin/env python3
"""What a program does on loom is known from a run here, or else from the record, as long as it is of today's text."""
import datetime
import json
import os
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import ROOT  # noqa: E402
from support.folder import ScratchFolder  # noqa: E402
from support.scratch_project import copy  # noqa: E402
from runs import run, source_hash  # noqa: E402

CHAPTER = "07-test"
MADE = datetime.datetime(2026, 11, 20, 12)  # when the runs were written
RECORDED = {"date": "2026-10-01", "revision": "abc"}


class Verdicts(ScratchFolder):
    def setUp(self) -> None:
        super().setUp()
        copy(ROOT / "book/runs", self.root / "book/runs")
        self.write("chapters/contents.txt", f"Part I\n  06-before\n  {CHAPTER}\n")
        self.sections: dict[str, dict] = {"programs": {}, "broken": {}}
        self.manifest(add={}, sub={})

    def manifest(self, outputs: dict[str, list[str]] | None = None, **programs: dict) -> None:
        """The chapter has these programs, ten lines apart, and shows these outputs."""
        described = [{"name": name, "line": 10 * number, "places": [[2, 10 * number + 1, 3]], **more} for number, (name, more) in enumerate(programs.items(), 1)]
        shown = [{"program": name, "device": "loom", "line": 5, "last": 8, "lines": lines} for name, lines in (outputs or {}).items()]
        self.write(f"snippets/{CHAPTER}/manifest.json", json.dumps({"title": "A chapter", "programs": described, "outputs": shown, "exercises": []}))
        for name in programs:
            self.write(f"snippets/{CHAPTER}/{name}.cu", f"// Tangled\nint {name};\n")

    def hash(self, name: str) -> str:
        return source_hash.hash_of(self.root / f"snippets/{CHAPTER}/{name}.cu", [self.root / "snippets"])

    def ran(self, name: str, **what: object) -> None:
        """Leaves a run of the program as it is now."""
        path = self.root / f"build/snippets/{CHAPTER}.{name}.run"
        path.parent.mkdir(parents=True, exist_ok=True)
        run.write(run.Run(f"{CHAPTER}/{name}", "loom", self.hash(name), **{"status": 0, "ending": "ended with exit status 0", **what}), path)
        os.utime(path, (MADE.timestamp(), MADE.timestamp()))

    def record(self, name: str, section: str = "programs", **what: object) -> None:
        entry = {"run": RECORDED, "hash": self.hash(name), "status": 0, "passed": True, "output": "", "cases": {}, **what}
        self.sections[section][name] = entry
        self.write(f"book/records/loom/{CHAPTER}.json", json.dumps({"device": "loom", **self.sections}))

    def call(self) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "book/runs/__main__.py", "verdicts", "verdicts", "build/snippets"], cwd=self.root, capture_output=True, text=True)

    def verdicts(self) -> dict[str, dict]:
        called = self.call()
        self.assertEqual((called.returncode, called.stdout, called.stderr), (0, "", ""))
        return json.loads(self.read(f"verdicts/{CHAPTER}.json"))

    def verdict(self, name: str = "add") -> dict:
        return self.verdicts()[name]


HERE = {"where": "here", "date": "2026-11-20"}
ON_RECORD = {"where": "recorded", "date": "2026-10-01"}


class TestRuns(Verdicts):
    def test_without_runs_and_records_nothing_is_known(self) -> None:
        self.assertEqual(self.verdicts(), {"add": {"state": "unknown"}, "sub": {"state": "unknown"}})
        self.assertEqual(json.loads(self.read("verdicts/06-before.json")), {})

    def test_a_run_that_holds(self) -> None:
        self.ran("add")
        self.assertEqual(self.verdicts(), {"add": {"state": "holds", **HERE}, "sub": {"state": "unknown"}})

    def test_a_run_that_fails_has_a_sentence_and_a_line_of_the_chapter(self) -> None:
        self.ran("add", status=3, ending="ended with exit status 3")
        self.assertEqual(self.verdict(), {"state": "fails", **HERE, "sentence": "the program ended with exit status 3", "line": 10})
        failure = {"case": "sums", "file": f"snippets/{CHAPTER}/sub.cu", "line": 3, "words": "CHECK(a)"}
        self.ran("sub", status=1, failures=[failure])
        self.assertEqual(self.verdict("sub"), {"state": "fails", **HERE, "sentence": 'an assertion failed in "sums"', "line": 22,
                                               "details": 'in "sums"\nCHECK(a)'})

    def test_a_run_that_was_skipped_has_a_reason(self) -> None:
        self.ran("add", status=None, skipped="mpirun is not installed")
        self.assertEqual(self.verdict(), {"state": "skipped", **HERE, "sentence": "mpirun is not installed", "line": 10})

    def test_a_run_counts_before_the_record(self) -> None:
        self.record("add")
        self.ran("add", status=3, ending="ended with exit status 3")
        self.assertEqual(self.verdict()["state"], "fails")

    def test_a_run_of_an_older_text_says_nothing(self) -> None:
        self.ran("add", status=3)
        self.write(f"snippets/{CHAPTER}/add.cu", "long add;\n")
        self.assertEqual(self.verdict(), {"state": "unknown"})

    def test_a_run_of_an_older_text_leaves_the_record_in_force(self) -> None:
        self.ran("add", status=3)
        self.write(f"snippets/{CHAPTER}/add.cu", "long add;\n")
        self.record("add")
        self.assertEqual(self.verdict(), {"state": "holds", **ON_RECORD})

    def test_a_run_that_was_not_written_to_its_end_says_nothing(self) -> None:
        self.write(f"build/snippets/{CHAPTER}.add.run", '{"program": "07-te')
        self.assertEqual(self.verdict(), {"state": "unknown"})

    def test_a_comment_changes_no_verdict(self) -> None:
        self.ran("add")
        self.record("sub")
        for name in ("add", "sub"):
            self.write(f"snippets/{CHAPTER}/{name}.cu", f"// Tangled\nint {name};  // a comment\n")
        self.assertEqual([verdict["state"] for verdict in self.verdicts().values()], ["holds", "holds"])


class TestRecords(Verdicts):
    def test_a_record_that_holds(self) -> None:
        self.record("add")
        self.assertEqual(self.verdict(), {"state": "holds", **ON_RECORD})

    def test_a_record_that_failed(self) -> None:
        self.record("add", passed=False)
        self.assertEqual(self.verdict(), {"state": "fails", **ON_RECORD, "sentence": "it failed when it was recorded", "line": 10})

    def test_a_record_of_an_older_text_says_nothing(self) -> None:
        self.record("add")
        self.write(f"snippets/{CHAPTER}/add.cu", "long add;\n")
        self.assertEqual(self.verdict(), {"state": "unknown"})

    def test_a_header_makes_a_record_stale(self) -> None:
        self.write("snippets/common/check.cuh", "int check;\n")
        self.write(f"snippets/{CHAPTER}/add.cu", '#include "common/check.cuh"\n')
        self.record("add")
        self.assertEqual(self.verdict()["state"], "holds")
        self.write("snippets/common/check.cuh", "long check;\n")
        self.assertEqual(self.verdict(), {"state": "unknown"})

    def test_a_broken_program_is_found_in_its_section(self) -> None:
        self.manifest(race={"finds": {"kind": "race", "lines": [2]}})
        self.record("race", "broken", findings=[{"kind": "race", "kernel": "add", "places": ["race.cu:2"]}])
        self.assertEqual(self.verdict("race"), {"state": "holds", **ON_RECORD})

    def test_a_record_is_judged_by_what_the_chapter_says_now(self) -> None:
        self.record("add", output="one\n")
        self.manifest({"add": ["one"]}, add={})
        self.assertEqual(self.verdict()["state"], "holds")
        self.manifest({"add": ["two"]}, add={})
        self.assertEqual(self.verdict()["sentence"], "the program prints something else than its chapter shows; ./weft record writes what it prints")
        self.manifest(add={"exits": 3})
        self.assertEqual(self.verdict()["sentence"], "the program ended with exit status 0, but its chapter says it exits with 3")
        self.manifest(add={"finds": {"kind": "race", "lines": [2]}})
        self.assertEqual((self.verdict()["sentence"], self.verdict()["line"]), ("loom did not find race at add.cu:2", 11))

    def test_a_damaged_record_is_named(self) -> None:
        self.write(f"book/records/loom/{CHAPTER}.json", "{")
        called = self.call()
        self.assertEqual((called.returncode, called.stderr), (1, f"book/records/loom/{CHAPTER}.json is damaged, perhaps by a merge: git checkout brings it back\n"))


class TestFiles(Verdicts):
    def test_verdicts_that_are_the_same_are_not_written_again(self) -> None:
        self.ran("add")
        self.verdicts()
        path = self.root / f"verdicts/{CHAPTER}.json"
        os.utime(path, (1, 1))
        self.verdicts()
        self.assertEqual(path.stat().st_mtime, 1)
        self.ran("sub")
        self.verdicts()
        self.assertNotEqual(path.stat().st_mtime, 1)


if __name__ == "__main__":
    unittest.main()
