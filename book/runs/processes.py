"""What we start ends with us: programs, what they start, and what has been detached from them. Only SIGKILL leaves what our programs have started."""
from __future__ import annotations

import ctypes
import os
import pathlib
import signal
import subprocess
import time

SUBREAPER, DEATH_SIGNAL = 36, 1  # of <sys/prctl.h>
libc = ctypes.CDLL(None)  # before any fork: a child may not load anything
ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)  # what ends us besides Ctrl-C
GRACE = 1.0  # seconds between the request to end and the end


class Ended(BaseException):
    """A signal has told us to end."""

    def __init__(self, number: int) -> None:
        self.number = number


def look_after() -> None:
    """From here on orphans of our programs become our children, and a signal that would end us raises Ended."""
    prctl(SUBREAPER, 1)
    for number in ENDING:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, end)


def end(number: int, _) -> None:
    raise Ended(number)


def die_with_parent() -> None:
    """In a child that is about to run a program: it ends when we do, however that comes."""
    prctl(DEATH_SIGNAL, signal.SIGKILL)


def run(command: list[str], **how) -> subprocess.CompletedProcess:
    """As subprocess.run, of what ends when we do."""
    return subprocess.run(command, preexec_fn=die_with_parent, **how)


def prctl(option: int, value: int) -> None:
    libc.prctl(option, value, 0, 0, 0)


def descendants(root: int) -> list[int]:
    """All processes under this one, children before their parents' other children."""
    found, todo = [], [root]
    while todo:
        at = todo.pop()
        for tasks in pathlib.Path(f"/proc/{at}/task").glob("*/children"):
            try:
                children = [int(child) for child in tasks.read_text().split()]
            except OSError:  # it has just ended
                continue
            found += children
            todo += children
    return found


def end_tree(root: int) -> None:
    """Ends a process and all under it: first by a signal that lets a build clear up, then by force."""
    signal_all([root, *descendants(root)], signal.SIGTERM)
    wait_until_gone(root)
    signal_all([*descendants(root), root], signal.SIGKILL)


def end_group(leader: int) -> None:
    """Ends a process that leads a group, with all of the group and all under it."""
    under = descendants(leader)
    try:
        os.killpg(leader, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
    signal_all(under, signal.SIGKILL)


def end_all() -> None:
    """Ends everything under this process, again and again until nothing is left, for a program may start more. No signal stops us in this."""
    for number in (signal.SIGINT, *ENDING):
        signal.signal(number, signal.SIG_IGN)
    signal_all(descendants(os.getpid()), signal.SIGTERM)
    wait_until_gone(None)
    for _ in range(100):
        left = descendants(os.getpid())
        if not left:
            return
        signal_all(left, signal.SIGKILL)
        reap()
        time.sleep(0.01)


def wait_until_gone(root: int | None) -> None:
    until = time.monotonic() + GRACE
    while time.monotonic() < until:
        if root is None:
            reap()
        elif state(root) in (None, "Z") and not descendants(root):
            return
        if root is None and not descendants(os.getpid()):
            return
        time.sleep(0.02)


def state(process: int) -> str | None:
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return None


def reap() -> None:
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def signal_all(which: list[int], number: int) -> None:
    for process in which:
        try:
            os.kill(process, number)
        except (ProcessLookupError, PermissionError):
            pass
