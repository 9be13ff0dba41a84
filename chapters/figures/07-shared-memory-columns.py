"""In which banks a column of the tile lies, from the trace of `transpose`: plain, padded and swizzled."""

import json
import sys
from pathlib import Path

from svg import rect, text, write

BANKS = 32
CELL = 5
SIDE = BANKS * CELL
COLUMN = 5
NAMES = ("plain", "padded by one word", "swizzled")


def columns(folder):
    """For each kind of tile, the words that the lanes of the first warp to fetch from COLUMN read."""
    first = {}
    for request in json.loads((Path(folder) / "trace.json").read_text(encoding="utf-8"))["requests"]:
        if request["memory"] == "shared" and request["operation"] == "load" and request["offsets"][0] == 4 * COLUMN:
            first.setdefault(request["launch"], [offset // 4 for offset in request["offsets"]])
    return [first[launch] for launch in sorted(first)]


shapes = [text(26, 48, "lane 0", 12, "start"), text(26, 40 + SIDE, "lane 31", 12, "start")]
for number, (name, words) in enumerate(zip(NAMES, columns(sys.argv[1]))):
    x, y = 80 + number * 212, 40
    marks = "".join(f"M{word % BANKS} {lane}h1" for lane, word in enumerate(words))
    shapes += [text(x + SIDE / 2, y - 14, name, 15), rect(x, y, SIDE, SIDE, "quiet", 1, 0),
               f'<path transform="translate({x} {y + CELL / 2:g}) scale({CELL})" d="{marks}" fill="none" stroke="#e0923f"'
               f' style="stroke:var(--figure-2, #e0923f)"/>',
               text(x, y + SIDE + 20, "bank 0", 12, "start"), text(x + SIDE, y + SIDE + 20, "bank 31", 12, "end")]

write(__file__, 232, "The banks of a column of the tile", "Three squares with 32 banks across and the 32 lanes of a warp downwards. In the first all marks stand in "
      "one bank, in the second along a diagonal, in the third in another order, each in its own bank.", shapes)
