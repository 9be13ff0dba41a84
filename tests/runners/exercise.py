#!/usr/bin/env python3
"""Runs an exercise's test and checks that it ends as it should.

    exercise.py passes PROGRAM               a solution: every assertion holds, and loom finds nothing
    exercise.py fails-by-assertion PROGRAM   a stub: an assertion fails, and nothing worse happens
    exercise.py fails-for-its-reason PROGRAM WRONG-ANSWER
                                             a wrong answer: fails as its first line says, and not otherwise
"""
from __future__ import annotations

import pathlib
import sys
import tempfile

import doctest_report
import outcome

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "exercises"))
import edits  # noqa: E402


def main() -> None:
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    expected, program, *wrong = sys.argv[1:]
    result, report = examine(program)
    outcome.skip_if_skipped(result)
    print("\n".join(report.words), flush=True)
    if expected == "passes":
        expect_pass(result, report)
    elif expected == "fails-by-assertion":
        expect_assertion(result, report)
    else:
        expect_reason(result, report, edits.reason_of(pathlib.Path(wrong[0]).read_text(encoding="utf-8")))


def examine(program: str) -> tuple[outcome.Outcome, doctest_report.Report]:
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "doctest.xml"
        result = outcome.run([program, "--reporters=xml", f"--out={path}"])
        return result, doctest_report.read(path)


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


def expect_no_finding(result: outcome.Outcome) -> None:
    if result.findings:
        outcome.fail(outcome.describe(result.findings[0]), result)


def expect_pass(result: outcome.Outcome, report: doctest_report.Report) -> None:
    expect_no_more_than_assertions(result, report)
    expect_no_finding(result)
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
        kinds = {finding["kind"] for finding in result.findings}
        if what not in kinds:
            outcome.fail(f"loom should find {what}, and found {', '.join(sorted(kinds)) or 'nothing'}", result)
        return
    expect_no_more_than_assertions(result, report)
    expect_no_finding(result)
    if what not in report.failed:
        others = ", ".join(f"\"{name}\"" for name in report.failed) or "none"
        outcome.fail(f"no assertion failed in \"{what}\"; test cases in which one did: {others}", result)


if __name__ == "__main__":
    main()
