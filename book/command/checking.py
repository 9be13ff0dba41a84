"""Checking the reader's answers: building them, running their tests, and saying what is wrong with them."""
from __future__ import annotations

import dataclasses
import hashlib
import json
import pathlib
import shutil
import sys
import tempfile

from command import building, devices, exercises, locking, obstacles, progress, terminal
from runs import files, project, run_doctest, toolkit
from runs.project import UserError
from runs.result_channel import TestRun


@dataclasses.dataclass
class Verdict:
    """The result of an answer on one device."""
    device: str
    output: str  # the compiler's own output, or the failed assertions with what the program printed and loom found
    wrong: list[str] = dataclasses.field(default_factory=list)  # what is wrong, as parts of one sentence; empty if nothing is
    tests: int = 0
    failed: int = 0


def check(names: list[str], on: list[str]) -> int:
    """Checks the answers one after the other on these devices, and prints the result of each. 0 if all of them pass."""
    return 0 if all([check_one(name, on) for name in names]) else 1


def check_one(name: str, on: list[str]) -> bool:
    mark = exercises.mark(name)
    verdicts = judge(name, on)
    for verdict in verdicts:
        if verdict.output:
            print(f"\n{verdict.output.rstrip()}\n")
    if exercises.mark(name) != mark:
        terminal.say(f"{name} was changed while it was checked. Check it again: ./weft check {name}")
        return False
    passes = not verdicts[-1].wrong
    progress.judged(name, mark, passes)
    (tell_success if passes else tell_failure)(name, verdicts)
    return passes


def judge(name: str, on: list[str]) -> list[Verdict]:
    """The verdict of each device, until one is bad: what fails on loom is not tried on a GPU."""
    if line := exercises.conflict(name):
        return [Verdict(on[0], "", [f"line {line} of {exercises.where(name)} is one of Git's conflict marks: a merge has left both texts "
                                    "in the file; keep your lines and remove the marks"])]
    verdicts: list[Verdict] = []
    for device in on:
        verdicts.append(judge_on(name, device))
        if verdicts[-1].wrong:
            break
    if not verdicts[-1].wrong and "cuda" not in on and (refused := nvcc_refuses(name)) is not None:
        verdicts[-1] = dataclasses.replace(verdicts[-1], output=refused, wrong=["its tests pass, but nvcc does not compile it"])
    return verdicts


def nvcc_refuses(name: str) -> str | None:
    """The errors that nvcc reports for an answer, where there is nvcc and no GPU: loom runs a helper that lacks its `__device__`."""
    target = f"{project.target('tests/exercises', name)}{devices.SUFFIX['cuda']}.exercise.o"
    with locking.build_folder():
        return build_answer(target, target) if building.knows(target) else None


def build_answer(target: str, compiled: str) -> str | None:
    """What the compiler or the linker said, if anything. The answer is compiled each time: Ninja does not know everything that it depends on."""
    (project.build / compiled).unlink(missing_ok=True)
    return building.build_errors(target)


def judge_on(name: str, device: str) -> Verdict:
    program = project.target("tests/exercises", name) + devices.SUFFIX[device]
    with tempfile.TemporaryDirectory() as folder:
        with locking.build_folder():
            refused = build_answer(f"{program}.exercise", f"{program}.exercise.o")
            if refused is not None:
                if (output := building.build_errors(f"{program}.test.o")) is not None:
                    raise UserError(f"{output}The book's own test of {name} does not compile here, so no answer can be checked.")
                compiled = (project.build / f"{program}.exercise.o").exists()
                return Verdict(device, refused, ["it cannot be linked with its test" if compiled else "it does not compile"])
            # A copy: while it runs, another ./weft may build the next.
            mine = pathlib.Path(shutil.copy2(project.build / f"{program}.exercise", folder))
        result, report = run_doctest.examine([str(mine)], tell=lambda line: print(terminal.fill(line), file=sys.stderr))
    if not run_doctest.passes(result, report):
        obstacles.look_for(result.errors, name)
    failed = list(dict.fromkeys([*report.failed, *report.sealed.failed]))
    wrong = []
    if result.findings:
        wrong.append(f"loom reports {', '.join(dict.fromkeys(finding['kind'] for finding in result.findings))}")
    if result.leaks:
        wrong.append("allocated memory is never freed")
    if failed:
        wrong.append(f"{len(failed)} of its {len(report.assertions)} tests fail{'s' if len(failed) == 1 else ''}")
    if sentence := run_doctest.cut_short(result, report):
        wrong.append(sentence)
    if not wrong and result.status != 0:
        wrong.append(f"the program {result.ending()}")
    if not wrong and (sentence := left_out(report.sealed, solutions_asserts(name, program))):
        wrong.append(sentence)
    # What failed comes last, so that it is seen next to the verdict, and after what loom found, which may be the cause.
    output = "\n".join(filter(None, [result.output.rstrip(), result.errors.rstrip(), *report.words]))
    return Verdict(device, output.strip("\n"), wrong, len(report.assertions), len(failed))


