"""One command at a time where two would get in each other's way. The system lifts a lock when its holder dies."""
from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import pathlib
import sys
from collections.abc import Iterator

from command import terminal
from runs import project

held: dict[pathlib.Path, int] = {}  # by this process, and how many times


@contextlib.contextmanager
def build_folder() -> Iterator[None]:
    """While something in build/, or what is tangled, is made."""
    project.build.mkdir(exist_ok=True)
    if not os.access(project.build, os.W_OK | os.X_OK):
        reason = errno.EROFS if os.statvfs(project.build).f_flag & os.ST_RDONLY else errno.EACCES
        raise OSError(reason, os.strerror(reason), str(project.build))
    with lock(project.build, "Another ./weft is building here; waiting for it."):
        yield


@contextlib.contextmanager
def progress_notes() -> Iterator[None]:
    with lock(project.root / "exercises", None):
        yield


@contextlib.contextmanager
def lock(folder: pathlib.Path, waiting: str | None) -> Iterator[None]:
    """Only for this process; what it calls itself while it holds the lock goes through. Locked is a file, for some network disks lock
    nothing that is not open for writing."""
    if folder in held:
        held[folder] += 1
        try:
            yield
        finally:
            held[folder] -= 1
        return
    descriptor = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o666)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if waiting:
                terminal.say(waiting, sys.stderr)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        held[folder] = 1
        yield
    finally:
        held.pop(folder, None)
        os.close(descriptor)
