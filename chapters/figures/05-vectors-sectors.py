"""Which sectors the lanes of a warp access, from the trace of the program `sectors`: 05-vectors-sectors.py FOLDER"""

import json
import sys
from pathlib import Path

from svg import text, write

PATTERNS = {1: "consecutive", 2: "offset by one", 5: "stride of 8"}  # by launch
SECTORS, SECTOR, FLOAT = 32, 32, 4
LEFT, CELL, LANE, ROW = 150, 17.5, 4.375, 74
STRIP = 12  # the height of lanes and of sectors


COLOURS = {"lanes": ("#2f9dbd", "--figure-1"), "sectors": ("#b0b0b0", "--figure-quiet"), "touched": ("#e0923f", "--figure-2")}


def strip(y, cells, width, what):
    """A row of cells, as one dashed line."""
    colour, variable = COLOURS[what]
    opacity = 0.35 if what == "sectors" else 1
    return (f'<path d="M{LEFT} {y:g}h{cells * width:g}" fill="none" stroke="{colour}" style="stroke:var({variable}, {colour})"'
            f' stroke-width="{STRIP}" stroke-opacity="{opacity}" stroke-dasharray="{width - 1.1:g} 1.1"/>')


def lines(y1, y2, places):
    """From each lane to its float."""
    return ('<path fill="none" stroke="currentColor" stroke-width="0.7" stroke-opacity="0.7" d="'
            + "".join(f"M{LEFT + (lane + 0.4) * LANE:.0f} {y1:g}L{LEFT + (place + FLOAT / 2) / SECTOR * CELL:.0f} {y2:g}"
                      for lane, place in places) + '"/>')


requests = json.loads((Path(sys.argv[1]) / "trace.json").read_text(encoding="utf-8"))["requests"]
loads = [request for request in requests if request["kernel"].startswith("pick") and request["operation"] == "load"]
shapes = [text(LEFT + 33 * LANE, 21, "32 lanes", 13, "start", style="italic")]
for row, (launch, words) in enumerate(PATTERNS.items()):
    load = next(load for load in loads if load["launch"] == launch)
    y = 16 + row * ROW
    touched = sorted({offset // SECTOR for offset in load["offsets"]})
    assert touched == list(range(len(touched))) and len(touched) <= SECTORS, touched
    shapes += [strip(y, len(load["lanes"]), LANE, "lanes"), strip(y + 44, SECTORS, CELL, "sectors"),
               strip(y + 44, len(touched), CELL, "touched"),
               lines(y + STRIP / 2, y + 44 - STRIP / 2, zip(load["lanes"], load["offsets"])),
               text(LEFT - 12, y + 27, words, 14, "end")]

write(__file__, 16 + len(PATTERNS) * ROW, "The lanes of a warp and the sectors that they access",
      "Consecutive floats lie in 4 sectors, with an offset of one float in 5, with a stride of 8 in 32.",
      shapes)
