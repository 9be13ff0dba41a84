"""The channel over which an exercise's test reports what it did; tests/exercises/support/seal.cpp is its other end."""
from __future__ import annotations

import contextlib
import secrets
import socket
from dataclasses import dataclass, field


@dataclass
class TestRun:
    asserts: dict[str, int] = field(default_factory=dict)  # how many assertions each test case made
    failed: list[str] = field(default_factory=list)  # the test cases that did not pass
    finished: bool = False  # all test cases were run
    ended: bool = False  # and the process came to its end, the reports of its libraries included


class Channel:
    def __init__(self) -> None:
        self.secret = secrets.token_hex(16)
        self.ours, self.programs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.ours.send(self.secret.encode())

    def read(self) -> TestRun:
        """What the program has reported; to be called when it has ended."""
        self.ours.setblocking(False)
        sealed = TestRun()
        with contextlib.suppress(BlockingIOError, ConnectionResetError):
            while packet := self.ours.recv(1 << 12):
                take(packet.decode(errors="replace"), self.secret, sealed)
        return sealed

    def __enter__(self) -> Channel:
        return self

    def __exit__(self, *_) -> None:
        self.ours.close()
        self.programs.close()


def take(line: str, secret: str, sealed: TestRun) -> None:
    known, _, rest = line.partition(" ")
    if not secrets.compare_digest(known.encode(), secret.encode()):
        return
    what, asserts, failed, name = rest.split(" ", 3)
    if what == "case":
        sealed.asserts[name] = sealed.asserts.get(name, 0) + int(asserts)
        if int(failed):
            sealed.failed.append(name)
    sealed.finished |= what == "finished"
    sealed.ended |= what == "ended"
