"""Tools of the toolkit that tests write themselves, so that no test needs a GPU: each prints what it was given."""
import os
import pathlib
import sys
import tempfile
import time
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "book"))
from runs import tools  # noqa: E402


def gone(process: int) -> bool:
    """Whether a process ends within two seconds; one whose parent has ended may wait a moment for being removed."""
    for _ in range(100):
        try:
            state = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False


class WithTools(unittest.TestCase):
    """The PATH of a test holds its own tools and those of the system; the toolkit of this machine is not found."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "bin").mkdir()
        self.path(f"{self.folder / 'bin'}:/usr/bin:/bin")
        patch = unittest.mock.patch.object(tools, "TOOLKIT", "/nowhere")
        patch.start()
        self.addCleanup(patch.stop)

    def path(self, text: str) -> None:
        patch = unittest.mock.patch.dict(os.environ, PATH=text)
        patch.start()
        self.addCleanup(patch.stop)

    def tool(self, name: str, script: str) -> pathlib.Path:
        """A shell script, in whose text {folder} is the folder of the test."""
        path = self.folder / "bin" / name
        path.write_text("#!/bin/sh\n" + script.replace("{folder}", str(self.folder)))
        path.chmod(0o755)
        return path

    def file(self, name: str, text: str) -> pathlib.Path:
        (self.folder / name).write_text(text)
        return self.folder / name

    def said(self) -> list[str]:
        """The arguments with which a tool was started that writes them to `said`, a line per start."""
        return (self.folder / "said").read_text().splitlines()
