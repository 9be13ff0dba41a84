"""What is known of the book's programs after a build, as the build has written it down (book/runs/verdicts.py)."""
from __future__ import annotations

import json
import sys

from command import building, devices, locking, terminal
from runs import judge, processes, project

MOST_LINES = 20  # of the details of a program


def verdicts() -> dict[str, dict]:
    """The verdict on every program, by name; empty before anything was built."""
    return {f"{path.stem}/{name}": verdict for path in sorted((project.build / "book/verdicts").glob("*.json"))
            for name, verdict in json.loads(path.read_text(encoding="utf-8")).items()}


def stamp_others(outdated: set[str]) -> None:
    """Where the pages of chapters cannot be woven, they go, and the others are stamped all the same; Ninja would stamp none."""
    unwoven = [project.build / path for path in outdated if path.endswith(".woven")]
    for woven in unwoven:
        woven.unlink(missing_ok=True)
        woven.with_suffix(".html").unlink(missing_ok=True)
    if unwoven:
        places = [str(project.build / "book" / name) for name in ("verdicts", ".", "stamped")]
        processes.run([sys.executable, str(project.root / "book/site/stamp.py"), *places])


def proved() -> bool:
    """Has every program that can run here done so?"""
    return all(verdict.get("where") == "here" for verdict in verdicts().values())


def false_claims() -> list[str]:
    """Of each program that does something else than its chapter says, the first details and a sentence with the line of the chapter."""
    return ["\n".join([*first_lines(verdict.get("details", "")), judge.placed(name, verdict["line"], verdict["sentence"])])
            for name, verdict in verdicts().items() if verdict["state"] == "fails"]


def first_lines(details: str) -> list[str]:
    lines = details.splitlines()
    return [*lines[:MOST_LINES], *["  …"] * (len(lines) > MOST_LINES)]


def tell_if_false(name: str, device: str) -> None:
    """Says of a program that has just been run if that is not what its chapter says, and where the chapter says it."""
    with locking.build_folder():
        run = f"{project.target('snippets', name)}{devices.SUFFIX[device]}.run"
        if not building.knows(run) or not building.ninja([run], quiet=True):
            return
        verdict = judge.judge_file(name, device, project.build / run)
    if verdict.state == "fails":
        terminal.say(judge.placed(name, verdict.line, verdict.sentence), sys.stderr)


def not_built(outdated: set[str]) -> list[str]:
    """A sentence for each program whose run on loom is among these targets, which a build has not made."""
    names = [name for name in project.programs() if f"{project.target('snippets', name)}.run" in outdated]
    return [judge.placed(name, verdict.line, verdict.sentence)
            for name in names for verdict in [judge.not_run(judge.Expectation.of(name), "loom")]]


def summary(false: list[str], unbuilt: list[str]) -> str:
    sentences = {0: "", 1: "One program of the book does not do what its chapter says, and its page says so at the top."}
    told = sentences.get(len(false), f"{len(false)} programs of the book do not do what their chapters say, and their pages say so at the top.")
    sentences = {0: "", 1: "One program did not build, so its chapter is not proved here."}
    return f"{told} {sentences.get(len(unbuilt), f'{len(unbuilt)} programs did not build, so their chapters are not proved here.')}".strip()
