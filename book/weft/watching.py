"""Waits until the reader has saved an exercise."""
from __future__ import annotations

import ctypes
import os
import pathlib
import select
import time
from collections.abc import Iterator

PATIENCE = 1.0  # seconds: where the system tells nothing, as on some network and shared folders, files are looked at this often
SETTLING = 0.05  # seconds that an editor may take over the several steps of one save
CHANGED = 0x8 | 0x80  # of <sys/inotify.h>: a file was closed after writing, or moved here


def saves(files: list[pathlib.Path]) -> Iterator[list[pathlib.Path]]:
    """For ever: the files whose text is another than it was. Those that are there at first are no news."""
    told = listen(sorted({str(file.parent) for file in files}))
    before = texts(files)
    while True:
        if select.select(told, [], [], PATIENCE)[0]:
            time.sleep(SETTLING)
            os.read(told[0], 1 << 16)
        now = texts(files)
        changed = [file for file, text in now.items() if before.get(file) != text]
        before.update(now)
        if changed:
            yield changed


def texts(files: list[pathlib.Path]) -> dict[pathlib.Path, bytes]:
    found = {}
    for file in files:
        try:
            found[file] = file.read_bytes()
        except FileNotFoundError:  # while an editor replaces it
            pass
    return found


def listen(folders: list[str]) -> list[int]:
    """What becomes readable when something is saved in these folders; empty where the system cannot tell."""
    try:
        system = ctypes.CDLL(None)
        told = system.inotify_init1(os.O_CLOEXEC)
    except (OSError, AttributeError):
        return []
    if told < 0:
        return []
    for folder in folders:
        system.inotify_add_watch(told, os.fsencode(folder), CHANGED)
    return [told]
