"""What loom found in a program, compared with what its source announces: a line that must take part in a finding ends with a comment
`// finds: race` (several kinds are separated by commas). The report must hold these findings and no others.
"""
from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

MARK = re.compile(r"//\s*finds:\s*([a-z, -]+?)\s*$")
Mark = tuple[str, str]  # the kind, and FILE:LINE


def marks(source: Path) -> set[Mark]:
    lines = enumerate(source.read_text(encoding="utf-8").splitlines(), start=1)
    return {(kind.strip(), f"{source.name}:{number}") for number, line in lines
            if (mark := MARK.search(line)) for kind in mark[1].split(",")}


def compare(expected: Iterable[Mark], found: list[dict]) -> list[str]:
    """What is wrong. A finding of loom's report belongs to a marked line when one of its parties stands there."""
    wrong = []
    missing = set(expected)
    for finding in found:
        places = {Path(party["place"]).name for party in finding["parties"]}
        announced = {(kind, place) for kind, place in expected if kind == finding["kind"] and place in places}
        if not announced:
            wrong.append(f"loom found {finding['kind']} in {finding['kernel']} at {' and '.join(sorted(places))}, which no line announces")
        missing -= announced
    return wrong + [f"loom did not find {kind} at {place}" for kind, place in sorted(missing)]
