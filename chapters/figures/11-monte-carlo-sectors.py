"""The sectors that one warp touches for the first number of each of its paths, in two layouts, from the trace of `layouts`."""

import json
import sys
from pathlib import Path

from svg import text, write

LAYOUTS = {1: "path by path", 2: "number by number"}  # by launch
SECTORS, SECTOR, FLOAT = 128, 32, 4
LEFT, CELL, LANE, ROW = 150, 4.375, 4.375, 92
STRIP = 12  # the height of lanes and of sectors
COLOURS = {"lanes": ("#2f9dbd", "--figure-1"), "sectors": ("#b0b0b0", "--figure-quiet"), "touched": ("#e0923f", "--figure-2")}


def path(d, width, what, opacity=1.0):
    colour, variable = COLOURS[what]
    return (f'<path d="{d}" fill="none" stroke="{colour}" style="stroke:var({variable}, {colour})" stroke-width="{STRIP}"'
            f' stroke-opacity="{opacity}" stroke-dasharray="{width - 1.1:g} 1.1"/>')


def first_request(requests, launch):
    """Of the warp with the first paths: the request for their first number."""
    return min((r for r in requests if r["launch"] == launch and r["operation"] == "load" and r["block"] == [0, 0, 0] and r["warp"] == 0),
               key=lambda r: r["offsets"][0])


requests = json.loads((Path(sys.argv[1]) / "trace.json").read_text(encoding="utf-8"))["requests"]
shapes = [text(LEFT + 33 * LANE, 21, "32 lanes", 13, "start", style="italic")]
for row, (launch, words) in enumerate(LAYOUTS.items()):
    load = first_request(requests, launch)
    y = 16 + row * ROW
    touched = sorted({offset // SECTOR for offset in load["offsets"]})
    assert len(load["lanes"]) == 32 and touched[-1] < SECTORS and len(touched) == (32 if launch == 1 else 4), touched
    lines = "".join(f"M{LEFT + (lane + 0.4) * LANE:.0f} {y + STRIP / 2:g}L{LEFT + (place + FLOAT / 2) / SECTOR * CELL:.1f} {y + 58 - STRIP / 2:g}"
                    for lane, place in zip(load["lanes"], load["offsets"]))
    shapes += [path(f"M{LEFT} {y:g}h{32 * LANE:g}", LANE, "lanes"), path(f"M{LEFT} {y + 58:g}h{SECTORS * CELL:g}", CELL, "sectors", 0.35),
               path("".join(f"M{LEFT + s * CELL:g} {y + 58:g}h{CELL - 1.1:g}" for s in touched), CELL, "touched"),
               f'<path fill="none" stroke="currentColor" stroke-width="0.7" stroke-opacity="0.7" d="{lines}"/>',
               text(LEFT - 12, y + 34, words, 14, "end"),
               text(LEFT, y + 78, f"{len(touched)} of {SECTORS} sectors", 12.5, "start", style="italic")]

write(__file__, 16 + len(LAYOUTS) * ROW, "The sectors that a warp touches in two layouts",
      "Path by path, each of 32 lanes touches a sector of its own, every fourth of 128. Number by number, all lanes share the first 4.", shapes)
