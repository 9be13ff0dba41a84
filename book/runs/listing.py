"""Lists the exercises of chapters, with their wrong answers, for Meson: listing CHAPTER..."""
from __future__ import annotations

from runs import project


def main(chapters: list[str]) -> None:
    print("\n".join(project.listing(chapters)))
