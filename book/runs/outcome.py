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
PATIENCE = 5.0  # seconds until a program that goes on is reported
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
            why = ", as the system does when memory runs out" if self.status == -signal.SIGKILL else ""
            return f"was killed by {signal.Signals(-self.status).name}{why}"
        return f"ended with exit status {self.status}"


def run(command: list[str], limit: float = TIME_LIMIT, folder: str | os.PathLike | None = None,
        environment: dict[str, str] | None = None, stdin: int | socket.socket = subprocess.DEVNULL, tell: Tell | None = None,
        most: int = MOST_KEPT) -> Outcome:
    """In a folder of its own unless one is given: a program may leave files in the current one. `tell` is called immediately with what loom says of
    a kernel that goes on, or else that the program does. `most` bytes are kept of each stream that it prints to."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        report = os.path.join(scratch, "report.json")
        ran_in = folder or os.path.join(scratch, "ran")
        os.makedirs(ran_in, exist_ok=True)
        command = [os.path.abspath(part) if os.path.exists(part) else part for part in command]
        # A session of its own, so that what it forks can be ended with it.
        program = subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ran_in,
                                   start_new_session=True, preexec_fn=processes.die_with_parent,
                                   env={**os.environ, "LOOM_REPORT": report, **(environment or {})})
        output, errors = Captured(program.stdout, most), Captured(program.stderr, most, tell)
        try:
            status = wait(program, limit, lambda line: tell(line) if tell and not errors.told else None)  # loom says more of a kernel
        except subprocess.TimeoutExpired:
            status = None
        finally:
            processes.end_group(program.pid)
            program.wait()
        return Outcome(status, output.text(), errors.text(), *read_report(report), limit)


def wait(program: subprocess.Popen, limit: float, tell: Tell) -> int:
    """The exit status; TimeoutExpired at the limit."""
    first = min(PATIENCE, limit)
    try:
        return program.wait(first)
    except subprocess.TimeoutExpired:
        if first < limit:
            tell(f"The program is still running after {first:g} s; it will be stopped after {limit:g} s.")
    return program.wait(limit - first)


class Captured:
    """What a program writes to a pipe: its beginning and its end. What is between them is read and dropped, so that the program goes on."""

    def __init__(self, pipe: BinaryIO, most: int, tell: Tell | None = None) -> None:
        self.pipe, self.most, self.tell, self.told = pipe, most, tell, False
        self.begin, self.end, self.written = bytearray(), bytearray(), 0
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self) -> None:
        while data := os.read(self.pipe.fileno(), 1 << 16):
            data = self.without_news(data) if self.tell else data
            self.written += len(data)
            space = self.most // 2 - len(self.begin)
            self.begin += data[:space]
            self.end += data[space:]
            if len(self.end) > self.most:
                del self.end[:-self.most // 2]

    def without_news(self, data: bytes) -> bytes:
        lines = data.splitlines(keepends=True)
        for line in filter(NEWS.match, lines):
            self.told = True
            self.tell(line.decode(errors="replace").rstrip())
        return b"".join(line for line in lines if not NEWS.match(line))

    def text(self) -> str:
        self.reader.join(timeout=1)  # a process that has detached itself may hold the pipe open
        if not self.reader.is_alive():
            self.pipe.close()
        end = self.end[-self.most // 2:]
        dropped = self.written - len(self.begin) - len(end)
        cut = f"\n[It printed {self.written:,} bytes, of which {dropped:,} are left out here.]\n".encode() if dropped else b""
        return (self.begin + cut + end).decode(errors="replace")


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
