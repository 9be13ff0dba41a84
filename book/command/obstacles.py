"""What kept a compiler or a test from its work although the text that it was given is not to blame: a full disk, too little memory.

Each is raised with a sentence that names it, so that it is not taken for a fault of an answer.
"""
from __future__ import annotations

import os
import pathlib
import re
import tempfile

from runs import files, project
from runs.project import UserError

# What compilers, linkers, Ninja and loom print, and what to do about it.
SIGNS = [
    (re.compile(r"No space left on device"), "the disk is full. Free space"),
    (re.compile(r"Disk quota exceeded"), "your disk quota is exceeded. Free space"),
    (re.compile(r"File size limit exceeded|File too large"), "files may not become as large here. Raise the limit (ulimit -f)"),
    (re.compile(r"[Oo]ut of memory allocating|[Vv]irtual memory exhausted|[Mm]emory exhausted|Cannot allocate memory|std::bad_alloc"),
     "memory ran out. Close other programs, or raise the limit (ulimit -v)"),
    (re.compile(r"\bKilled signal terminated program|\bdied due to signal 9\b|terminated with signal 9\b|^Killed$", re.M),
     "the compiler was killed, as the system does when memory runs out. Close other programs"),
    (re.compile(r"this process may not reserve \d+ GiB of address space"),
     "loom may not reserve enough address space. Raise the limit (ulimit -v)"),
    (re.compile(r"Read-only file system"), "the disk is read-only. Copy the book to one that is not"),
]


def look_for(said: str, what: str) -> None:
    """Raises what kept `what` from being built or run, if that shows in what was printed, or if nothing can be written any more."""
    for sign, remedy in SIGNS:
        if sign.search(said):
            raise UserError(f"{said.rstrip()}\n{what} could not be built or run, because {remedy}, then start again. "
                            "Its text is not to blame.")
    # Python takes another folder where that of TMPDIR is full, but compilers do not.
    for folder in (project.build, pathlib.Path(os.environ.get("TMPDIR") or tempfile.gettempdir())):
        if folder.is_dir():
            files.require_space(folder)
