"""The sectors that the first load of a warp touches in either layout, from the trace of `layouts`."""

import json
import sys
from pathlib import Path

from svg import code, line, rect, text, write

SECTOR, LANES = 32, 32

first = {}
for request in json.loads((Path(sys.argv[1]) / "trace.json").read_text(encoding="utf-8"))["requests"]:
    if request["memory"] == "global" and request["operation"] == "load" and request["warp"] == 0 and request["block"] == [0, 0, 0]:
        first.setdefault(request["launch"], request)
apart, together = [first[launch] for launch in sorted(first)][:2]

shapes = []


def strip(top, title, request, boxes):
    """Lanes in a row, and below them the sectors that they touch; a gap where sectors are left out."""
    base = request["offsets"][0]
    sectors = [(offset - base) // SECTOR for offset in request["offsets"]]
    touched = sorted(set(sectors))
    shapes.append(text(14, top, f"{title}: {len(touched)} sectors", 15, "start"))
    lane_x = [30 + lane * 21 for lane in range(LANES)]
    for lane in range(LANES):
        shapes.append(rect(lane_x[lane], top + 14, 17, 15, "none", 1, 2))
        if lane % 4 == 0 or lane == LANES - 1:
            shapes.append(text(lane_x[lane] + 8.5, top + 26, str(lane), 10))
    pitch = boxes
    place = {sector: 30 + number * pitch for number, sector in enumerate(touched)}
    width = pitch - 4
    for sector in touched:
        shapes.append(rect(place[sector], top + 72, width, 18, "quiet", 1, 1))
    for lane, offset in zip(request["lanes"], request["offsets"]):
        sector = (offset - base) // SECTOR
        x = place[sector] + (offset - base) % SECTOR / SECTOR * width
        shapes.append(rect(x, top + 72, width / 8, 18, "first", 0, 0))
        shapes.append(line(lane_x[lane] + 8.5, top + 29, x + width / 16, top + 72, 0.6))
    stride = request["offsets"][1] - request["offsets"][0]
    shapes.append(text(30, top + 108, f"from lane to lane: {stride} bytes", 13, "start"))


strip(22, "contiguous", apart, 21)
strip(160, "interleaved", together, 168)
shapes.append(code(706, 22, "of.a[at(0)]", 13, "end"))
write(__file__, 276, "A load of a warp in two layouts", "Contiguous: 32 lanes touch 32 sectors, four bytes in each. Interleaved: they touch 4 sectors, and use all of them.", shapes)
