"""Files that several commands share: replaced in one step, and only where the text is another."""
from __future__ import annotations

import errno
import os
import pathlib
import pwd
import tempfile

from runs import project

CONFLICT = ("<<<<<<< ", ">>>>>>> ")


def replace(path: pathlib.Path, text: str) -> None:
    """A reader sees the old text or the new one, even if we are interrupted or another process writes."""
    data = text.encode("utf-8", errors="surrogateescape")
    try:
        if path.read_bytes() == data:
            return
    except FileNotFoundError:
        pass
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        new.write_bytes(data)
        os.replace(new, path)
    except OSError as error:
        error.filename, error.filename2 = str(path), None  # not the new file's, which is gone
        raise
    finally:
        new.unlink(missing_ok=True)


def require_space(folder: pathlib.Path) -> None:
    """OSError with this folder if not even a small file can be written there."""
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(bytes(1 << 16))
            probe.flush()
    except OSError as error:
        error.filename = str(folder)
        raise


def conflict_at(text: str) -> int | None:
    """The line on which Git has left the mark of a conflict."""
    marked = {number: line for number, line in enumerate(text.splitlines(), 1) if line.startswith(CONFLICT)}
    return min(marked) if any(line.startswith(CONFLICT[1]) for line in marked.values()) else None


def explain(error: OSError) -> str:
    """What the system refused, as a sentence that says what to do."""
    where = f" at {error.filename}" if error.filename else ""
    if error.errno == errno.ENOSPC:
        return f"The disk is full{where}. Free space there (or set TMPDIR to a folder on another disk), then start again."
    if error.errno == errno.EDQUOT:
        return f"Your disk quota is exceeded{where}. Free space, then start again."
    if error.errno == errno.EFBIG:
        return f"A file may not become large enough{where}. Raise the limit (ulimit -f), then start again."
    if error.errno in (errno.ENOMEM, errno.EAGAIN):
        return f"The system has no memory or no process left{where}. Close other programs (or raise the limits, ulimit -v and -u), then start again."
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS) and error.filename:
        return f"{error.filename} cannot be written or read by you{owner(error.filename)}. {right(error)}"
    if isinstance(error, FileExistsError) and error.filename:
        return f"{error.filename} is a file, but a folder is needed there. Move it elsewhere, then start again."
    if isinstance(error, FileNotFoundError) and error.filename:
        name = os.fsdecode(error.filename)
        if "/" not in name or project.root not in pathlib.Path(name).absolute().parents:  # a command, say
            return f"{name} is missing here."
        return f"{error.filename} is missing. Get it back with git checkout, or clone the book again."
    return f"The system refused{where}: {error.strerror or error}."


def right(error: OSError) -> str:
    if error.errno == errno.EROFS:
        return "Its disk is read-only; copy the book to one that is not."
    if owner(error.filename):
        return "Make it yours (sudo chown -R), or copy the book to a folder of your own."
    return f"Allow it: chmod -R u+rwX {project.root}"


def owner(name: str | bytes) -> str:
    path = pathlib.Path(os.fsdecode(name))
    while not os.path.lexists(path) and path != path.parent:
        path = path.parent
    try:
        uid = os.lstat(path).st_uid
        return "" if uid == os.geteuid() else f"; {path} belongs to {pwd.getpwuid(uid).pw_name}"
    except (OSError, KeyError):
        return ""
