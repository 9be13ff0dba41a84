"""A test with a folder of its own."""
from __future__ import annotations

import pathlib
import tempfile
import unittest


class ScratchFolder(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()

    def write(self, path: str, text: str, executable: bool = False) -> pathlib.Path:
        """An unchanged file is left alone, so that nothing is built again because of it."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists() or file.read_bytes() != text.encode():
            file.write_text(text, encoding="utf-8")
        if executable:
            file.chmod(0o755)
        return file

    def read(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")
