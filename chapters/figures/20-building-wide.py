"""What the first eight lanes load with one instruction, from the trace of `wide`: a float each, or a pack of four."""

import json
import sys
from pathlib import Path

from svg import code, rect, text, write

LEFT, WORD, LANES = 14, 21.5, 8

first = {}
for request in json.loads((Path(sys.argv[1]) / "trace.json").read_text(encoding="utf-8"))["requests"]:
    if request["memory"] == "global" and request["operation"] == "load" and request["warp"] == 0:
        first.setdefault(request["launch"], request)
one, four = [first[launch] for launch in sorted(first)]
assert (one["bytes"], four["bytes"]) == (4, 16)

shapes = []
for row, (title, request) in enumerate([("ratios<1>: 4 bytes per lane", one), ("ratios<4>: 16 bytes per lane", four)]):
    top, words = 40 + 84 * row, request["bytes"] // 4
    shapes.append(text(LEFT, top - 10, title, 15, "start"))
    for word in range(32):
        shapes.append(rect(LEFT + word * WORD, top, WORD, 26, "none", 0.6, 0))
    for lane, offset in list(zip(request["lanes"], request["offsets"]))[:LANES]:
        at = (offset - request["offsets"][0]) / 4
        shapes += [rect(LEFT + at * WORD, top, words * WORD, 26, "first" if lane % 2 == 0 else "second", 1.5, 0),
                   code(LEFT + (at + words / 2) * WORD, top + 18, str(lane), 13)]
shapes.append(text(LEFT, 172, "Boxes are words of 4 bytes, 8 to a sector; numbers are lanes.", 13, "start"))

write(__file__, 182, "One load of a float or of a pack", "With a float each, lanes 0 to 7 load the first 8 words; with a pack of four they load 32 words.", shapes)
