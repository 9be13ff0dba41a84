#!/usr/bin/env python3
"""The whole book on paper and for e-readers: test_paper.py pdf BOOK.pdf WHOLE.htm ROOT, or: epub BOOK.epub ROOT"""
from __future__ import annotations

import collections
import html
import pathlib
import posixpath
import re
import subprocess
import sys
import unittest
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import tools  # noqa: E402
import page_data  # noqa: E402
from runs import project  # noqa: E402

TEXT_SIZE = 10.0  # points, as paper.css has it
EPUBCHECK = pathlib.Path("/usr/share/java/epubcheck.jar")


def edition(root: pathlib.Path) -> str:
    """Version and date, as the changes have them."""
    return "Version " + re.search(r"^## (.*)$", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)[1]


def words(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", text)).split())


def output_of(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def size_of(png: bytes) -> tuple[int, int]:
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


class TestPDF(unittest.TestCase):
    file: str
    whole: str
    root: pathlib.Path

    def contents(self) -> list[str]:
        listed = re.search(r'<ol class="places">(.*?)</ol>', self.whole, re.DOTALL)
        return [words(entry) for entry in re.findall(r'<li.*?>(.*?)<span class="at"', listed[1], re.DOTALL)]

    def outline(self) -> list[tuple[str, int]]:
        """The entries of the first two levels, each with its page."""
        entries, depth = [], 0
        for mark in re.finditer(r'<outline>|</outline>|<item page="(\d+)">(.*?)</item>', output_of("pdftohtml", "-xml", "-i", "-stdout", self.file)):
            depth += {"<outline>": 1, "</outline>": -1}.get(mark[0], 0)
            if mark[1] and depth <= 2:
                entries.append((words(mark[2]), int(mark[1])))
        return entries

    def pages(self) -> list[str]:
        return output_of("pdftotext", "-layout", self.file, "-").split("\f")[:-1]

    def test_the_outline_is_the_contents(self):
        self.assertGreater(len(self.contents()), 20)
        # Chromium leaves out the blank at which a heading is broken into lines.
        self.assertEqual(["".join(name.split()) for name, _ in self.outline()], ["".join(name.split()) for name in self.contents()])

    def test_the_contents_say_the_pages(self):
        outline = self.outline()
        listed = "\n".join(self.pages()[1:outline[0][1] - 1])
        printed = [int(page) for page in re.findall(r"\S {2,}(\d+)$", listed, re.MULTILINE)]
        self.assertEqual(printed, [page for _, page in outline])

    def test_every_page_has_its_number(self):
        pages = self.pages()
        self.assertGreater(len(pages), 10)
        for number, page in enumerate(pages[1:], 2):
            self.assertEqual(page.split()[-1], str(number))

    def test_it_is_tagged_and_says_its_title(self):
        info = output_of("pdfinfo", self.file)
        self.assertRegex(info, r"Tagged: +yes")
        self.assertRegex(info, r"Title: +Warp & Weft")

    def test_its_cover_says_version_and_date(self):
        self.assertIn(edition(self.root), words(self.pages()[0]))

    def test_every_picture_is_there_in_its_size(self):
        """A picture that could not be loaded is the browser's sign for that, an image of another size."""
        shown = set(re.findall(r'<img src="([^"]*)"', self.whole))
        self.assertGreater(len(shown), 0)
        wanted = sorted(size_of((self.root / "chapters" / picture).read_bytes()) for picture in shown)
        listed = [line.split() for line in output_of("pdfimages", "-list", self.file).splitlines()[2:]]
        printed = {columns[10]: (int(columns[3]), int(columns[4])) for columns in listed if columns[2] == "image"}
        self.assertEqual(sorted(printed.values()), wanted)

    def test_most_text_has_the_size_of_text(self):
        """Chromium scales the whole book down if anything in it is wider than the page."""
        printed = output_of("pdftohtml", "-xml", "-i", "-stdout", "-zoom", "3", self.file)
        sizes = {font: int(size) / 3 for font, size in re.findall(r'<fontspec id="(\d+)" size="(\d+)"', printed)}
        letters: collections.Counter[float] = collections.Counter()
        for font, text in re.findall(r'<text [^>]*font="(\d+)">(.*?)</text>', printed):
            letters[sizes[font]] += len(words(text))
        self.assertAlmostEqual(letters.most_common(1)[0][0], TEXT_SIZE, delta=0.5)

    def test_long_lines_of_code_are_unbroken(self):
        printed = {" ".join(line.split()) for page in self.pages() for line in page.splitlines()}
        listings = "".join(re.findall(r'<figure class="listing.*?</figure>', self.whole, re.DOTALL))
        code = "\n".join(re.findall(r"<pre><code>(.*?)</code></pre>", listings, re.DOTALL))
        lines = html.unescape(re.sub(r"<[^>]*>", "", code)).splitlines()
        long = [" ".join(line.split()) for line in lines if 85 < len(line) <= 105]
        self.assertGreater(len(long), 10)
        self.assertEqual([line for line in long if line not in printed], [])


class TestEPUB(unittest.TestCase):
    file: str
    root: pathlib.Path

    def test_it_is_valid(self):
        checked = subprocess.run(["java", "-jar", EPUBCHECK, self.file], capture_output=True, text=True)
        self.assertIn("0 fatals / 0 errors / 0 warnings", checked.stdout, checked.stdout[-3000:] + checked.stderr[-3000:])

    def test_its_title_page_says_version_and_date(self):
        with zipfile.ZipFile(self.file) as book:
            self.assertIn(edition(self.root), words(book.read("EPUB/text/title_page.xhtml").decode()))

    def test_every_chapter_is_in_the_contents(self):
        with zipfile.ZipFile(self.file) as book:
            contents = words(book.read("EPUB/nav.xhtml").decode())
            text = "".join(book.read(name).decode() for name in book.namelist() if name.startswith("EPUB/text/"))
        for path in sorted((self.root / "chapters").glob("*.md")):
            self.assertIn(f"{page_data.number_of(path.stem)} {project.manifest(path.stem)['title']}", contents)
        for part in ("Part I", "Appendices", "Answers", "Hints", "Solutions", "Glossary", "Names of CUDA"):
            self.assertIn(part, contents)
        self.assertIn("<math", text)
        self.assertIn("<svg", text)
        self.assertNotIn("<details", text)
        self.assertIn('<ul class="claims">', text)

    def test_every_picture_is_there_in_its_size(self):
        of_chapters = sorted((self.root / "chapters/figures").glob("*.png"))
        with zipfile.ZipFile(self.file) as book:
            shown = {posixpath.normpath(posixpath.join(posixpath.dirname(name), source))
                     for name in book.namelist() if name.endswith(".xhtml")
                     for source in re.findall(r'<img[^>]* src="([^"]*)"', book.read(name).decode())}
            self.assertEqual(sorted(shown - set(book.namelist())), [])
            pictures = sorted(book.read(name) for name in shown)
        self.assertEqual(pictures, sorted(path.read_bytes() for path in of_chapters))


def missing(kind: str, files: list[str]) -> str:
    """What the test cannot do without. Where there is no PDF, the build found nothing to print it with."""
    if kind == "pdf" and not files:
        return "Chromium is missing; ./weft book --pdf installs it"
    if kind == "pdf" and not all(output_of("fc-list", font) for font in ("P052", "DejaVu Sans Mono")):
        return "the fonts of the PDF are missing; ./weft book --pdf installs them"
    if kind == "epub" and not EPUBCHECK.exists():
        return "epubcheck is missing; install epubcheck"
    return ""


def main() -> int:
    kind, *files = sys.argv[1:]
    if kind == "pdf":
        tools.skip_without("pdftohtml", "pdftotext", "pdfinfo", "pdfimages", "fc-list")
    else:
        tools.skip_without("java")
    if reason := missing(kind, files):
        print(f"skipped: {reason}")
        return tools.SKIPPED
    file, *whole, root = files
    case = TestPDF if kind == "pdf" else TestEPUB
    case.file, case.root = file, pathlib.Path(root)
    if whole:
        case.whole = pathlib.Path(whole[0]).read_text(encoding="utf-8")
    result = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
