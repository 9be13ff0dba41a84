#!/usr/bin/env python3
"""What pages need to know of one another, and of the devices, is gathered."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

FACTS = pathlib.Path(__file__).resolve().parents[2] / "book" / "facts.py"


class TestFacts(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "measurements").mkdir()
        self.chapter("01-one", "title: 'One'\nsummary: The first: of all.")
        self.chapter("12-two", "title: Two\nsummary: The second.")

    def chapter(self, name: str, header: str) -> None:
        (self.root / f"{name}.md").write_text(f"---\n{header}\n---\n\nText.\n", encoding="utf-8")

    def gather(self) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, FACTS, "facts.json", "facts.d", "measurements", "01-one.md", "12-two.md",
                               *(path.name for path in self.root.glob("a-*.md"))],
                              cwd=self.root, capture_output=True, text=True)

    def facts(self) -> dict:
        result = self.gather()
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return json.loads((self.root / "facts.json").read_text(encoding="utf-8"))

    def test_chapters_in_order_with_their_headers(self):
        self.assertEqual(self.facts(), {"chapters": [
            {"name": "01-one", "number": 1, "title": "One", "summary": "The first: of all."},
            {"name": "12-two", "number": 12, "title": "Two", "summary": "The second."}], "devices": []})

    def test_an_appendix_has_a_letter(self):
        self.chapter("a-tables", "title: Tables\nsummary: All of them.")
        self.assertEqual(self.facts()["chapters"][2]["number"], "A")

    def test_devices_and_what_the_output_depends_on(self):
        (self.root / "measurements/h100.json").write_text('{"device": "H100"}')
        self.assertEqual(self.facts()["devices"], [{"device": "H100"}])
        self.assertEqual((self.root / "facts.d").read_text(), "facts.json: measurements measurements/h100.json\n")

    def test_an_edit_that_changes_no_fact_leaves_the_output_alone(self):
        self.facts()
        os.utime(self.root / "facts.json", (1, 1))
        self.chapter("12-two", "title: Two\nsummary: The second.\nother: x")
        self.facts()
        self.assertEqual((self.root / "facts.json").stat().st_mtime, 1)

    def test_a_chapter_without_summary(self):
        self.chapter("12-two", "title: Two")
        self.assertEqual(self.gather().stderr,
                         "chapters/12-two.md:1: the header has no summary; write it as 'summary: …' on one line\n")

    def test_a_record_that_is_no_json(self):
        (self.root / "measurements/h100.json").write_text("{")
        self.assertIn("book/measurements/h100.json is not what ./weft record writes", self.gather().stderr)


if __name__ == "__main__":
    unittest.main()
