"""The efficiencies that the model of `scaling` wrote to 18-scaling.txt, up to a thousand GPUs."""

import math
import sys
from pathlib import Path

from svg import text, write

LEFT, RIGHT, TOP, BOTTOM = 70, 600, 40, 300
NAMES = ("strong, NVLink", "strong, network", "weak, 64³ per GPU")
DASHES = ("", ' stroke-dasharray="7 4"', ' stroke-dasharray="2 4"')
rows = [tuple(map(float, row.split())) for row in (Path(sys.argv[1]) / "18-scaling.txt").read_text(encoding="utf-8").splitlines()]


def at(devices, efficiency):
    return round(LEFT + math.log10(devices) / 3 * (RIGHT - LEFT)), round(BOTTOM - efficiency * (BOTTOM - TOP))


shapes, grid = [text((LEFT + RIGHT) / 2, 22, "a model, not a measurement", 15, style="italic")], ""
for devices in (1, 10, 100, 1000):
    x, _ = at(devices, 0)
    grid += f"M{x} {TOP}V{BOTTOM}"
    shapes.append(text(x, BOTTOM + 20, f"{devices:,}", 15))
for efficiency in (0, 0.25, 0.5, 0.75, 1):
    _, y = at(1, efficiency)
    grid += f"M{LEFT} {y}H{RIGHT}"
    shapes.append(text(LEFT - 8, y + 5, f"{efficiency:g}", 15, "end"))
shapes.append(f'<path d="{grid}" stroke="currentColor" stroke-width="0.3"/>')
for series, (name, dash) in enumerate(zip(NAMES, DASHES), 1):
    points = [at(row[0], row[series]) for row in rows]
    turns = [here for before, here, behind in zip(points, points[1:], points[2:]) if not before[1] == here[1] == behind[1]]
    path = "L".join(f"{x} {y}" for x, y in (points[0], *turns, points[-1]))
    shapes.append(f'<path d="M{path}" fill="none" stroke="currentColor" stroke-width="2"{dash}/>')
    x, y = points[-1]
    shapes.append(text(x + 14, y + {1: -4, 2: 12}.get(series, 5), name, 13, "start"))
shapes.append(text((LEFT + RIGHT) / 2, BOTTOM + 42, "GPUs", 15))
write(__file__, 352, "Scaling to a thousand GPUs according to the model", "Efficiency against the number of GPUs. Strong scaling of 1024³ points stays near 1 at first and falls towards 0, on the network "
      "earlier than over NVLink. Weak scaling at 64³ points per GPU drops at two and stays there.", shapes)
