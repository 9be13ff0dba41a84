#!/usr/bin/env python3
"""What pages need to know of one another, and of the devices, is gathered."""
import json
import os
import pathlib
import subprocess
import sys

import lua_file

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import ROOT, tools  # noqa: E402
from support.folder import ScratchFolder  # noqa: E402

FACTS = ROOT / "book" / "site" / "facts.py"


class TestFacts(ScratchFolder):
    def setUp(self) -> None:
        super().setUp()
        (self.root / "measurements").mkdir()
        self.chapter("01-one", "title: 'One'\nsummary: The first: of all.")
        self.chapter("12-two", "title: Two\nsummary: The second.")
        self.chapter("index", "title: Book\nsummary: All.")
        self.chapter("names", "title: Names\nsummary: N.")

    def chapter(self, name: str, header: str) -> None:
        (self.root / f"{name}.md").write_text(f"---\n{header}\n---\n\nText.\n", encoding="utf-8")

    def gather(self) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, FACTS, "order.lua", "facts.d", "measurements", "index.md", "--part", "Part I", "01-one.md",
                               "--part", "Part II", "12-two.md", "--part", "Appendices", *(path.name for path in self.root.glob("a-*.md")),
                               "--part", "", "names.md"], cwd=self.root, capture_output=True, text=True)

    def facts(self) -> list[dict]:
        result = self.gather()
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return lua_file.read(self.root / "order.lua")

    def record(self, chapter: str, digest: str = "1") -> None:
        """A device's record with all that pages read, of two chapters, one of which may be recorded anew."""
        runs = {f"{name}/{what}": {"run": "2026-01-01 abc 13 5", "sha1": digest if name == chapter else "1", "passed": True, "output": "long"}
                for name in ("01-one", "12-two") for what in ("a", "b")}
        again = "2026-01-02 def 13.1 5"
        (self.root / "measurements/h100.json").write_text(json.dumps({
            "device": "H100", "programs": runs, "exercises": runs,
            "measurements": {"01-one/speed": {"run": again, "points": [{"x": 1}]}, "12-two/speed": {"run": again, "points": [{"x": 2}]}},
            "sanitizer": {name: {"run": again, "sha1": "1", "found": {"memcheck": "!"}} for name in ("01-one/a", "solutions/12-two/a")}}))

    def test_pages_in_order_with_their_headers(self):
        self.assertEqual(self.facts(), [
            {"name": "index", "title": "Book", "summary": "All."},
            {"name": "01-one", "part": "Part I", "number": 1, "title": "One", "summary": "The first: of all."},
            {"name": "12-two", "part": "Part II", "number": 12, "title": "Two", "summary": "The second."},
            {"name": "names", "title": "Names", "summary": "N."}])
        self.assertEqual((self.root / "pages.js").read_text().split("const allPages = ")[1],
                         '[\n  "index",\n  "01-one",\n  "12-two",\n  "names"\n];\n')

    def test_an_appendix_has_a_letter(self):
        self.chapter("a-tables", "title: Tables\nsummary: All of them.")
        self.assertEqual(self.facts()[3]["number"], "A")

    def test_text_is_the_same_in_lua(self):
        self.chapter("12-two", 'title: A "\\n" \\u0041 [[x]] Größe \x01 1\nsummary: S')
        self.assertEqual(self.facts()[2]["title"], 'A "\\n" \\u0041 [[x]] Größe \x01 1')

    def test_a_chapter_has_its_own_records_and_no_others(self):
        self.record("01-one")
        self.facts()
        ran = {"sha1": "1", "passed": True}
        self.assertEqual(lua_file.read(self.root / "12-two.recorded.lua"), [{
            "device": "H100", "runs": [{"date": "2026-01-01", "toolkit": "13", "driver": "5"}, {"date": "2026-01-02", "toolkit": "13.1", "driver": "5"}],
            "programs": {"12-two/a": ran, "12-two/b": ran}, "exercises": {"12-two/a": ran, "12-two/b": ran},
            "sanitizer": {"solutions/12-two/a": {"sha1": "1", "found": {"memcheck": "!"}}},
            "measurements": {"12-two/speed": {"date": "2026-01-02", "points": [{"x": 2}]}}}])

    def test_a_chapter_that_is_recorded_anew_leaves_the_others_alone(self):
        self.record("01-one")
        self.facts()
        for file in self.root.glob("*.lua"):
            os.utime(file, (1, 1))
        self.record("01-one", "2")
        self.facts()
        self.assertEqual({file.name for file in self.root.glob("*.lua") if file.stat().st_mtime != 1}, {"01-one.recorded.lua"})

    def test_what_the_output_depends_on(self):
        (self.root / "measurements/h100.json").write_text('{"device": "H100"}')
        self.facts()
        self.assertEqual((self.root / "facts.d").read_text(), "order.lua: measurements measurements/h100.json\n")

    def test_an_edit_that_changes_no_fact_leaves_the_output_alone(self):
        self.facts()
        os.utime(self.root / "order.lua", (1, 1))
        self.chapter("12-two", "title: Two\nsummary: The second.\nother: x")
        self.facts()
        self.assertEqual((self.root / "order.lua").stat().st_mtime, 1)

    def test_a_chapter_without_summary(self):
        self.chapter("12-two", "title: Two")
        self.assertEqual(self.gather().stderr,
                         "chapters/12-two.md:1: the header has no summary; write it as 'summary: …' on one line\n")

    def test_a_record_that_is_no_json(self):
        (self.root / "measurements/h100.json").write_text("{")
        self.assertIn("book/records/h100.json is damaged, perhaps by a merge: git checkout brings it back", self.gather().stderr)


if __name__ == "__main__":
    tools.run_tests("pandoc")
