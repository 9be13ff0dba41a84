"""Waits until the reader has saved an exercise, and has it checked."""
from __future__ import annotations

import os
import pathlib
import select
import sys
import time
import traceback
from collections.abc import Callable

from command import errors, inputs
from runs import processes

PATIENCE = 0.2  # seconds between two polls of the files
SETTLING = 0.05  # seconds that an editor may take over the several steps of one save


def follow(names: dict[pathlib.Path, str], check: Callable[[str], object]) -> None:
    """Never returns: checks what is saved, each in a process of its own, which a new save of the same file ends."""
    saves = Saves(list(names))
    waiting: list[str] = []
    running: Running | None = None
    while True:
        for file in saves.wait([running.handle] if running else []):
            if running and running.name == names[file]:
                running.stop()
                running = None
            if names[file] not in waiting:
                waiting.append(names[file])
        if running and running.over():
            running = None
        if waiting and not running:
            running = Running(waiting.pop(0), check)


class Running:
    """A check under way."""

    def __init__(self, name: str, check: Callable[[str], object]) -> None:
        print(f"\n{time.strftime('%H:%M:%S')}  {name}", flush=True)
        self.name = name
        self.process = os.fork()
        if self.process == 0:
            self.work(check)
        self.handle = os.pidfd_open(self.process)

    def work(self, check: Callable[[str], object]) -> None:
        processes.die_with_parent()
        try:
            errors.status_of(lambda: check(self.name))
        except BaseException:  # whatever it is, this process must not go on as a second watch
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(0)

    def over(self) -> bool:
        if os.waitpid(self.process, os.WNOHANG)[0] == 0:
            return False
        os.close(self.handle)
        return True

    def stop(self) -> None:
        processes.end_tree(self.process)
        os.waitpid(self.process, 0)
        os.close(self.handle)


class Saves:
    """Which answers have another text than before, or include one that has. The first look reports none."""

    def __init__(self, watched: list[pathlib.Path]) -> None:
        self.files = watched
        self.before = texts(watched)

    def wait(self, besides: list[int]) -> list[pathlib.Path]:
        """Comes back with what was saved, when one of `besides` can be read, or after a while."""
        select.select(besides, [], [], PATIENCE)
        now = texts(self.files)
        if now != self.before:
            time.sleep(SETTLING)
            now = texts(self.files)
        changed = [file for file, text in now.items() if self.before.get(file) != text]
        self.before.update(now)
        return changed


def texts(files: list[pathlib.Path]) -> dict[pathlib.Path, dict[pathlib.Path, str]]:
    found = {}
    for file in files:
        try:
            found[file] = inputs.texts(file, file.read_text(encoding="utf-8", errors="surrogateescape"))
        except FileNotFoundError:  # while an editor replaces it
            pass
    return found
