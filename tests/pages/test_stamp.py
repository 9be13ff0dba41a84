#!/usr/bin/env python3
"""A finished page says what is known of its programs on loom, and a page that is false says so at its head."""
import json
import os
import pathlib
import subprocess
import sys

import dom
import woven
from support import tools
from support.folder import ScratchFolder

STAMP = woven.BOOK / "stamp.py"
TEXT = "<h1>A chapter</h1>\n<!-- what is false -->\n<p>Text.</p>\n<li>loom: <!-- what ran on loom -->.</li>\n"


def holds(where: str = "here", date: str = "2026-11-27") -> dict:
    return {"state": "holds", "where": where, "date": date}


def other(state: str, sentence: str, line: int = 12) -> dict:
    return {"state": state, "where": "here", "date": "2026-11-27", "sentence": sentence, "line": line}


def stamp(root: pathlib.Path) -> None:
    subprocess.run([sys.executable, STAMP, "verdicts", "pages", "stamped"], cwd=root, check=True)


class StampedBook(ScratchFolder):
    def setUp(self) -> None:
        super().setUp()
        self.write("pages/07-test.woven", TEXT)

    def page(self, chapter: str = "07-test", **known: dict) -> str:
        """The page of a chapter with these verdicts on its programs."""
        self.write(f"verdicts/{chapter}.json", json.dumps(known))
        stamp(self.root)
        return self.read(f"pages/{chapter}.html")

    def ran(self, **known: dict) -> str:
        """What the page says of loom."""
        return dom.parse(self.page(**known)).one("li").words


class TestWhatRan(StampedBook):
    def test_what_ran_here(self) -> None:
        self.assertEqual(self.ran(add=holds(), sub=holds()), "loom: 2 programs were checked on this machine (2026-11-27) and did what this page says.")

    def test_what_is_recorded(self) -> None:
        self.assertEqual(self.ran(add=holds("recorded")), "loom: 1 program was checked for the record (2026-11-27) and did what this page says.")

    def test_some_ran_here_and_some_are_recorded(self) -> None:
        self.assertEqual(self.ran(add=holds(), sub=holds("recorded", "2026-10-01"), mul=holds()),
                         "loom: 2 programs were checked on this machine (2026-11-27) and did what this page says; "
                         "1 program was checked for the record (2026-10-01) and did what this page says.")

    def test_the_first_and_the_last_date(self) -> None:
        self.assertEqual(self.ran(add=holds(date="2026-11-02"), sub=holds(date="2026-10-01"), mul=holds(date="2026-10-30")),
                         "loom: 3 programs were checked on this machine (2026-10-01 to 2026-11-02) and did what this page says.")

    def test_what_was_skipped_is_named_with_its_reason(self) -> None:
        self.assertEqual(self.ran(add=holds(), ring=other("skipped", "mpirun is not installed"), halo=other("skipped", "mpirun is not installed"),
                                  grep=other("skipped", "grep <i>3 is old")),
                         "loom: 1 program was checked on this machine (2026-11-27) and did what this page says; "
                         "ring and halo were skipped (mpirun is not installed); grep was skipped (grep <i>3 is old).")

    def test_what_fails_is_not_among_those_that_hold(self) -> None:
        page = dom.parse(self.page(add=holds(), sub=other("fails", "an assertion failed"))).all("li")[-1]
        self.assertEqual(page.words, "loom: 1 program was checked on this machine (2026-11-27) and did what this page says; sub did something else.")
        self.assertEqual(page.one("a").get("href"), "#program-sub")

    def test_a_chapter_without_programs(self) -> None:
        self.assertEqual(self.ran(), "loom: it has no programs.")


class TestWhatIsFalse(StampedBook):
    def test_nothing_is_said_where_all_is_true(self) -> None:
        page = self.page(add=holds(), ring=other("skipped", "mpirun is not installed"))
        self.assertNotIn("class=\"false\"", page)
        self.assertNotIn("<!--", page)

    def test_what_is_false_is_named_with_the_line_of_the_chapter(self) -> None:
        section = dom.parse(self.page(add=other("fails", 'an assertion failed in "a <b> c"', 40), sub=holds(), mul=other("fails", "it failed", 9))).one("section")
        self.assertEqual((section.classes, section.get("role"), section.one("h2").words), (["false"], "alert", "This page is not true here"))
        self.assertEqual([item.words for item in section.all("li")],
                         ['add: an assertion failed in "a <b> c" (chapters/07-test.md:40)', "mul: it failed (chapters/07-test.md:9)"])


class TestPages(StampedBook):
    def test_there_is_no_page_while_something_is_unknown(self) -> None:
        self.page(add=holds(), sub=holds())
        with self.assertRaises(FileNotFoundError):
            self.page(add=holds(), sub={"state": "unknown"})
        self.assertTrue((self.root / "pages/07-test.woven").exists())
        self.assertIn("2 programs", self.page(add=holds(), sub=holds()))

    def test_a_page_that_is_the_same_is_not_written_again(self) -> None:
        for chapter in ("07-test", "08-other"):
            self.write(f"pages/{chapter}.woven", TEXT)
            self.page(chapter, add=holds())
            os.utime(self.root / f"pages/{chapter}.html", (1, 1))
        self.page("08-other", add=holds("recorded"))
        self.assertEqual([path.name for path in (self.root / "pages").glob("*.html") if path.stat().st_mtime == 1], ["07-test.html"])
        self.assertTrue((self.root / "stamped").exists())

    def test_an_edit_of_the_chapter_reaches_the_page(self) -> None:
        self.page(add=holds())
        self.write("pages/07-test.woven", TEXT.replace("Text", "Other text"))
        self.assertIn("Other text", self.page(add=holds()))

    def test_other_pages_are_left_alone(self) -> None:
        for name in ("index.html", "07-test.add-up.html"):
            self.write(f"pages/{name}", TEXT)
        self.page(add={**holds()})
        for name in ("index.html", "07-test.add-up.html"):
            self.assertEqual(self.read(f"pages/{name}"), TEXT)

    def test_the_page_of_a_chapter_that_is_no_longer_woven_goes(self) -> None:
        self.page(add=holds())
        (self.root / "pages/07-test.woven").unlink()
        stamp(self.root)
        self.assertFalse((self.root / "pages/07-test.html").exists())

    def test_what_was_woven_of_a_chapter_that_has_left_the_book_is_not_stamped(self) -> None:
        self.write("pages/06-gone.woven", TEXT)
        self.page(add=holds())
        self.assertFalse((self.root / "pages/06-gone.html").exists())


class TestWovenPage(woven.WovenBook):
    def test_a_page_that_is_false_says_so_before_its_text(self) -> None:
        self.weave("Text.\n\n```{.cuda file=add.cu}\nint a;\n```\n")
        self.write("pages/07-test.woven", self.read("page.html"))
        self.write("verdicts/07-test.json", json.dumps({"add": other("fails", "an assertion failed", 9)}))
        stamp(self.root)
        page = dom.read(self.root / "pages/07-test.html")
        first = next(child for child in page.one("main").children if isinstance(child, dom.Node))
        self.assertEqual((first.tag, first.classes), ("section", ["false"]))
        self.assertEqual(first.one("a").get("href"), f"#{page.one('figure', classed='program').get('id')}")
        checked = page.one("section", classed="checked").all("li")
        self.assertEqual(checked[0].words, "loom, the software device: add did something else.")


if __name__ == "__main__":
    tools.run_tests("pandoc")
