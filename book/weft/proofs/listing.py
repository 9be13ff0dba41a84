"""Lists the exercises of chapters, with their wrong answers, for Meson: listing CHAPTER...

One line each, `CHAPTER/TASK: WRONG-ANSWER…`. A chapter's text says which exercises it has; the folder, which wrong answers.
"""
from __future__ import annotations

from weft import project


def main(chapters: list[str]) -> None:
    print("\n".join(lines(chapters)))


def lines(chapters: list[str]) -> list[str]:
    return [f"{chapter}/{exercise['task']}: {' '.join(wrong_answers(chapter, exercise['task']))}"
            for chapter in chapters for exercise in project.listed(chapter, "exercises")]


def wrong_answers(chapter: str, task: str) -> list[str]:
    return sorted(path.name for path in (project.root / "tests/wrong" / chapter / task).glob("*"))
