"""Runs one program and returns how it ended. The caller decides what that means."""
from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import BinaryIO

from runs import processes

SKIPPED = 77
TIME_LIMIT = int(os.environ.get("WEFT_TIME_LIMIT", "100"))  # seconds; Meson says what a test may take
MOST_KEPT = 1 << 20  # bytes of what a program prints
NEWS = re.compile(rb"loom: kernel .* is still running after ")
Tell = Callable[[str], None]


@dataclass
class Outcome:
    status: int | None  # None: stopped at the time limit
    output: str  # what it wrote to stdout
    errors: str  # what it wrote to stderr
    findings: list[dict] = field(default_factory=list)  # what loom found
    leaks: list[dict] = field(default_factory=list)  # memory that was never freed: a note to a program, a fault of an answer
    limit: float = TIME_LIMIT  # seconds that it was given

    def ending(self) -> str:
        """How the program ended, as the middle of a sentence."""
        if self.status is None:
            return f"did not end within {self.limit:g} s"
        if self.status < 0:
            return f"was killed by {signal.Signals(-self.status).name}"
        return f"ended with exit status {self.status}"


def run(command: list[str], limit: float = TIME_LIMIT, folder: str | os.PathLike | None = None,
        environment: dict[str, str] | None = None, stdin: int | socket.socket = subprocess.DEVNULL, tell: Tell | None = None) -> Outcome:
    """In a folder of its own unless one is given: a program may leave files in the current one. `tell` is called immediately with what loom says of
    a kernel that goes on."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        report = os.path.join(scratch, "report.json")
        ran_in = folder or os.path.join(scratch, "ran")
        os.makedirs(ran_in, exist_ok=True)
        command = [os.path.abspath(part) if os.path.exists(part) else part for part in command]
        # A session of its own, so that what it forks can be ended with it.
        program = subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ran_in,
                                   start_new_session=True, preexec_fn=processes.die_with_parent,
                                   env={**os.environ, "LOOM_REPORT": report, **(environment or {})})
        output, errors = Captured(program.stdout), Captured(program.stderr, tell)
        try:
            status = program.wait(limit)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            processes.end_group(program.pid)
            program.wait()
        return Outcome(status, output.text(), errors.text(), *read_report(report), limit)


class Captured:
    """What a program writes to a pipe, up to a megabyte; the rest is read and dropped, so that the program goes on."""

    def __init__(self, pipe: BinaryIO, tell: Tell | None = None) -> None:
        self.pipe, self.kept, self.cut, self.tell = pipe, bytearray(), False, tell
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self) -> None:
        while data := os.read(self.pipe.fileno(), 1 << 16):
            data = self.without_news(data) if self.tell else data
            room = MOST_KEPT - len(self.kept)
            self.kept += data[:room]
            self.cut |= len(data) > room

    def without_news(self, data: bytes) -> bytes:
        lines = data.splitlines(keepends=True)
        for line in filter(NEWS.match, lines):
            self.tell(line.decode(errors="replace").rstrip())
        return b"".join(line for line in lines if not NEWS.match(line))

    def text(self) -> str:
        self.reader.join(timeout=1)  # a process that has detached itself may hold the pipe open
        if not self.reader.is_alive():
            self.pipe.close()
        return self.kept.decode(errors="replace") + ("\n[It printed more than a megabyte; the rest is left out.]\n" if self.cut else "")


def read_report(report: str) -> tuple[list[dict], list[dict]]:
    """What loom found, and its notes on memory that was never freed."""
    if not os.path.exists(report):
        return [], []
    with open(report, encoding="utf-8", errors="replace") as file:
        try:
            found = json.load(file)
            return found["findings"], [note for note in found["notes"] if note["kind"] == "leak"]
        except (ValueError, KeyError, TypeError):  # the program was ended while it was written
            return [], []
