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
from support.scratch_project import copy  # noqa: E402
from runs import source_hash  # noqa: E402

GATHERERS = ("book/site/page_data.py", "book/site/lua.py", "book/runs")
SESSION = {"date": "2026-01-01", "revision": "abc", "toolkit": "13.0", "driver": "5"}
LATER = {"date": "2026-01-02", "revision": "def", "toolkit": "13.1", "driver": "5"}
DEVICE = "book/records/nvidia-h100"


class FactsBook(ScratchFolder):
    """A book of two chapters, each with the programs a and b and the exercise e, that is recorded on one GPU."""

    def setUp(self) -> None:
        super().setUp()
        for name in GATHERERS:
            copy(ROOT / name, self.root / name)
        self.write("book/records/README.md", "Records.\n")
        self.page("index", "title: Book\nsummary: All.")
        self.page("names", "title: 'Names'\nsummary: \"N: names.\"")
        self.chapter("01-one", "One", "The first: of all.")
        self.chapter("12-two", "Two", "The second.")

    def page(self, name: str, header: str) -> None:
        self.write(f"book/site/pages/{name}.md", f"---\n{header}\n---\n\nText.\n")

    def chapter(self, name: str, title: str, summary: str | None, **more: object) -> None:
        """A chapter as tangling leaves it; without a summary if that is None."""
        fields = {"title": title, **({"summary": summary} if summary else {}), "programs": [], "outputs": [], "exercises": [], **more}
        self.write(f"snippets/{name}/manifest.json", json.dumps(fields))
        self.write(f"chapters/{name}.md", "The manifest says what the header says.\n")
        for text in (f"snippets/{name}/a", f"snippets/{name}/b", f"solutions/{name}/e"):
            self.write(f"{text}.cu", f"int {pathlib.Path(text).name};\n")

    def hash(self, text: str) -> str:
        return source_hash.hash_of(self.root / f"{text}.cu", [self.root / "snippets"])

    def record(self, chapter: str, **sections: dict) -> None:
        """Records these sections of a chapter, or else one that has everything that pages read."""
        own = sections or {"programs": {"a": self.ran(f"snippets/{chapter}/a", SESSION, passed=True, status=0, output="1\n", cases={"x": 1})},
                           "exercises": {"e": self.ran(f"solutions/{chapter}/e", SESSION, passed=False)}}
        self.write(f"{DEVICE}/{chapter}.json", json.dumps({"device": "NVIDIA H100", "compute_capability": "9.0", **own}))

    def ran(self, text: str, session: dict, **fields: object) -> dict:
        return {"run": session, "hash": self.hash(text), **fields}

    def gather(self) -> subprocess.CompletedProcess[str]:
        appendices = sorted(str(path) for path in self.root.glob("chapters/a-*.md"))
        pages = ["book/site/pages/index.md", "--part", "Part I, Beginning: What comes first.", "chapters/01-one.md", "--part", "Part II", "chapters/12-two.md",
                 "--part", "Appendices", *appendices, "--part", "", "book/site/pages/names.md"]
        (self.root / "made").mkdir(exist_ok=True)
        return subprocess.run([sys.executable, "book/site/page_data.py", "made/order.lua", "made/facts.d", *pages],
                              cwd=self.root, capture_output=True, text=True)

    def facts(self) -> list[dict]:
        result = self.gather()
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return lua_file.read(self.root / "made/order.lua")

    def recorded(self, chapter: str) -> dict:
        """What pages know of a chapter from the one GPU that has a record."""
        self.facts()
        devices = lua_file.read(self.root / f"made/{chapter}.recorded.lua")
        self.assertEqual(len(devices), 1)
        return devices[0]

    def remade(self) -> set[str]:
        """The files that gathering again writes."""
        made = [path for path in (self.root / "made").iterdir() if path.suffix in (".lua", ".js")]
        for path in made:
            os.utime(path, (1, 1))
        self.facts()
        return {path.name for path in made if path.stat().st_mtime != 1}


