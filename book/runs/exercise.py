"""Runs an exercise's test and checks that it ends as it should.

    exercise passes PROGRAM             a solution: every assertion holds, and loom finds nothing
    exercise fails-by-assertion BUILT   a stub: an assertion fails, and nothing worse happens
    exercise fails-for-its-reason BUILT WRONG-ANSWER
                                        a wrong answer: the test case that its first line names fails by an assertion, and that case does
                                        nothing worse; or loom finds what that line says

BUILT is what `answers` has written of the stub and the wrong answers.
"""
from __future__ import annotations

import json
import pathlib
import sys
import tempfile

from runs import doctest_report, edits, ending, linking, outcome, run_doctest
from runs.answer_builder import AnswerBuilder


def main(arguments: list[str]) -> None:
    if len(arguments) not in (2, 3):
        sys.exit(__doc__)
    expected, program, *wrong = arguments
    if not pathlib.Path(program).exists():
        sys.exit(f"{pathlib.Path(program).name} has not been built; the compiler output above says why")
    if expected == "passes":
        expect_pass(*shown(run_doctest.examine([program])))
    elif expected == "fails-by-assertion":
        expect_assertion(*shown(examine_linked(program, run_doctest.STUB)))
    else:
        answer = pathlib.Path(wrong[0])
        word, what = edits.reason_of(answer.read_text(encoding="utf-8"))
        expect_reason(*shown(examine_linked(program, answer.stem, *only_case(what) if word == "fails" else [])), word, what)


def shown(examined: tuple[outcome.Outcome, doctest_report.Report]) -> tuple[outcome.Outcome, doctest_report.Report]:
    ending.skip_if_skipped(examined[0])
    print("\n".join(examined[1].words), flush=True)
    return examined


def only_case(name: str) -> list[str]:
    """What makes doctest run one test case. Where that one must fail, the others would only take time."""
    return ["--test-case=" + name.replace(",", "\\,")]


def examine_linked(built_path: str, name: str, *options: str) -> tuple[outcome.Outcome, doctest_report.Report]:
    built = json.loads(pathlib.Path(built_path).read_bytes())
    builder = AnswerBuilder.of(built["task"], pathlib.Path(built["folder"]), built["builder"])
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / name
        try:
            builder.link(pathlib.Path(built["answers"][name]), program)
        except linking.Refused as reason:
            sys.exit(str(reason))
        return run_doctest.examine([str(program), *options])


def expect_no_more_than_assertions(result: outcome.Outcome, report: doctest_report.Report) -> None:
    if sentence := run_doctest.cut_short(result, report):
        ending.fail(sentence, result)


def expect_no_finding(result: outcome.Outcome) -> None:
    if result.findings:
        ending.fail(ending.describe(result.findings[0]), result)


def expect_pass(result: outcome.Outcome, report: doctest_report.Report) -> None:
    expect_no_more_than_assertions(result, report)
    expect_no_finding(result)
    if result.leaks:
        ending.fail(f"memory is never freed: {result.leaks[0]['sentence']}", result)
    if report.failed:
        ending.fail(f"an assertion failed in \"{report.failed[0]}\"", result)
    if result.status != 0:
        ending.fail(f"the program {result.ending()}", result)


def expect_assertion(result: outcome.Outcome, report: doctest_report.Report) -> None:
    expect_no_more_than_assertions(result, report)
    expect_no_finding(result)
    if not report.failed:
        ending.fail(f"no assertion failed: the program {result.ending()}", result)


def expect_reason(result: outcome.Outcome, report: doctest_report.Report, word: str, what: str) -> None:
    if word == "finds":
        if result.status is None:
            ending.fail(f"the program {result.ending()}", result)
        kinds = {finding["kind"] for finding in [*result.findings, *result.leaks]}
        if what not in kinds:
            ending.fail(f"loom should find {what}, and found {', '.join(sorted(kinds)) or 'nothing'}", result)
        return
    expect_no_more_than_assertions(result, report)
    expect_no_finding(result)
    if what not in report.failed:
        others = ", ".join(f"\"{name}\"" for name in report.failed) or "none"
        ending.fail(f"no assertion failed in \"{what}\"; test cases in which one did: {others}", result)
