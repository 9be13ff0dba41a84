"""The stub of an exercise: its solution, less what stands between the marks."""
from __future__ import annotations

BEGINS = "// your code begins"
ENDS = "// your code ends"


class Unmarked(Exception):
    """The marks of a solution do not pair up."""


def stub_of(solution: str) -> str:
    """The solution with every marked region emptied. The marks stay: they show the reader where to write."""
    kept, opened, regions = [], 0, 0
    for number, line in enumerate(solution.splitlines(keepends=True), 1):
        mark = line.strip()
        if mark == BEGINS:
            if opened:
                raise Unmarked(f"line {number}: '{BEGINS}' within the region that line {opened} begins")
            opened, regions = number, regions + 1
        elif mark == ENDS:
            if not opened:
                raise Unmarked(f"line {number}: '{ENDS}' ends no region")
            opened = 0
        elif opened:
            continue
        kept.append(line)
    if opened:
        raise Unmarked(f"line {opened}: the region that begins here never ends; write '{ENDS}'")
    if not regions:
        raise Unmarked(f"no region is marked '{BEGINS}'")
    return "".join(kept)

