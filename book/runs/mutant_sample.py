"""Makes a few small faults in the solutions of a chapter, which the tests of the exercises must refuse.

    mutant_sample CHAPTER FOLDER TASK... -- BUILDER...

The mutants come from different exercises and are the same ones each time; an edited line of a solution replaces only those made in it. A
mutant that does not compile, or of which tests/mutants/ explains why it passes, proves nothing, so another one is drawn. FOLDER belongs to
the build; `answer_builder` describes BUILDER. `mutants` makes all mutants of an exercise.
"""
from __future__ import annotations

import pathlib
import sys
import zlib

from runs import linking, mutants, mutations, project
from runs.answer_builder import AnswerBuilder

# Each mutant takes 2 s of CPU time, nearly all of it in the compiler. Two per chapter, 38 in all, take 80 s; a third would bring the
# sample to two minutes, and `./weft mutants` makes them all anyway.
NUMBER = 2


def main(arguments: list[str]) -> None:
    split = arguments.index("--")
    chapter, folder, *tasks = arguments[:split]
    number = min(NUMBER, len(tasks))
    drawn: set[str] = set()
    gaps = []
    for task, mutant in ranked([f"{chapter}/{task}" for task in tasks]):
        if task in drawn:
            continue
        try:
            program = AnswerBuilder.of(task, pathlib.Path(folder) / task, arguments[split + 1:]).build("drawn", mutant.text)
        except linking.Refused:
            continue
        drawn.add(task)
        print(f"{path_of('solutions', task)}:{mutant.line}: {mutant.kind}: {mutant}", flush=True)
        if mutants.survives(program):
            gaps.append(mutants.gap(path_of("solutions", task), mutant, explained(task)))
        if len(drawn) == number:
            break
    print(*gaps, f"{chapter}: {len(drawn) - len(gaps)} of {len(drawn)} mutants killed", sep="\n")
    if len(drawn) < number:
        sys.exit(f"{chapter}: the sample should have {number} mutants, from different exercises, and {len(drawn)} could be drawn")
    if gaps:
        sys.exit(1)


def path_of(folder: str, task: str) -> pathlib.Path:
    return project.root / folder / f"{task}.cu"


def explained(task: str) -> pathlib.Path:
    return project.root / "tests/mutants" / f"{task}.txt"


def ranked(tasks: list[str]) -> list[tuple[str, mutations.Mutant]]:
    """The mutants of these exercises that must not pass, in an order that depends on nothing but their texts."""
    solutions = {task: path_of("solutions", task).read_text(encoding="utf-8") for task in tasks}
    found = [(task, mutant) for task, text in solutions.items()
             for reasons in [mutants.explanations(explained(task))]
             for mutant in mutations.mutants_of(text) if str(mutant) not in reasons]
    return sorted(found, key=lambda entry: zlib.crc32(f"{entry[0]}: {entry[1]}".encode()))
