"""The regions that a solution marks as the reader's to write, and the stub: the solution without their contents."""
from __future__ import annotations

BEGINS = "// your code begins"
ENDS = "// your code ends"


class Unmarked(Exception):
    """The marks of a solution do not pair up."""


def stub_of(solution: str) -> str:
    """The solution with every marked region emptied. The marks stay: they show the reader where to write."""
    kept, at = [], 0
    for first, last in spans_of(solution):
        kept.append(solution[at:first])
        at = last
    return "".join([*kept, solution[at:]])


def spans_of(solution: str) -> list[tuple[int, int]]:
    """Where each marked region begins and ends, the lines with the marks left out."""
    spans, opened, begins, at = [], 0, 0, 0
    for number, line in enumerate(solution.splitlines(keepends=True), 1):
        mark = line.strip()
        if mark == BEGINS:
            if opened:
                raise Unmarked(f"line {number}: '{BEGINS}' within the region that line {opened} begins")
            opened, begins = number, at + len(line)
        elif mark == ENDS:
            if not opened:
                raise Unmarked(f"line {number}: '{ENDS}' ends no region")
            spans.append((begins, at))
            opened = 0
        at += len(line)
    if opened:
        raise Unmarked(f"line {opened}: the region that begins here never ends; write '{ENDS}'")
    if not spans:
        raise Unmarked(f"no region is marked '{BEGINS}'")
    return spans
