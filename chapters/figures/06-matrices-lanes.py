"""Which elements the first warp of three launches loads, and which sectors it accesses; from the trace of `lanes`."""

import json
import sys
from pathlib import Path

from svg import FILLS, rect, text, write

COLUMNS, SHOWN, ROWS = 64, 40, 32  # of the matrix, and of it what a panel shows
WIDE, HIGH = 5, 7
PANELS = [(1, "x the column, 32 wide"), (5, "x the column, 8 wide"), (2, "x the row")]


def first_load(requests, launch):
    loads = [request for request in requests if request["launch"] == launch and request["operation"] == "load"]
    return loads[0]["offsets"]


def boxes(left, top, runs, fill):
    """A box for each run of neighbours: its row, its first column, how many there are."""
    path, here = "", (0, 0)
    for row, column, many in runs:
        x, y, width = left + column * WIDE, top + row * HIGH, many * WIDE - 1
        path += f"m{x - here[0]} {y - here[1]}h{width}v{HIGH - 1}h-{width}z"
        here = x, y
    return f'<path d="{path}" {FILLS[fill]}/>'


def in_sectors(offsets):
    """The elements at these offsets as runs, none of them across the edge of a sector."""
    elements = sorted({offset // 4 for offset in offsets})
    runs = []
    for element in elements:
        row, column = divmod(element, COLUMNS)
        if runs and runs[-1][0] == row and sum(runs[-1][1:]) == column and column % 8:
            runs[-1][2] += 1
        else:
            runs.append([row, column, 1])
    return runs


requests = json.loads((Path(sys.argv[1]) / "trace.json").read_text(encoding="utf-8"))["requests"]
shapes = []
for panel, (launch, title) in enumerate(PANELS):
    left, top = 20 + 240 * panel, 40
    offsets = first_load(requests, launch)
    sectors = sorted({offset // 32 for offset in offsets})
    middle, bottom = left + SHOWN * WIDE / 2, top + ROWS * HIGH
    shapes += [text(middle, 24, title, 15, weight="bold"), rect(left - 2, top - 2, SHOWN * WIDE + 3, ROWS * HIGH + 3, radius=0, stroke=1),
               boxes(left, top, [(*divmod(sector * 8, COLUMNS), 8) for sector in sectors], "first"), boxes(left, top, in_sectors(offsets), "second")]
    used = 100 * len(set(offsets)) * 4 / (32 * len(sectors))
    shapes.append(text(middle, bottom + 24, f"{len(sectors)} sectors, {used:g} % used", 15))
shapes += [rect(200, 312, 40, 12, "first", 0, 0), text(248, 323, "sector", 15, "start"),
           rect(340, 312, 12, 12, "first", 0, 0), rect(340, 312, 12, 12, "second", 0, 0), text(360, 323, "element that a lane loads", 15, "start")]

write(__file__, 336, "One warp, three ways to access a matrix",
      "A warp along a row and a warp in rows of eight each access four sectors and use all of them; a warp down a column accesses 32 "
      "and uses one element in eight.", shapes)
