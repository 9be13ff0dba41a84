"""A scratch book for a test: chapters written by the test, tangled as the real ones are."""
from __future__ import annotations

import pathlib
import subprocess

from support import ROOT
from support.folder import ScratchFolder

TANGLE = ROOT / "book" / "site" / "filters" / "tangle.lua"
HEADER = "---\ntitle: A chapter\n---\n\n"  # a chapter's own text begins on line 5
NAME = "07-test"


class ScratchBook(ScratchFolder):
    def setUp(self) -> None:
        super().setUp()
        self.snippets = self.root / "snippets" / NAME

    def write_chapter(self, text: str, name: str = NAME, header: str = HEADER) -> pathlib.Path:
        return self.write(f"chapters/{name}.md", header + text)

    def tangle(self, name: str = NAME, *options: str) -> subprocess.CompletedProcess[str]:
        return run_tangle(self.root, [f"chapters/{name}.md"], *options)

    def tangled(self, name: str = NAME) -> list[str]:
        """Tangles a chapter without mistakes and returns what was said."""
        result = self.tangle(name)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout.splitlines()

    def files(self) -> dict[str, bytes]:
        """Everything under snippets/, by path from there."""
        folder = self.root / "snippets"
        paths = [path for path in folder.rglob("*") if path.is_file()]
        return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def run_tangle(root: pathlib.Path, chapters: list[str], *options: str) -> subprocess.CompletedProcess[str]:
    command = ["pandoc", "--quiet", "-f", "markdown", "-t", "native", "-o", "/dev/null", "-L", str(TANGLE), *options,
               *chapters]
    return subprocess.run(command, cwd=root, capture_output=True, text=True)
