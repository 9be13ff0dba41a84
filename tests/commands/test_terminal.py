#!/usr/bin/env python3
"""An hour with the exercises in a terminal, driven through tmux: test_terminal.py LOOMCC, which stands for all of loom."""
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import scratch_project, tools  # noqa: E402
from support.built_project import OWN, BuiltProject  # noqa: E402

PATIENCE = 60  # seconds for one thing to appear on the screen


class Terminal(BuiltProject):
    def setUp(self) -> None:
        super().setUp()
        self.socket = str(self.root / "tmux")
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", "150", "-y", "50", "env", "-u", "CI", "PS1=$ ", "bash", "--norc", "--noprofile")
        self.addCleanup(self.tmux, "kill-server")
        self.type(f"cd {self.root}")

    def tmux(self, *arguments: str) -> str:
        return subprocess.run(["tmux", "-S", self.socket, *arguments], check=True, capture_output=True, text=True).stdout

    def type(self, line: str) -> None:
        self.tmux("send-keys", "-l", line)
        self.tmux("send-keys", "Enter")

    def screen(self) -> str:
        return self.tmux("capture-pane", "-p", "-S", "-200")

    def sees(self, words: str, times: int = 1) -> None:
        end = time.monotonic() + PATIENCE
        while (screen := self.screen()).count(words) < times:
            if time.monotonic() > end:
                self.fail(f"{words!r} did not appear:\n{screen}")
            time.sleep(0.1)

    def test_solving_breaking_resetting_and_resuming(self) -> None:
        self.type("./weft watch triple")
        self.sees("Stop with Ctrl-C.")
        self.write(OWN, scratch_project.SOLUTION.replace("3 * n", "4 * n"))  # saved in place
        self.sees("is    ( 8 == 6 )")
        self.sees("not yet. On loom, 1 of its 2 tests fails.")
        self.replace(OWN, scratch_project.SOLUTION)  # as editors do that write a new file and move it
        self.sees("07-small/triple: solved.")
        self.write(OWN, scratch_project.SOLUTION.replace("3 * n", "3 * "))
        self.sees("On loom, it does not compile.")
        self.tmux("send-keys", "C-c")
        self.type("echo status $?")
        self.sees("status 0")

        self.type("./weft reset triple")
        self.sees(f"Your answer is saved as {OWN}.1.kept")
        self.type("./weft exercises")
        self.sees("0 of 1 solved")
        self.type(f"cp {OWN}.1.kept {OWN} && sed -i 's/3 \\* ;/3 * n;/' {OWN} && ./weft check triple")
        self.sees("07-small/triple: solved.", times=2)
        self.type("./weft exercises")
        self.sees("1 of 1 solved")

    def replace(self, path: str, text: str) -> None:
        (self.write(path + ".new", text)).rename(self.root / path)


if __name__ == "__main__":
    tools.run_tests("tmux", "meson", "ninja", "g++", "pandoc", defaultTest="Terminal")
