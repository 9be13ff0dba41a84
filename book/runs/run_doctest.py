"""Runs the test of an exercise, and returns what it found; the caller decides what of that is good or bad."""
from __future__ import annotations

import pathlib
import tempfile

from runs import doctest_report, outcome, result_channel

STUB = "the-stub"  # its name among the answers
MOST_SHOWN = 1 << 13  # bytes of what a test prints


def examine(command: list[str], limit: float = outcome.TIME_LIMIT,
            tell: outcome.Tell | None = None) -> tuple[outcome.Outcome, doctest_report.Report]:
    with tempfile.TemporaryDirectory() as folder, result_channel.Channel() as channel:
        path = pathlib.Path(folder) / "doctest.xml"
        result = outcome.run([*command, "--reporters=xml", f"--out={path}"], limit, stdin=channel.programs, tell=tell, most=MOST_SHOWN)
        report = doctest_report.read(path)
        report.sealed = channel.read()
        return result, report


def cut_short(result: outcome.Outcome, report: doctest_report.Report) -> str | None:
    """What kept the tests from coming to their end, if anything did."""
    if result.status is None:
        return f"it did not end within {result.limit:g} s and was stopped; look for a loop or a wait that never ends"
    if result.status < 0 or not report.complete:
        return f"the program {result.ending()} before its last test"
    if report.thrown:
        return f"a test was aborted by an exception: {report.thrown[0]}"
    return None


def passes(result: outcome.Outcome, report: doctest_report.Report) -> bool:
    return not (cut_short(result, report) or result.findings or result.leaks or report.failed or result.status != 0)
