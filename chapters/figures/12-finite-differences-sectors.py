"""The sectors that one warp of `each` requests, neighbour by neighbour, from the trace of `volume`."""

import json
import sys
from pathlib import Path

from svg import WIDTH, code, rect, text, write

NAMES = ("west", "east", "north", "south", "below", "above")
COLUMNS, ROWS, SECTOR, FLOAT = 256, 18, 32, 4
SHIFT = {"west": -1, "east": 1, "north": -COLUMNS, "south": COLUMNS, "below": -ROWS * COLUMNS, "above": ROWS * COLUMNS}

loads, stores = {}, {}
for request in json.loads((Path(sys.argv[1]) / "trace.json").read_text(encoding="utf-8"))["requests"]:
    if not request["kernel"].startswith("each") or request["block"] != [1, 1, 1] or request["bytes"] != FLOAT or request["warp"] != 0:
        continue
    if request["operation"] == "store":
        stores.setdefault(request["launch"], request)
    elif request["operation"] == "load":
        loads.setdefault(request["launch"], []).append(request)
launch = max(loads)  # the volume that is observed comes last
centre = stores[launch]["offsets"][0]

first_sector, boxes, pitch, gap = -1, 6, 84, 34
left, top = 190, 66
shapes = [text(left - 14, 26, "32 points of a row", 14, "end")]
for lane in (0, 31):
    shapes.append(code(left + (lane * FLOAT / SECTOR - first_sector) * pitch + pitch / 16, 26, "lane 0" if lane == 0 else "31", 12))
shapes.append(rect(left + pitch, 32, 4 * pitch, 12, "second", 1))
for row, name in enumerate(NAMES):
    shift = SHIFT[name]
    offsets = [[offset for offset in request["offsets"]] for request in loads[launch]
               if request["offsets"][0] == centre + shift * FLOAT]
    assert len(offsets) == 1, (name, centre, [request["offsets"][0] for request in loads[launch]])
    start = centre + (shift if abs(shift) >= COLUMNS else 0) * FLOAT  # the element right above, below, beside
    touched = {(offset - start) // SECTOR for offset in offsets[0]}
    y = top + row * gap
    shapes.append(text(left - 14, y + 17, name, 14, "end"))
    for sector in range(first_sector, first_sector + boxes):
        x = left + (sector - first_sector) * pitch
        shapes.append(rect(x, y, pitch - 3, 22, "first" if sector in touched else "none", 1))
        low, high = [(max(min(offsets[0]), start + sector * SECTOR) - start - sector * SECTOR) / SECTOR,
                     (min(max(offsets[0]) + FLOAT, start + (sector + 1) * SECTOR) - start - sector * SECTOR) / SECTOR]
        if sector in touched:
            shapes.append(rect(x + low * (pitch - 3), y + 7, (high - low) * (pitch - 3), 8, "second", 0, 0))
    shapes.append(text(left + boxes * pitch + 6, y + 17, str(len(touched)), 15, "start", "bold"))
height = top + len(NAMES) * gap + 8
assert WIDTH >= left + boxes * pitch + 20
write(__file__, height, "The sectors of six loads",
      "Six strips of six sectors. Those for west and east have five sectors marked, the others four.", shapes)
