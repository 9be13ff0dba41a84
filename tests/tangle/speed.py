#!/usr/bin/env python3
"""Prints how long tangling takes: one chapter of 5,000 words, and twenty of them. A measurement, not a test of speed."""
import pathlib
import random
import sys
import tempfile
import time

import scratch

WORDS = 5000
CHAPTERS = 20
SECTIONS = 25  # each with a chunk, a program and its output; as many as the longest chapters have


def chapter(seed: int) -> str:
    words = random.Random(seed)
    sections = []
    for number in range(SECTIONS):
        text = " ".join(words.choice(("*grid*", "block", "`thread`", "warp,", "kernel", "memory.", "barrier"))
                        for _ in range(WORDS // SECTIONS))
        code = "".join(f"  values[threadIdx.x] += {line};\n" for line in range(12))
        sections.append(f"## Section {number}\n\n{text}\n\n```{{.cuda #kernel-{number}}}\n{code}```\n\n"
                        f"```{{.cuda file=program-{number}.cu}}\n<<kernel-{number}>>\n{code}```\n\n"
                        f"```{{.output of=program-{number}}}\n{code}```\n\n"
                        "::: {.question}\nWhy?\n\n::: {.answer}\nBecause.\n:::\n:::\n")
    return scratch.HEADER + "\n".join(sections)


def seconds(root: pathlib.Path, names: list[str]) -> float:
    start = time.perf_counter()
    for name in names:
        result = scratch.run_tangle(root, [f"chapters/{name}.md"])
        if result.returncode != 0:
            sys.exit(result.stderr)
    return time.perf_counter() - start


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "chapters").mkdir()
        names = [f"{number:02}-chapter" for number in range(1, CHAPTERS + 1)]
        for number, name in enumerate(names):
            (root / "chapters" / f"{name}.md").write_text(chapter(number))
        print(f"{CHAPTERS} chapters of {WORDS} words, all files new: {seconds(root, names):.2f} s")
        print(f"the same again, nothing changed: {seconds(root, names):.2f} s")
        print(f"one of them: {seconds(root, names[:1]):.2f} s")


if __name__ == "__main__":
    main()
