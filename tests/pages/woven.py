"""A scratch book whose chapter, with its figure, its programs and what is recorded of them, is woven as the real ones are."""
from __future__ import annotations

import pathlib
import subprocess
import sys

import dom

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import ROOT  # noqa: E402
from support.scratch_book import NAME, ScratchBook  # noqa: E402
import lua  # noqa: E402

BOOK = ROOT / "book/site"
FRONT = [{"name": "index", "title": "Warp & Weft", "summary": "The book."}, {"name": "how-to-use", "title": "How to use", "summary": "How."}]
APPENDIX = {"name": "a-tables", "part": "Appendices", "about_part": "", "number": "A", "title": "Tables", "summary": "All of them."}
CHAPTERS = [{"name": "06-before", "part": "Part I, Beginning", "about_part": "What comes first.", "number": 6, "title": "Before", "summary": "What came before."},
            {"name": NAME, "part": "Part I, Beginning", "about_part": "What comes first.", "number": 7, "title": "A chapter", "summary": "What it is about."},
            {"name": "08-after", "part": "Part II", "about_part": "", "number": 8, "title": "After", "summary": "What comes after."}]
HEADER = "---\ntitle: A chapter\nsummary: What it is about.\n---\n\n"
DRAWING = """<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 100" role="img"><title>T</title><desc>D</desc>
<defs><path id="arrow" d="M0 0"/></defs><use href="#arrow" fill="url(#arrow)"/></svg>"""


class WovenBook(ScratchBook):
    maxDiff = None

    def setUp(self) -> None:
        super().setUp()
        self.write("chapters/figures/07-test-drawing.svg", DRAWING)
        self.devices: list[dict] = []

    def record(self, **fields: object) -> None:
        """Records a device on which the book was checked."""
        self.devices.append({"device": "NVIDIA H100", "runs": [{"driver": "580.1", "toolkit": "13.0", "date": "2025-11-01"}], **fields})

    def ran(self, *names: str, passed: bool = True, current: bool = True) -> dict[str, dict]:
        """What page_data.py says of the runs of these programs or solutions."""
        return {f"{NAME}/{name}": {"passed": passed, "current": current} for name in names}

    def run_pandoc(self, text: str, path: str = f"chapters/{NAME}.md", *options: str) -> subprocess.CompletedProcess[str]:
        self.write(path, HEADER + text)
        order, recorded = self.root / "order.lua", self.root / "recorded.lua"
        lua.write(order, FRONT + CHAPTERS + [APPENDIX] * ("a-tables" in path))
        lua.write(recorded, self.devices)
        return subprocess.run(
            ["pandoc", "--defaults", str(BOOK / "page.yaml"), "--metadata", f"order={order}", "--metadata", f"recorded={recorded}", "--metadata", "depfile=page.d",
             "--metadata", "target=page.html", "--output", "page.html", *options, path],
            cwd=self.root, capture_output=True, text=True)

    def weave(self, text: str, path: str = f"chapters/{NAME}.md", *options: str) -> dom.Node:
        result = self.run_pandoc(text, path, *options)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return dom.read(self.root / "page.html")

    def weave_whole(self, text: str, solutions: list[dict] = []) -> dom.Node:
        """The book of this chapter and these solutions, for paper."""
        self.write(f"chapters/{NAME}.md", HEADER + text)
        lua.write(self.root / "order.lua", CHAPTERS[1:2])
        lua.write(self.root / f"{NAME}.recorded.lua", self.devices)
        lua.write(self.root / "solutions.lua", solutions)
        metadata = {"order": "order.lua", "chapters": "chapters", "recorded": f"{NAME}.recorded.lua", "solutions": "solutions.lua", "pages": "yes"}
        options = [word for name, value in metadata.items() for word in ("--metadata", f"{name}={value}")]
        made = subprocess.run(["pandoc", "--from", "markdown", "--to", "html5", "--wrap", "none", "--lua-filter", str(BOOK / "filters/whole.lua"), *options],
                              input="", cwd=self.root, capture_output=True, text=True)
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        return dom.parse(made.stdout)

    def make_for_kit(self, defaults: str, output: str, text: str) -> None:
        """A file of the teacher's kit from this chapter."""
        self.write(f"chapters/{NAME}.md", HEADER + text)
        lua.write(self.root / "order.lua", FRONT + CHAPTERS)
        lua.write(self.root / "recorded.lua", self.devices)
        made = subprocess.run(["pandoc", "--defaults", str(BOOK.parent / "kit" / defaults), "--metadata", "order=order.lua", "--metadata", "recorded=recorded.lua",
                               "--metadata", "depfile=kit.d", "--metadata", f"target={output}", "--output", output, f"chapters/{NAME}.md"],
                              cwd=self.root, capture_output=True, text=True)
        self.assertEqual((made.returncode, made.stderr), (0, ""))

    def refused(self, text: str, path: str = f"chapters/{NAME}.md") -> str:
        """What is said of a page that cannot be woven."""
        result = self.run_pandoc(text, path)
        self.assertEqual(result.returncode, 1)
        self.assertFalse((self.root / "page.html").exists())
        return result.stderr.strip()
