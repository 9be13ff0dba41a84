"""Runs an exercise's test and checks that it ends as it should.

    exercise passes PROGRAM             a solution: every assertion holds, and loom finds nothing
    exercise fails-by-assertion BUILT   a stub: an assertion fails, and nothing worse happens
    exercise fails-for-its-reason BUILT WRONG-ANSWER
                                        a wrong answer: fails as its first line says, and not otherwise

BUILT is what `answers` has written: by what command the stub and each wrong answer are run.
"""
from __future__ import annotations

import json
import pathlib
import sys
import tempfile

from weft import doctest_report, edits, outcome, seal

STUB = "the-stub"  # its name among the answers


def main(arguments: list[str]) -> None:
    if len(arguments) not in (2, 3):
        sys.exit(__doc__)
    expected, program, *wrong = arguments
    name = pathlib.Path(wrong[0]).stem if wrong else STUB
    command = [program] if expected == "passes" else json.loads(pathlib.Path(program).read_bytes())[name]
    result, report = examine(command)
    outcome.skip_if_skipped(result)
    print("\n".join(report.words), flush=True)
    if expected == "passes":
        expect_pass(result, report)
    elif expected == "fails-by-assertion":
        expect_assertion(result, report)
    else:
        expect_reason(result, report, edits.reason_of(pathlib.Path(wrong[0]).read_text(encoding="utf-8")))


def examine(command: list[str], limit: float = outcome.TIME_LIMIT,
            tell: outcome.Tell | None = None) -> tuple[outcome.Outcome, doctest_report.Report]:
    with tempfile.TemporaryDirectory() as folder, seal.Channel() as channel:
        path = pathlib.Path(folder) / "doctest.xml"
        result = outcome.run([*command, "--reporters=xml", f"--out={path}"], limit, stdin=channel.programs, tell=tell)
        report = doctest_report.read(path)
        report.sealed = channel.read()
        return result, report


def expect_no_more_than_assertions(result: outcome.Outcome, report: doctest_report.Report) -> None:
    if sentence := cut_short(result, report):
        outcome.fail(sentence, result)


def cut_short(result: outcome.Outcome, report: doctest_report.Report) -> str | None:
    """What kept the tests from coming to their end, if anything did."""
    if result.status is None or result.status < 0 or not report.complete:
        return f"the program {result.ending()} before its tests were over"
    if report.thrown:
        return f"this ended a test, and was no assertion: {report.thrown[0]}"
    return None


def passes(result: outcome.Outcome, report: doctest_report.Report) -> bool:
    return not (cut_short(result, report) or result.findings or result.leaks or report.failed or result.status != 0)


def expect_no_finding(result: outcome.Outcome) -> None:
    if result.findings:
        outcome.fail(outcome.describe(result.findings[0]), result)


def expect_pass(result: outcome.Outcome, report: doctest_report.Report) -> None:
    expect_no_more_than_assertions(result, report)
    expect_no_finding(result)
    if result.leaks:
        outcome.fail(f"memory is never freed: {result.leaks[0]['sentence']}", result)
    if report.failed:
        outcome.fail(f"an assertion failed in \"{report.failed[0]}\"", result)
    if result.status != 0:
        outcome.fail(f"the program {result.ending()}", result)


def expect_assertion(result: outcome.Outcome, report: doctest_report.Report) -> None:
    expect_no_more_than_assertions(result, report)
    expect_no_finding(result)
    if not report.failed:
        outcome.fail(f"no assertion failed: the program {result.ending()}", result)


def expect_reason(result: outcome.Outcome, report: doctest_report.Report, reason: tuple[str, str]) -> None:
    word, what = reason
    if word == "finds":
        if result.status is None:
            outcome.fail(f"the program {result.ending()}", result)
        kinds = {finding["kind"] for finding in [*result.findings, *result.leaks]}
        if what not in kinds:
            outcome.fail(f"loom should find {what}, and found {', '.join(sorted(kinds)) or 'nothing'}", result)
        return
    expect_no_more_than_assertions(result, report)
    expect_no_finding(result)
    if what not in report.failed:
        others = ", ".join(f"\"{name}\"" for name in report.failed) or "none"
        outcome.fail(f"no assertion failed in \"{what}\"; test cases in which one did: {others}", result)