class TestPages(FactsBook):
    def test_pages_in_order_with_their_titles(self):
        self.assertEqual(self.facts(), [
            {"name": "index", "title": "Book", "summary": "All."},
            {"name": "01-one", "part": "Part I, Beginning", "about_part": "What comes first.", "number": 1, "title": "One", "summary": "The first: of all."},
            {"name": "12-two", "part": "Part II", "about_part": "", "number": 12, "title": "Two", "summary": "The second."},
            {"name": "names", "title": "Names", "summary": "N: names."}])
        self.assertEqual((self.root / "made/pages.js").read_text().split("const allPages = ")[1],
                         '[\n  "index",\n  "01-one",\n  "12-two",\n  "names"\n];\n')

    def test_an_appendix_has_a_letter(self):
        self.chapter("a-tables", "Tables", "All of them.")
        self.assertEqual(self.facts()[3]["number"], "A")

    def test_text_is_the_same_in_lua(self):
        title = 'A "\\n" \\u0041 [[x]] Größe \x011'
        self.chapter("12-two", title, "S")
        self.assertEqual(self.facts()[2]["title"], title)

    def test_an_edit_that_changes_no_fact_leaves_the_output_alone(self):
        self.facts()
        self.page("index", "title: Book\nsummary: All.\nother: x")
        self.chapter("12-two", "Two", "The second.", programs=[{"name": "c", "line": 1}])
        self.assertEqual(self.remade(), set())

    def test_a_page_without_summary(self):
        self.page("names", "title: Names")
        self.assertEqual(self.gather().stderr,
                         "book/site/pages/names.md:1: the header has no summary; write it as 'summary: …' on one line\n")

    def test_a_chapter_without_summary(self):
        self.chapter("12-two", "Two", None)
        self.assertEqual(self.gather().stderr,
                         "chapters/12-two.md:1: the header has no summary; write it as 'summary: …' on one line\n")


