"""Checking the reader's answers: building them, running their tests, and saying in plain words how they stand."""
from __future__ import annotations

import sys
import textwrap
from dataclasses import dataclass, field

from weft import building, devices, exercises, house, progress

sys.path.insert(0, str(house.root / "tests/runners"))
import exercise as runner  # noqa: E402

WIDTH = 100  # of what is said to a reader in whole paragraphs


@dataclass
class Verdict:
    """How an answer stands on one device."""
    device: str
    told: str  # the compiler's own words, or the failed assertions with what the program printed and loom found
    wrong: list[str] = field(default_factory=list)  # what is wrong, as parts of one sentence; empty if nothing is
    tests: int = 0
    failed: int = 0


def check(names: list[str], on: list[str]) -> int:
    """Checks the answers one after the other on these devices, and tells of each. 0 if all of them pass."""
    return 0 if all([check_one(name, on) for name in names]) else 1


def check_one(name: str, on: list[str]) -> bool:
    text = exercises.answer(name)
    verdicts = judge(name, on)
    for verdict in verdicts:
        if verdict.told:
            print(f"\n{verdict.told.rstrip()}\n")
    if any(verdict.wrong for verdict in verdicts):
        tell_failure(name, verdicts)
        return False
    progress.solved(name, text)
    tell_success(name, verdicts)
    return True


def judge(name: str, on: list[str]) -> list[Verdict]:
    """The verdict of each device, until one is bad: what does not hold on loom need not be tried on a GPU."""
    verdicts: list[Verdict] = []
    for device in on:
        verdicts.append(judge_on(name, device))
        if verdicts[-1].wrong:
            break
    return verdicts


def judge_on(name: str, device: str) -> Verdict:
    program = house.target("tests/exercises", name) + devices.SUFFIX[device] + ".exercise"
    refused = building.refusal(program)
    if refused is not None:
        return Verdict(device, refused, ["it does not compile"])
    result, report = runner.examine(str(house.build / program))
    wrong = []
    if report.failed:
        wrong.append(f"{len(report.failed)} of its {len(report.cases)} tests fail{'s' if len(report.failed) == 1 else ''}")
    if sentence := runner.cut_short(result, report):
        wrong.append(sentence)
    if result.findings:
        wrong.append(f"loom finds fault: {', '.join(dict.fromkeys(finding['kind'] for finding in result.findings))}")
    if not wrong and result.status != 0:
        wrong.append(f"the program {result.ending()}")
    told = "\n".join([*report.words, result.output.rstrip(), result.errors.rstrip()])
    return Verdict(device, told.strip("\n"), wrong, len(report.cases), len(report.failed))


def tell_failure(name: str, verdicts: list[Verdict]) -> None:
    bad = verdicts[-1]
    print(f"{name}: not yet. On {devices.WORDS[bad.device]}, {', and '.join(bad.wrong)}.")
    hints = len(house.exercises()[name]["hints"])
    print(f"Next: mend {exercises.where(name)} and check again. "
          f"For hint {min(exercises.hints_seen(name) + 1, hints)} of {hints}: ./weft hint {name}")


def tell_success(name: str, verdicts: list[Verdict]) -> None:
    on = " and ".join(devices.WORDS[verdict.device] for verdict in verdicts)
    print(f"{name}: solved. {how_many(verdicts[0].tests)} on {on}.")
    learnt = house.exercises()[name]["explanation"]
    if learnt:
        print(f"\n{paragraphs(learnt)}\n")
    print(f"The reference beside yours: ./weft solution {name}")
    exercises.tell_next(name)


def how_many(tests: int) -> str:
    return "Its test passes" if tests == 1 else f"All {tests} tests pass"


def paragraphs(text: str) -> str:
    """Text of a chapter, set for the terminal."""
    return "\n\n".join(textwrap.fill(paragraph, WIDTH, break_long_words=False, break_on_hyphens=False) for paragraph in text.split("\n\n"))


def devices_here() -> list[str]:
    """Where answers are checked: on loom, and on the GPU if there is one."""
    on = [device for device in devices.available(building.targets()) if device != "cuda" or devices.gpu_here()]
    if not on:
        raise house.Trouble("There is nothing to run on: no GPU here, and this build has no loom.")
    return on
