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
import xml.etree.ElementTree as xml
from dataclasses import dataclass

import outcome

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "exercises"))
import edits  # noqa: E402


@dataclass
class Verdict:
    complete: bool  # doctest came to its end and reported
    failed: list[str]  # test cases in which an assertion failed
    thrown: list[str]  # what ended a test case otherwise: an exception, a signal, an error of the device


def main() -> None:
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    expected, program, *wrong = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "doctest.xml"
        result = outcome.run([program, "--reporters=xml", f"--out={report}"])
        outcome.skip_if_skipped(result)
        verdict = read_verdict(report)
    if expected == "passes":
        expect_pass(result, verdict)
    elif expected == "fails-by-assertion":
        expect_assertion(result, verdict)
    else:
        expect_reason(result, verdict, edits.reason_of(pathlib.Path(wrong[0]).read_text(encoding="utf-8")))


def read_verdict(report: pathlib.Path) -> Verdict:
    try:
        tree = xml.parse(report)
    except (OSError, xml.ParseError):
        return Verdict(False, [], [])
    failed, thrown = [], []
    for case in tree.iter("TestCase"):
        name = case.get("name", "")
        if any(map(is_failed_assertion, case.iter())):
            failed.append(name)
        thrown += [f"{name}: {(exception.text or '').strip()}" for exception in thrown_in(case)]
    return Verdict(tree.find("OverallResultsTestCases") is not None, failed, thrown)


def is_failed_assertion(element: xml.Element) -> bool:
    if element.tag == "Message":  # FAIL("…")
        return "ERROR" in element.get("type", "")
    return element.tag == "Expression" and element.get("success") == "false"


def thrown_in(case: xml.Element) -> list[xml.Element]:
    """What ended the case, less what an assertion about exceptions (CHECK_THROWS, CHECK_NOTHROW) has caught."""
    return [child for element in case.iter() if "THROW" not in element.get("type", "")
            for child in element if child.tag == "Exception"]


def expect_no_more_than_assertions(result: outcome.Outcome, verdict: Verdict) -> None:
    if result.status is None or result.status < 0 or not verdict.complete:
        outcome.fail(f"the program {result.ending()} before its tests were over", result)
    if verdict.thrown:
        outcome.fail(f"this ended a test, and was no assertion: {verdict.thrown[0]}", result)


def expect_no_finding(result: outcome.Outcome) -> None:
    if result.findings:
        outcome.fail(outcome.describe(result.findings[0]), result)


def expect_pass(result: outcome.Outcome, verdict: Verdict) -> None:
    expect_no_more_than_assertions(result, verdict)
    expect_no_finding(result)
    if verdict.failed:
        outcome.fail(f"an assertion failed in \"{verdict.failed[0]}\"", result)
    if result.status != 0:
        outcome.fail(f"the program {result.ending()}", result)


def expect_assertion(result: outcome.Outcome, verdict: Verdict) -> None:
    expect_no_more_than_assertions(result, verdict)
    expect_no_finding(result)
    if not verdict.failed:
        outcome.fail(f"no assertion failed: the program {result.ending()}", result)


def expect_reason(result: outcome.Outcome, verdict: Verdict, reason: tuple[str, str]) -> None:
    word, what = reason
    if word == "finds":
        if result.status is None:
            outcome.fail(f"the program {result.ending()}", result)
        kinds = {finding["kind"] for finding in result.findings}
        if what not in kinds:
            outcome.fail(f"loom should find {what}, and found {', '.join(sorted(kinds)) or 'nothing'}", result)
        return
    expect_no_more_than_assertions(result, verdict)
    expect_no_finding(result)
    if what not in verdict.failed:
        others = ", ".join(f"\"{name}\"" for name in verdict.failed) or "none"
        outcome.fail(f"no assertion failed in \"{what}\"; test cases in which one did: {others}", result)


if __name__ == "__main__":
    main()
