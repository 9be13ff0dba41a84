#!/usr/bin/env python3
"""loom's records are of today's programs and say what runs here say; what GPUs recorded of older texts is counted."""
import json
import subprocess
import sys
import unittest

from test_verdicts import CHAPTER, RECORDED, Verdicts


class Recorded(Verdicts):
    def setUp(self) -> None:
        super().setUp()
        for name in ("add", "sub"):
            self.record(name)
            self.ran(name)

    def call(self) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "book/runs/__main__.py", "recorded", "build/snippets"], cwd=self.root, capture_output=True, text=True)

    def assert_complaint(self, words: str) -> None:
        called = self.call()
        self.assertEqual((called.returncode, called.stderr), (1, f"{words}\nRecord them again: ./weft record\n"))

    def test_records_that_say_what_ran(self) -> None:
        self.assertEqual((self.call().returncode, self.call().stderr), (0, ""))

    def test_a_record_that_says_something_else(self) -> None:
        self.record("add", output="five\n")
        self.assert_complaint(f"{CHAPTER}/add: its record has another output")

    def test_a_record_of_an_older_text(self) -> None:
        self.record("sub", hash="0123456789abcdef")
        self.assert_complaint(f"{CHAPTER}/sub: its record has another hash")

    def test_a_program_without_a_record(self) -> None:
        del self.sections["programs"]["sub"]
        self.record("add")
        self.assert_complaint(f"{CHAPTER}/sub is not recorded")

    def test_a_program_that_did_not_run_or_did_not_hold_is_left_to_its_own_test(self) -> None:
        self.ran("add", status=3, ending="ended with exit status 3")
        self.ran("sub", skipped="bible is not installed")
        self.assertEqual(self.call().returncode, 0)

    def test_where_a_race_is_found_may_differ(self) -> None:
        self.manifest(add={"finds": {"kind": "race", "lines": [2]}}, sub={})
        found = [{"kind": "race", "kernel": "add", "places": ["add.cu:2"]}]
        self.record("add", "broken", status=1, findings=found + found)
        self.ran("add", status=1, findings=found)
        self.assertEqual(self.call().stderr, "")

    def test_what_a_gpu_recorded_of_an_older_text_is_counted(self) -> None:
        entries = {name: {"run": RECORDED, "hash": self.hash(name) if name == "add" else "older", "passed": True} for name in ("add", "sub")}
        self.write(f"book/records/a-gpu/{CHAPTER}.json", json.dumps({"device": "A GPU", "programs": entries}))
        self.assertEqual(self.call().stdout, "a-gpu: 1 of 2 entries are of older texts\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv, defaultTest="Recorded")
