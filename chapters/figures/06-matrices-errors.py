"""The worst errors of dot products that `close` wrote to errors.txt, the bound, and the square root of the length."""

import math
import sys
from pathlib import Path

from svg import FILLS, line, text, write

LEFT, RIGHT, TOP, BOTTOM = 90, 690, 20, 300
points = [tuple(map(float, row.split())) for row in (Path(sys.argv[1]) / "errors.txt").read_text(encoding="utf-8").splitlines()]


def at(n, error):
    x, y = math.log2(n) / 12, (math.log2(error) + 2) / 14
    return LEFT + x * (RIGHT - LEFT), BOTTOM - y * (BOTTOM - TOP)


grid, shapes = "", []
for power in range(0, 13, 3):
    x, _ = at(2**power, 1)
    grid += f"M{x:.0f} {TOP}V{BOTTOM}"
    shapes.append(text(round(x), BOTTOM + 20, f"{2**power:,}", 15))
for power in range(0, 13, 3):
    _, y = at(1, 2**power)
    grid += f"M{LEFT} {y:.0f}H{RIGHT}"
    shapes.append(text(LEFT - 8, round(y) + 5, f"{2**power:,}", 15, "end"))
shapes.append(f'<path d="{grid}" stroke="currentColor" stroke-width="0.3"/>')
shapes += [line(*at(1, 1), *at(4096, 4096), 2), line(*at(1, 1), *at(4096, 64), 1.5, "7 5")]
for series, fill in ((1, "first"), (2, "second")):
    diamonds = ""
    for point in points:
        x, y = at(point[0], point[series])
        diamonds += f"M{x:.0f} {y - 6:.0f}l6 6-6 6-6-6z"
    shapes.append(f'<path d="{diamonds}" {FILLS[fill]} stroke="currentColor"/>')
bound, root = at(256, 256), at(700, 26)
shapes += [text(round(bound[0]) - 12, round(bound[1]) - 8, "the bound", 15, "end"), text(round(root[0]) - 8, round(root[1]) - 16, "√n", 15, "end", style="italic"),
           text(*map(round, at(1800, 8)), "numbers from 0 to 1", 15), text(*map(round, at(1800, 0.45)), "numbers from −1 to 1", 15),
           text((LEFT + RIGHT) / 2, BOTTOM + 42, "terms of the dot product", 15),
           f'<text transform="translate(24 {(TOP + BOTTOM) / 2:g}) rotate(-90)" font-size="15" text-anchor="middle">error, in u · Σ|aᵢbᵢ|</text>']

write(__file__, 352, "Errors of dot products, and their bound",
      "Against the number of terms, from 1 to 4,096: the bound grows proportionally. The recorded worst errors of positive numbers grow "
      "like the square root, those of numbers with mixed signs hardly at all.", shapes)
