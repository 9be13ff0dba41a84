"""How far the reader is: a plain text file that belongs to the reader.

One line an exercise, its name and then what has happened, as words with values:

    01-the-cuda-model/swap-halves  solved=2026-11-21  answer=3f1c0a2b  hints=2  solution=seen

`answer` identifies the code that was solved, with all files that it includes; comments and layout do not count. Lines we
do not understand stay as they are.
"""
from __future__ import annotations

import datetime
import hashlib
import pathlib

from command import inputs, locking
from runs import files, project, source_hash

HEADER = "# How far you are. This file is yours: ./weft writes it as you go on, and you may edit or remove it.\n"


def path() -> pathlib.Path:
    return project.root / "exercises/progress.txt"


def read(name: str) -> dict[str, str]:
    """What is noted of an exercise; empty where nothing is."""
    for line in lines():
        words = line.split()
        if words[:1] == [name]:
            return dict(word.partition("=")[::2] for word in words[1:])
    return {}


def note(name: str, **changes: str | None) -> None:
    """Adds to what is noted of an exercise, and leaves every other line as it is. None removes."""
    with locking.progress_notes():
        add(name, changes)


def add(name: str, changes: dict[str, str | None]) -> None:
    noted = {word: value for word, value in {**read(name), **changes}.items() if value is not None}
    entry = "  ".join([name, *(f"{word}={value}" for word, value in noted.items())]) + "\n"
    kept = lines() or [HEADER]
    at = next((number for number, line in enumerate(kept) if line.split()[:1] == [name]), len(kept))
    kept[at:at + 1] = [entry]
    files.replace(path(), "".join(kept))


def lines() -> list[str]:
    if not path().exists():
        return []
    text = path().read_text(encoding="utf-8", errors="surrogateescape")
    return (text if text.endswith("\n") or not text else text + "\n").splitlines(keepends=True)


def judged(name: str, mark: str, passes: bool) -> None:
    """Notes the verdict of what has this mark."""
    if passes:
        note(name, solved=datetime.date.today().isoformat(), answer=mark)
    elif read(name).get("answer") == mark:
        note(name, solved=None, answer=None)


def is_solved(name: str, answer: str, path: pathlib.Path) -> bool:
    return read(name).get("answer") in (mark_of(answer, path), earlier_mark_of(answer))


def mark_of(answer: str, path: pathlib.Path) -> str:
    """Of this text in a file with this path, which tells what it includes."""
    return digest("\0".join(token for text in inputs.texts(path, answer).values() for token in source_hash.tokens_of(text)))


def earlier_mark_of(answer: str) -> str:
    """The mark as it was noted when comments counted."""
    return digest(answer)


def digest(text: str) -> str:
    return hashlib.sha1(text.encode(errors="surrogateescape")).hexdigest()[:8]


def rename(name: str, new: str) -> None:
    """What is noted under a name is noted under another one, unless something is noted there already."""
    with locking.progress_notes():
        if not read(new):
            files.replace(path(), "".join(line.replace(name, new, 1) if line.split()[:1] == [name] else line for line in lines()))


def names() -> list[str]:
    """Everything under which something is noted."""
    return [words[0] for words in map(str.split, lines()) if words and not words[0].startswith("#")]
