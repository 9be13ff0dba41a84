"""The errors that `sobol` wrote to convergence.txt, and the slopes -1/2 and -1."""

import math
import sys
from pathlib import Path

from svg import FILLS, line, text, write

LEFT, RIGHT, TOP, BOTTOM = 90, 690, 20, 300
points = [tuple(map(float, row.split())) for row in (Path(sys.argv[1]) / "convergence.txt").read_text(encoding="utf-8").splitlines()]


def at(n, error):
    x, y = (math.log2(n) - 4) / 8, (math.log10(error) + 3.1) / 3.6
    return LEFT + x * (RIGHT - LEFT), BOTTOM - y * (BOTTOM - TOP)


grid, shapes = "", []
for power in range(4, 13, 2):
    x, _ = at(2**power, 1)
    grid += f"M{x:.0f} {TOP}V{BOTTOM}"
    shapes.append(text(round(x), BOTTOM + 20, f"{2**power:,}", 15))
for power in range(-2, 1):
    _, y = at(16, 10.0**power)
    grid += f"M{LEFT} {y:.0f}H{RIGHT}"
    shapes.append(text(LEFT - 8, round(y) + 5, f"{10.0**power:g}", 15, "end"))
shapes.append(f'<path d="{grid}" stroke="currentColor" stroke-width="0.3"/>')
for series, power, fill in ((1, -0.5, "first"), (2, -1, "second"), (3, None, "quiet")):
    start = points[0][series]
    if power:
        shapes.append(line(*map(round, at(16, start)), *map(round, at(4096, start * 256**power)), 1.5, "7 5"))
    diamonds = ""
    for point in points:
        x, y = at(point[0], point[series])
        diamonds += f"M{x:.0f} {y - 6:.0f}l6 6-6 6-6-6z"
    shapes.append(f'<path d="{diamonds}" {FILLS[fill]} stroke="currentColor"/>')
shapes += [text(*map(round, at(1500, 0.42)), "random", 15), text(*map(round, at(420, 0.07)), "Sobol, shifted", 15, "start"), text(*map(round, at(230, 0.0115)), "Sobol, scrambled", 15, "end"),
           text(*map(round, at(150, 1.1)), "slope −½", 15, style="italic"), text(*map(round, at(1700, 0.018)), "slope −1", 15, "start", style="italic"),
           text((LEFT + RIGHT) / 2, BOTTOM + 42, "points", 15),
           f'<text transform="translate(24 {(TOP + BOTTOM) / 2:g}) rotate(-90)" font-size="15" text-anchor="middle">error, root mean square</text>']

write(__file__, 352, "Error against number of points", "Against the number of points, from 16 to 4,096: random errors along a line of slope minus one half, "
      "those of shifted Sobol points along one of slope minus one, and those of scrambled points below.", shapes)