def left_out(sealed: TestRun, expected: dict[str, int]) -> str | None:
    """What the solution's run did and this one did not: fewer assertions, or an early end."""
    if not (sealed.finished and sealed.ended):
        return "the program ended before its last test"
    for test, asserts in expected.items():
        if sealed.asserts.get(test, 0) < asserts:
            return (f"the test \"{test}\" made {sealed.asserts.get(test, 0)} of the {asserts} assertions that it makes with the "
                    "solution; check whether your answer ends or skips the test")
    return None


def solutions_asserts(name: str, program: str) -> dict[str, int]:
    """How many assertions each test case makes with the book's solution: found by running it, once for each build of it."""
    with locking.build_folder():
        if (output := building.build_errors(f"{program}.solution")) is not None:
            raise UserError(f"{output}The book's own solution of {name} does not compile here, so no answer can be compared with it.")
        solution = project.build / f"{program}.solution"
        mark = hashlib.sha1(solution.read_bytes()).hexdigest()
        noted = project.build / f"{program}.asserts.json"
        try:
            known = json.loads(noted.read_bytes())
            if known["solution"] == mark:
                return known["asserts"]
        except (OSError, ValueError, KeyError, TypeError):
            pass
        _, report = run_doctest.examine([str(solution)])
        if not (report.sealed.finished and report.sealed.ended) or report.sealed.failed:
            raise UserError(f"The book's own solution of {name} does not pass here, so no answer can be compared with it: "
                            f"./weft test 'solutions/{name}*'")
        files.replace(noted, json.dumps({"solution": mark, "asserts": report.sealed.asserts}))
        return report.sealed.asserts


def tell_failure(name: str, verdicts: list[Verdict]) -> None:
    bad = verdicts[-1]
    print(terminal.fill(f"{name}: not yet. On {devices.WORDS[bad.device]}, {', and '.join(bad.wrong)}."))
    hints = len(project.exercises()[name]["hints"])
    print(terminal.fill(f"Next: edit {exercises.where(name)} and check again."))
    terminal.say(f"For hint {min(exercises.hints_seen(name) + 1, hints)} of {hints}: ./weft hint {name}")


def tell_success(name: str, verdicts: list[Verdict]) -> None:
    on = " and ".join(devices.WORDS[verdict.device] for verdict in verdicts)
    terminal.say(f"{name}: solved. {how_many(verdicts[0].tests)} on {on}.")
    explanation = project.exercises()[name]["explanation"]
    if explanation:
        print(f"\n{terminal.paragraphs(explanation)}\n")
    terminal.say(f"To compare your answer with the solution: ./weft solution {name}")
    exercises.tell_next(name)


def how_many(tests: int) -> str:
    return "Its test passes" if tests == 1 else f"All {tests} tests pass"


def devices_here() -> list[str]:
    """Where answers are checked: on loom, and on the GPU if there is one."""
    with locking.build_folder():
        built_for = devices.available(building.targets())
    on = [device for device in built_for if device != "cuda" or toolkit.gpu_here()]
    if not on:
        raise UserError("There is no device to run on: this machine has no GPU, and this build does not include loom.")
    return on
