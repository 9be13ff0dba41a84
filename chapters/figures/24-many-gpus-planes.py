"""The planes that each kernel of one step reads and writes, from the trace of `one-step`."""

import json
import sys
from pathlib import Path

from svg import line, rect, text, write

PLANE, PLANES = 3 * 32 * 4, 7  # bytes of a plane; planes of a slab, halos included
LEFT, TOP, CELL, COLUMN, SLAB = 130, 60, 22, 90, 330

touched = {}
for request in json.loads((Path(sys.argv[1]) / "trace.json").read_text(encoding="utf-8"))["requests"]:
    planes = {offset // PLANE for offset in request["offsets"]}
    touched.setdefault(request["launch"], {"load": set(), "store": set()})[request["operation"]] |= planes
launches = [touched[launch] for launch in sorted(touched)]
assert len(launches) == 6

shapes, grid = [], ""
for slab in range(2):
    left = LEFT + slab * SLAB
    shapes.append(text(left + 1.5 * COLUMN - 10, 20, f"slab {slab}", 15, weight="bold"))
    for kernel, name in enumerate(("lower edge", "upper edge", "interior")):
        x, seen = left + kernel * COLUMN, launches[3 * slab + kernel]
        shapes.append(text(x + 35, 44, name, 13))
        for part, operation, fill in ((0, "load", "first"), (36, "store", "second")):
            lowest, count = min(seen[operation]), len(seen[operation])
            assert seen[operation] == set(range(lowest, lowest + count))
            shapes.append(rect(x + part, TOP + (PLANES - lowest - count) * CELL, 32, count * CELL, fill, 0, 0))
            grid += f"M{x + part} {TOP}h32v{PLANES * CELL}h-32z" + f"m0 {CELL}h32m-32 0" * (PLANES - 1)
shapes.append(f'<path d="{grid}" fill="none" stroke="currentColor" stroke-width="0.6"/>')
for plane in range(PLANES):
    name = "halo" if plane in (0, PLANES - 1) else f"plane {plane}"
    shapes.append(text(LEFT - 12, TOP + (PLANES - 1 - plane) * CELL + 14, name, 13, "end"))


def middle(plane):
    return TOP + (PLANES - 1 - plane) * CELL + 9


over, back = LEFT + COLUMN + 70, LEFT + SLAB
shapes += [line(over, middle(5), back - 4, middle(0), 1.4, "5 3", arrow=True), line(back, middle(1), over + 92, middle(6), 1.4, "5 3", arrow=True)]
below = TOP + PLANES * CELL + 14
shapes += [rect(LEFT, below, 34, 16, "first", 0.6, 2), text(LEFT + 42, below + 13, "reads", 13, "start"),
           rect(LEFT + 110, below, 34, 16, "second", 0.6, 2), text(LEFT + 152, below + 13, "writes, in the other buffer", 13, "start"),
           line(LEFT + 370, below + 8, LEFT + 404, below + 8, 1.4, "5 3", arrow=True), text(LEFT + 412, below + 13, "copies", 13, "start")]
write(__file__, below + 28, "Planes of one step", "For either slab, three kernels: each edge reads three planes, one of them a halo, and writes one; "
      "the interior reads the five planes between the halos and writes three. Copies lead from edges to the other slab's halos.", shapes)
