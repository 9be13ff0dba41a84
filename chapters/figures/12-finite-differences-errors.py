"""How the error falls with the sweeps of three methods, from what `solvers` wrote."""

import math
import sys
from pathlib import Path

from svg import line, text, write

LEFT, RIGHT, TOP, BOTTOM = 90, 690, 34, 270
NAMES = ("Jacobi", "red and black", "SOR")
STROKES = ('stroke="#2f9dbd" style="stroke:var(--figure-1, #2f9dbd)"', 'stroke="#e0923f" style="stroke:var(--figure-2, #e0923f)"',
           'stroke="currentColor" stroke-dasharray="7 4"')

histories = [[float(word) for word in row.split()] for row in (Path(sys.argv[1]) / "solver-errors.txt").read_text(encoding="utf-8").splitlines()]
most = math.ceil((len(histories[0]) - 1) / 200) * 200


def x_of(sweep):
    return LEFT + (RIGHT - LEFT) * sweep / most


def y_of(error):
    return TOP + (BOTTOM - TOP) * min(-math.log10(error), 6) / 6


shapes = [line(LEFT, BOTTOM, RIGHT, BOTTOM), line(LEFT, TOP, LEFT, BOTTOM), text(LEFT, TOP - 14, "error", 14),
          text((LEFT + RIGHT) / 2, BOTTOM + 46, "sweeps", 14)]
for power in range(0, 7, 2):
    shapes += [line(LEFT, y_of(10.0**-power), RIGHT, y_of(10.0**-power), 0.4),
               text(LEFT - 8, y_of(10.0**-power) + 5, "1" if power == 0 else f"{10.0**-power:g}", 14, "end")]
for sweep in range(0, most + 1, 400):
    shapes += [line(x_of(sweep), BOTTOM, x_of(sweep), BOTTOM + 6, 1), text(x_of(sweep), BOTTOM + 23, f"{sweep:,}", 14)]
for name, stroke, history in zip(NAMES, STROKES, histories):
    last = len(history) - 1
    step = max(1, last // 24)
    points = sorted({*range(0, last, step), last})
    path = "L".join(f"{x_of(at):.1f} {y_of(history[at]):.1f}" for at in points)
    shapes += [f'<path d="M{path}" fill="none" stroke-width="2.5" {stroke}/>',
               text(x_of(last * 0.72) + 10, y_of(history[int(last * 0.72)]) + (0 if last > 200 else 12), name, 14, "start")]
write(__file__, 330, "Error against sweeps", "Jacobi falls slowest, red and black twice as fast, SOR many times as fast.", shapes)
