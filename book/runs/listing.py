"""Lists parts, chapters, programs and exercises for Meson: see project.listing."""
from __future__ import annotations

from runs import project


def main(_: list[str]) -> None:
    print("\n".join(project.listing()))
