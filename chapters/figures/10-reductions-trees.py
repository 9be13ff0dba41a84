"""The loads of two trees, from the trace of `trees`: the first four steps of the first warp, among neighbours and by halves."""

import json
import sys
from pathlib import Path

import lanes
from svg import text, write

STEPS = 4


def partners(folder):
    """By kernel, what the first warp loads from its partners: every second load of a step."""
    loads = {}
    for request in json.loads((Path(folder) / "trace.json").read_text(encoding="utf-8"))["requests"]:
        if request["memory"] == "shared" and request["operation"] == "load" and request["warp"] == 0:
            loads.setdefault(request["kernel"], []).append(request)
    return [loads[kernel][1:2 * STEPS:2] for kernel in ("add_by_neighbours", "add_by_halves")]


shapes = []
neighbours, halves = partners(sys.argv[1])
for step in range(STEPS):
    width, half = 1 << step, 128 >> step
    left = 14 + step * 178
    shapes += lanes.panel(left, 44, f"sums[{2 * width} * lane + {width}]", neighbours[step], 8)
    shapes += lanes.panel(left, 224, f"sums[lane + {half}]", halves[step], 8)
shapes += [text(14, 20, "among neighbours", 15, "start"), text(14, 200, "by halves", 15, "start")]

write(__file__, 350, "Two trees and their banks", "Four panels for each tree, lanes above, banks below. Among neighbours 2, 4, 8 and 8 words are requested from one "
      "bank; by halves each lane goes to a bank of its own.", shapes)
