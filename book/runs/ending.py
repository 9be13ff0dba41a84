"""How a proof ends: with a sentence where something does not hold, and skipped where the program was."""
from __future__ import annotations

import sys

from runs.outcome import SKIPPED, Outcome


def describe(finding: dict) -> str:
    places = " and ".join(party["place"] for party in finding["parties"])
    return f"loom found {finding['kind']} in {finding['kernel']} at {places}"


def fail(sentence: str, result: Outcome | None = None) -> None:
    """Ends the test as failed, with the program's own words above ours."""
    if result:
        print(result.output, end="")
        sys.stdout.flush()
        print(result.errors, end="", file=sys.stderr)
        sys.stderr.flush()
    sys.exit(sentence)


def skip_if_skipped(result: Outcome) -> None:
    if result.status == SKIPPED:
        print(result.output, end="")
        sys.exit(SKIPPED)
