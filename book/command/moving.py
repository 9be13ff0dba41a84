"""Takes along what a reader has written in a chapter that was renamed or split since: answers, kept ones, and how far the reader is."""
from __future__ import annotations

import pathlib
import re

from command import exercises, progress, terminal
from runs import files, project, source_hash


def bring_along() -> None:
    """To the names that chapters have now."""
    for name in progress.names():
        if (new := now(name)) != name:
            progress.rename(name, new)
    for chapter in project.moved():
        folder = project.root / "exercises" / chapter
        if folder.is_dir():
            for path in sorted(folder.iterdir()):
                bring(path, chapter)
            if not any(folder.iterdir()):
                folder.rmdir()


def now(name: str) -> str:
    return project.name_now(name, project.exercises())


def bring(path: pathlib.Path, chapter: str) -> None:
    task, ending = re.fullmatch(r"([^.]*)(.*)", path.name).groups()
    new = now(f"{chapter}/{task}")
    if new == f"{chapter}/{task}" or not path.is_file():
        return
    text = path.read_text(encoding="utf-8", errors="surrogateescape")
    renamed = with_names_now(text)
    own = exercises.own(new)
    own.parent.mkdir(exist_ok=True)
    if ending == ".cu" and not is_stub(new, renamed) and not exercises.begun(new):
        if progress.is_solved(new, text, path):
            progress.note(new, answer=progress.mark_of(renamed, own))
        files.replace(own, renamed)
        path.unlink()
    else:
        own = exercises.name_to_keep(own)
        path.rename(own)
    terminal.say(f"{path.relative_to(project.root)} is now {own.relative_to(project.root)}.")


def is_stub(name: str, text: str) -> bool:
    """Whether it is not an answer yet; it may still have comments of the reader."""
    return source_hash.tokens_of(text) == source_hash.tokens_of(exercises.stub(name))


def with_names_now(text: str) -> str:
    """An answer includes its interface, and may include headers of its chapter."""
    text = re.sub(r'(#\s*include\s*["<])([\w-]+/[\w-]+)(?=\.hpp[">])', lambda include: include[1] + now(include[2]), text)
    for chapter, now_called in project.moved().items():
        if len(now_called) == 1:
            text = re.sub(rf'(#\s*include\s*["<]){re.escape(chapter)}/', rf"\g<1>{now_called[0]}/", text)
    return text
