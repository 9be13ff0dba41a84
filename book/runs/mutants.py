"""Makes small faults in an exercise's solution, each in a copy of it, and runs the exercise's test on every one.

    mutants CHAPTER/TASK SOLUTION EXPLAINED FOLDER -- BUILDER...

A mutant that the test refuses is killed; those that do not compile count for nothing. One that passes is equal to the solution as far
as the exercise goes, and EXPLAINED says why; or the test has a gap, and this fails. FOLDER belongs to the build; `answer_builder`
describes BUILDER; EXPLAINED may not exist. In it, each survivor stands on a line as it is printed here, and below it, indented, the reason why no test of this exercise can
or should refuse it. What became of all mutants is also written to FOLDER/counts.json.
"""
from __future__ import annotations

import json
import pathlib
import sys

from runs import ending, linking, mutations, run_doctest
from runs.answer_builder import AnswerBuilder

LIMIT = 20  # seconds for a mutant, which may have become endless; a solution takes less than one


def main(arguments: list[str]) -> None:
    split = arguments.index("--")
    task, (solution, explained, folder) = arguments[0], map(pathlib.Path, arguments[1:split])
    builder = AnswerBuilder.of(task, folder, arguments[split + 1:])
    survivors, number_built = [], 0
    for mutant in mutations.mutants_of(solution.read_text(encoding="utf-8")):
        try:
            program = builder.build("mutant", mutant.text)
        except linking.Refused:
            continue
        number_built += 1
        if survives(program):
            survivors.append(mutant)

    reasons = explanations(explained)
    gaps = [mutant for mutant in survivors if str(mutant) not in reasons]
    for mutant in gaps:
        print(gap(solution, mutant, explained))
    idle = sorted(set(reasons) - set(map(str, survivors)))
    for line in idle:
        print(f"{explained}: no such mutant survives:\n    {line}")
    counts = {"killed": number_built - len(survivors), "built": number_built, "explained": len(survivors) - len(gaps)}
    print(f"{task}: {counts['killed']} of {counts['built']} mutants killed, {counts['explained']} explained")
    (folder / "counts.json").write_text(json.dumps(counts), encoding="utf-8")
    if gaps or idle:
        sys.exit(1)


def gap(solution: pathlib.Path, mutant: mutations.Mutant, explained: pathlib.Path) -> str:
    return f"{solution}:{mutant.line}: {mutant.kind}: this passes, and {explained} does not say why:\n    {mutant}"


def survives(program: pathlib.Path) -> bool:
    result, report = run_doctest.examine([str(program)], LIMIT)
    ending.skip_if_skipped(result)
    return run_doctest.passes(result, report)


def explanations(path: pathlib.Path) -> dict[str, str]:
    """The reason for each survivor, by the survivor's line."""
    found: dict[str, str] = {}
    line = ""
    for text in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        if text.startswith("    ") and line:
            found[line] = f"{found[line]} {text.strip()}".strip()
        elif text.strip():
            line = text.strip()
            found[line] = ""
    unsaid = [line for line, reason in found.items() if not reason]
    if unsaid:
        sys.exit(f"{path}: gives no reason for {unsaid[0]}")
    return found
