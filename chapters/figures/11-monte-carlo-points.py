"""128 random points next to Sobol's first 128, as `sobol` wrote them to points.txt."""

import sys
from pathlib import Path

from svg import rect, text, write

SIDE, TOP = 300, 20
rows = [tuple(map(int, row.split())) for row in (Path(sys.argv[1]) / "points.txt").read_text(encoding="utf-8").splitlines()]
assert len(rows) == 512

shapes = []
for number, (title, colour, variable) in enumerate((("random", "#2f9dbd", "--figure-1"), ("Sobol", "#e0923f", "--figure-2"))):
    left = 40 + number * 340
    dots = "".join(f"M{left + x * SIDE / 2**32:.0f} {TOP + SIDE - y * SIDE / 2**32:.0f}h0" for x, y in rows[256 * number:256 * number + 128])
    shapes += [rect(left, TOP, SIDE, SIDE, stroke=0.8, radius=0), f'<path d="{dots}" fill="none" stroke="{colour}" style="stroke:var({variable}, {colour})" stroke-width="5" stroke-linecap="round"/>',
               text(left + SIDE / 2, TOP + SIDE + 22, title, 15)]

write(__file__, TOP + SIDE + 36, "Random points and Sobol's", "128 random points with gaps and heaps, and 128 of Sobol's points that cover the square evenly.", shapes)
