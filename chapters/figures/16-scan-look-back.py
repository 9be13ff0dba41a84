"""A look back from tile 100: which statuses a warp reads, from the trace of `look-back`."""

import json
import sys
from pathlib import Path

from svg import line, text, write

LEFT, PITCH, TOP, STATUS, TILES, KNOWN = 12, 6.9, 46, 8, 100, 29

looks, launch = [], None
for request in json.loads((Path(sys.argv[1]) / "trace.json").read_text(encoding="utf-8"))["requests"]:
    if request["memory"] == "global" and request["operation"] == "load" and request["kernel"].startswith("look") and request["bytes"] == STATUS:
        launch = request["launch"] if launch is None else launch
        if request["launch"] == launch:
            looks.append(sorted(offset // STATUS for offset in request["offsets"]))
assert [(look[0], look[-1]) for look in looks] == [(68, 99), (36, 67), (4, 35)], looks

INK = {"first": "--figure-1, #2f9dbd", "second": "--figure-2, #e0923f", "none": "--figure-quiet, #888888"}


def strip(first, last, y, height, fill):
    """Tiles first to last, as the dashes of one thick line."""
    colour = INK[fill].split(", ")[1]
    return (f'<path d="M{LEFT + first * PITCH:.1f} {y + height / 2:g}h{(last - first + 1) * PITCH - 1:.1f}" fill="none" stroke="{colour}"'
            f' style="stroke:var({INK[fill]})" stroke-width="{height}" stroke-dasharray="{PITCH - 1:.1f} 1"/>')


shapes = [text(LEFT, 20, "tiles 0 to 29: inclusive prefix", 14, "start"), text(LEFT + (KNOWN + 1) * PITCH + 60, 20, "tiles 30 to 99: aggregate", 14, "start")]
shapes += [strip(0, KNOWN, TOP - 14, 20, "second"), strip(KNOWN + 1, TILES - 1, TOP - 14, 20, "first")]
for number, look in enumerate(looks):
    y = TOP + 26 + number * 34
    counting = max(look[0], KNOWN)
    shapes.append(strip(counting, look[-1], y, 12, "first"))
    if look[0] <= KNOWN:
        shapes += [strip(look[0], KNOWN - 1, y, 12, "none"), strip(KNOWN, KNOWN, y, 12, "second")]
    words = f"look {number + 1}: tiles {look[0]} to {look[-1]}"
    if number < 2:
        shapes.append(text(LEFT + look[0] * PITCH - 10, y + 11, words, 13, "end"))
    else:
        shapes.append(text(LEFT + (look[-1] + 1) * PITCH + 10, y + 11, words + ", of which 29 to 35 count", 13, "start"))
end = LEFT + TILES * PITCH
shapes += [line(end, TOP - 20, end, TOP + 12, 1.5), text(end + 4, TOP - 24, "100", 12, "end")]

write(__file__, TOP + 26 + 3 * 34, "Looking back from tile 100",
      "A strip of a hundred tiles, thirty of them with prefixes. Below it three bars of 32 tiles each: 68 to 99, 36 to 67, and 4 to 35, where tile 29 ends the search.", shapes)
