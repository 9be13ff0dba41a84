"""The errors that `option` wrote to 15-option.txt, over the number of points, and the slopes -1 and -2."""

import math
import sys
from pathlib import Path

from svg import FILLS, line, text, write

LEFT, RIGHT, TOP, BOTTOM = 90, 560, 20, 280
NAMES = ("call", "put", "at the strike", "there, no smooth start")
points = [tuple(map(float, row.split())) for row in (Path(sys.argv[1]) / "15-option.txt").read_text(encoding="utf-8").splitlines()]


def at(n, error):
    x, y = (math.log2(n) - 5.8) / 3.4, (math.log10(error) + 4) / 3.1
    return round(LEFT + x * (RIGHT - LEFT)), round(BOTTOM - y * (BOTTOM - TOP))


shapes, grid = [], ""
for n in (64, 128, 256, 512):
    x, _ = at(n, 1)
    grid += f"M{x} {TOP}V{BOTTOM}"
    shapes.append(text(x, BOTTOM + 20, str(n), 15))
for power in (-3, -2, -1):
    _, y = at(64, 10.0**power)
    grid += f"M{LEFT} {y}H{RIGHT}"
    shapes.append(text(LEFT - 8, y + 5, f"{10.0**power:g}", 15, "end"))
shapes.append(f'<path d="{grid}" stroke="currentColor" stroke-width="0.3"/>')
for series, name in enumerate(NAMES, 1):
    slope = -2 if series < 4 else -1
    first = points[0][series]
    shapes.append(line(*at(64, first), *at(512, first * 8.0**slope), 1.2, "6 4"))
    diamonds = "".join("M{} {}l6 6-6 6-6-6z".format(at(p[0], p[series])[0], at(p[0], p[series])[1] - 6) for p in points)
    shapes.append(f'<path d="{diamonds}" {FILLS["second" if series == 4 else "first"]} stroke="currentColor"/>')
    x, y = at(512, points[-1][series])
    y += {"put": -6, "at the strike": 5}.get(name, 0)
    shapes.append(text(x + 12, y + 5, name, 13, "start"))
shapes += [text((LEFT + RIGHT) / 2, BOTTOM + 42, "points", 15),
           f'<text transform="translate(24 {(TOP + BOTTOM) / 2:g}) rotate(-90)" font-size="15" text-anchor="middle">error</text>',
           text(*at(250, 0.032), "slope −1", 14, style="italic"), text(*at(90, 0.0045), "slope −2", 14, style="italic")]
write(__file__, 332, "Errors of option prices", "From 64 to 512 points. Three series fall by four with each doubling; Crank and Nicolson's scheme alone, at the strike, falls by two.", shapes)