class TestRecords(FactsBook):
    def test_without_a_record(self):
        self.facts()
        self.assertEqual(lua_file.read(self.root / "made/01-one.recorded.lua"), [])

    def test_a_device_on_which_a_chapter_did_not_run_has_its_name(self):
        self.record("01-one")
        self.assertEqual(self.recorded("12-two")["device"], "NVIDIA H100")

    def test_a_chapter_has_its_own_records_and_no_others(self):
        self.record("01-one")
        self.record("12-two", programs={"b": self.ran("snippets/12-two/b", SESSION, passed=True)})
        found = self.recorded("12-two")
        self.assertEqual(found, {
            "device": "NVIDIA H100", "runs": [{"date": "2026-01-01", "driver": "5", "toolkit": "13.0"}],
            "programs": {"12-two/b": {**SESSION, "passed": True, "current": True}},
            "broken": [], "exercises": [], "sanitizer": [], "measurements": [], "loops": [], "counters": []})

    def test_what_pages_do_not_read_is_left_out(self):
        self.record("01-one")
        found = self.recorded("01-one")
        self.assertEqual(found["programs"], {"01-one/a": {**SESSION, "passed": True, "output": "1\n", "current": True}})
        self.assertEqual(found["exercises"], {"01-one/e": {**SESSION, "passed": False, "current": True}})

    def test_loom_is_no_gpu(self):
        self.write("book/records/loom/01-one.json", json.dumps({"device": "loom"}))
        self.facts()
        self.assertEqual(lua_file.read(self.root / "made/01-one.recorded.lua"), [])

    def test_what_loom_found_in_programs_that_are_broken_on_purpose(self):
        self.chapter("01-one", "One", "The first.", programs=[{"name": "a", "finds": {"kind": "race", "lines": [1]}}, {"name": "b", "misses": "a race"}])
        self.chapter("12-two", "Two", "The second.", programs=[{"name": "a", "compile_error": "no"}, {"name": "b", "misses": "a race"}])
        twice = [{"kind": "race", "kernel": "add", "places": ["a.cu:1"]}] * 2
        for chapter in ("01-one", "12-two"):
            broken = {"a": self.ran(f"snippets/{chapter}/a", SESSION, findings=twice), "b": self.ran(f"snippets/{chapter}/b", SESSION)}
            self.write(f"book/records/loom/{chapter}.json", json.dumps({"device": "loom", "broken": broken}))
        self.write("snippets/12-two/b.cu", "int changed;\n")
        self.facts()
        self.assertEqual(lua_file.read(self.root / "made/found.lua"), {"01-one/a": ["race"], "01-one/b": []})
        self.assertIn("book/records/loom/01-one.json", (self.root / "made/facts.d").read_text())

    def test_an_entry_of_another_text_is_not_current(self):
        sanitizer = {name: self.ran(text, SESSION, found={"memcheck": ""})
                     for name, text in (("a", "snippets/01-one/a"), ("solutions/e", "solutions/01-one/e"))}
        points = {"speed": self.ran("snippets/01-one/b", SESSION, program="b", points=[{"x": 1}])}
        self.record("01-one", programs={"a": self.ran("snippets/01-one/a", SESSION, passed=True)},
                    exercises={"e": self.ran("solutions/01-one/e", SESSION, passed=True)}, sanitizer=sanitizer, measurements=points)

        def current() -> dict[str, bool]:
            found = self.recorded("01-one")
            return {name: entry["current"] for section in ("programs", "exercises", "sanitizer", "measurements")
                    for name, entry in found[section].items()} | {"sanitized": found["sanitizer"]["01-one/a"]["current"]}

        names = {"01-one/a", "01-one/e", "01-one/speed", "solutions/01-one/e", "sanitized"}
        self.assertEqual(current(), dict.fromkeys(names, True))
        self.write("snippets/01-one/a.cu", "int a; // the same\n")
        self.assertEqual(current(), dict.fromkeys(names, True))
        self.write("snippets/01-one/a.cu", "long a;\n")
        self.assertEqual(current(), {**dict.fromkeys(names, True), "01-one/a": False, "sanitized": False})
        self.write("solutions/01-one/e.cu", "long e;\n")
        self.write("snippets/01-one/b.cu", "long b;\n")
        self.assertEqual(current(), dict.fromkeys(names, False))

    def test_a_header_that_a_program_includes_counts(self):
        self.write("snippets/common/check.cuh", "int check;\n")
        self.write("snippets/01-one/a.cu", '#include "common/check.cuh"\n')
        self.record("01-one", programs={"a": self.ran("snippets/01-one/a", SESSION, passed=True)})
        self.assertTrue(self.recorded("01-one")["programs"]["01-one/a"]["current"])
        self.write("snippets/common/check.cuh", "long check;\n")
        self.assertFalse(self.recorded("01-one")["programs"]["01-one/a"]["current"])

    def test_two_sessions_are_both_named(self):
        self.record("01-one", programs={"b": self.ran("snippets/01-one/b", LATER, passed=True), "a": self.ran("snippets/01-one/a", SESSION, passed=True)},
                    measurements={"speed": self.ran("snippets/01-one/b", {**LATER, "date": "2026-01-03"}, program="b", points=[])})
        self.assertEqual(self.recorded("01-one")["runs"], [{"date": "2026-01-01", "driver": "5", "toolkit": "13.0"},
                                                           {"date": "2026-01-02", "driver": "5", "toolkit": "13.1"}])

    def test_two_revisions_of_one_day_are_one_session(self):
        self.record("01-one", programs={name: self.ran(f"snippets/01-one/{name}", {**SESSION, "revision": revision}, passed=True)
                                        for name, revision in (("a", "abc"), ("b", "def"))})
        self.assertEqual(self.recorded("01-one")["runs"], [{"date": "2026-01-01", "driver": "5", "toolkit": "13.0"}])

    def test_loops_and_counters_are_found_by_kernel(self):
        loop = {"instructions": 9, "opcodes": {"LDG": 4}}
        kernel = {"loops": [loop, {"instructions": 2, "opcodes": {}}], "registers": 32, "stack_frame": 0, "local": {"stores": 1, "loads": 2, "bytes": 8},
                  "architecture": "sm_90"}
        metrics = {"dram.bytes": {"value": 2048, "unit": "byte"}}
        self.record("01-one", loops={"a": self.ran("snippets/01-one/a", SESSION, kernels={"add<4>": kernel})},
                    counters={"a": self.ran("snippets/01-one/a", SESSION, kernels={"add<4>": metrics})})
        found = self.recorded("01-one")
        self.assertEqual(found["loops"]["01-one/a"]["add<4>"], {"instructions": {"total": 9, "LDG": 4}, "registers": 32, "stack": 0, "spills": 3, "arch": "sm_90"})
        self.assertEqual(found["counters"]["01-one/a"]["add<4>"], {"dram.bytes": 2048})

    def test_a_chapter_that_is_recorded_anew_leaves_the_others_alone(self):
        self.record("01-one")
        self.record("12-two")
        self.facts()
        self.record("01-one", programs={"a": self.ran("snippets/01-one/a", LATER, passed=True)})
        self.assertEqual(self.remade(), {"01-one.recorded.lua"})

    def test_what_the_output_depends_on(self):
        self.record("01-one")
        self.write("snippets/common/check.cuh", "int check;\n")
        self.facts()
        target, _, sources = (self.root / "made/facts.d").read_text().strip().partition(": ")
        self.assertEqual(target, "made/order.lua")
        chapters = [f"{folder}/{chapter}/{file}" for chapter in ("01-one", "12-two")
                    for folder, file in (("snippets", "a.cu"), ("snippets", "b.cu"), ("snippets", "manifest.json"), ("solutions", "e.cu"))]
        self.assertEqual(sorted(sources.split()), sorted(str(self.root / path) for path in (
            "book/records", DEVICE, f"{DEVICE}/01-one.json", "snippets/common/check.cuh", *chapters)))

    def test_a_record_that_is_no_json_is_named(self):
        self.write(f"{DEVICE}/12-two.json", "{")
        self.assertEqual(self.gather().stderr, f"{DEVICE}/12-two.json is damaged, perhaps by a merge: git checkout brings it back\n")

    def test_a_manifest_that_is_no_json_is_named(self):
        self.write("snippets/12-two/manifest.json", "<<<<<<< ")
        self.assertEqual(self.gather().stderr, "snippets/12-two/manifest.json is damaged, perhaps by a merge. "
                                               "Write it again: rm snippets/12-two/manifest.json && ./weft tangle\n")


if __name__ == "__main__":
    tools.run_tests("pandoc")
