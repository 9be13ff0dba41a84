"""Owners of the elements of a tile of 128 × 128, from the stores in the trace of `owners`."""

import json
import sys
from pathlib import Path

from svg import rect, text, write

SIDE, LEFT, TOP, SCALE = 128, 60, 34, 3.2

stores = {}
for request in json.loads((Path(sys.argv[1]) / "trace.json").read_text(encoding="utf-8"))["requests"]:
    if request["memory"] == "global" and request["operation"] == "store" and request["bytes"] == 16:
        for lane, offset in zip(request["lanes"], request["offsets"]):
            stores.setdefault((request["warp"], lane), []).append(offset // 4)
base = min(place for places in stores.values() for place in places)
owned = {who: [divmod(place - base, SIDE) for place in places] for who, places in stores.items()}
assert len(owned) == 256 and all(len(places) == 16 for places in owned.values())
assert len({place for places in owned.values() for place in places}) == SIDE * SIDE // 4


def box(row, column, height, width, fill, stroke):
    return rect(LEFT + column * SCALE, TOP + row * SCALE, width * SCALE, height * SCALE, fill, stroke, 0)


shapes = []
for warp in range(8):
    places = [place for lane in range(32) for place in owned[warp, lane]]
    top, left = min(row for row, _ in places), min(column for _, column in places)
    height, width = max(row for row, _ in places) + 1 - top, max(column for _, column in places) + 4 - left
    assert height * width == 32 * 64
    shapes.append(box(top, left, height, width, "quiet" if warp else "none", 2))
    if warp:
        shapes.append(text(LEFT + (left + width / 2) * SCALE, TOP + (top + height / 2) * SCALE, f"warp {warp}", 15))
for lane, fill in ((0, "first"), (1, "second")):
    shapes += [box(row, column, 1, 4, fill, 0.5) for row, column in owned[0, lane]]
right = LEFT + SIDE * SCALE + 24
shapes += [text(LEFT + 64 * SCALE, 22, "the block: 128 × 128 elements", 15), text(right, TOP + 20, "warp 0: its warp tile,", 14, "start"),
           text(right, TOP + 40, "64 × 32 elements", 14, "start"), rect(right, TOP + 64, 26, 12, "first", 1, 0),
           text(right + 36, TOP + 75, "lane 0: 64 elements,", 14, "start"), text(right + 36, TOP + 95, "in groups of four", 14, "start"),
           rect(right, TOP + 114, 26, 12, "second", 1, 0), text(right + 36, TOP + 125, "lane 1", 14, "start")]

write(__file__, round(TOP + SIDE * SCALE + 14), "Elements of a block, a warp and a thread",
      "Eight warp tiles, two rows of four. In the first, sixteen groups of four elements for lane 0, and as many for lane 1.", shapes)
