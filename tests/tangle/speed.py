#!/usr/bin/env python3
"""Prints how long tangling takes: one chapter of 5,000 words, and twenty of them. It measures and judges nothing."""
import pathlib
import random
import resource
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import scratch_book  # noqa: E402

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
    return scratch_book.HEADER + "\n".join(sections)


def processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(what: str, root: pathlib.Path, names: list[str]) -> None:
    start, start_of_use = time.perf_counter(), processor_seconds()
    for name in names:
        result = scratch_book.run_tangle(root, [f"chapters/{name}.md"])
        if result.returncode != 0:
            sys.exit(result.stderr)
    print(f"{what}: {time.perf_counter() - start:.2f} s, {processor_seconds() - start_of_use:.2f} s of it at work")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "chapters").mkdir()
        names = [f"{number:02}-chapter" for number in range(1, CHAPTERS + 1)]
        for number, name in enumerate(names):
            (root / "chapters" / f"{name}.md").write_text(chapter(number))
        measure(f"{CHAPTERS} chapters of {WORDS} words, all files new", root, names)
        measure("the same again, nothing changed", root, names)
        measure("one of them", root, names[:1])


if __name__ == "__main__":
    main()
