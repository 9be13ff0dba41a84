"""Runs one program and says how it ended. What that means is for the runner that asked."""
from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

SKIPPED = 77
TIME_LIMIT = 100  # seconds, below the limit that Meson sets, so that a program that hangs is reported by us


@dataclass
class Outcome:
    status: int | None  # None: stopped at the time limit
    output: str  # what it wrote to stdout
    errors: str  # what it wrote to stderr
    findings: list[dict] = field(default_factory=list)  # what loom found

    def ending(self) -> str:
        """How the program ended, as the middle of a sentence."""
        if self.status is None:
            return f"did not end within {TIME_LIMIT} s"
        if self.status < 0:
            return f"was killed by {signal.Signals(-self.status).name}"
        return f"ended with exit status {self.status}"


def run(command: list[str], limit: float = TIME_LIMIT, folder: str | os.PathLike | None = None,
        environment: dict[str, str] | None = None) -> Outcome:
    """In a folder of its own unless told which: a program may leave files in the current one."""
    with tempfile.TemporaryDirectory() as scratch:
        report = os.path.join(scratch, "report.json")
        ran_in = folder or os.path.join(scratch, "ran")
        os.makedirs(ran_in, exist_ok=True)
        command = [os.path.abspath(part) if os.path.exists(part) else part for part in command]
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                                  timeout=limit, cwd=ran_in,
                                  env={**os.environ, "LOOM_REPORT": report, **(environment or {})})
            status, output, errors = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired as expired:
            status, output, errors = None, as_text(expired.stdout), as_text(expired.stderr)
        return Outcome(status, output, errors, read_findings(report))


def as_text(caught: bytes | str | None) -> str:
    return caught.decode(errors="replace") if isinstance(caught, bytes) else caught or ""


def read_findings(report: str) -> list[dict]:
    if not os.path.exists(report):
        return []
    with open(report, encoding="utf-8") as file:
        return json.load(file)["findings"]


def describe(finding: dict) -> str:
    places = " and ".join(party["place"] for party in finding["parties"])
    return f"loom found {finding['kind']} in {finding['kernel']} at {places}"


def fail(sentence: str, outcome: Outcome | None = None) -> None:
    """Ends the test as failed, with the program's own words above ours."""
    if outcome:
        print(outcome.output, end="")
        sys.stdout.flush()
        print(outcome.errors, end="", file=sys.stderr)
        sys.stderr.flush()
    sys.exit(sentence)


def skip_if_skipped(outcome: Outcome) -> None:
    if outcome.status == SKIPPED:
        print(outcome.output, end="")
        sys.exit(SKIPPED)
