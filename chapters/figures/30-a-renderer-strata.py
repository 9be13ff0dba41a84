"""Sixteen samples of a pixel with an edge, at random and in strata."""

import random

from svg import FILLS, rect, text, write

SIDE, TOP, CELLS = 224, 12, 4
EDGE = ((0, 0.63), (1, 0.22))  # from the left side to the right one


def height(x):
    return EDGE[0][1] + x * (EDGE[1][1] - EDGE[0][1])


def dot(left, x, y):
    return f'<circle cx="{left + SIDE * x:.1f}" cy="{TOP + SIDE * y:.1f}" r="4.5" fill="currentColor"/>'


shapes = []
generator = random.Random(4)
for left, words in ((106, "at random"), (390, "in strata")):
    strata = words == "in strata"
    points = [(left, TOP + SIDE * height(0)), (left + SIDE, TOP + SIDE * height(1)), (left + SIDE, TOP + SIDE), (left, TOP + SIDE)]
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"
    if strata:
        for row in range(CELLS):
            for column in range(CELLS):
                ends = [height(column / CELLS), height((column + 1) / CELLS)]
                crossed = min(ends) < (row + 1) / CELLS and max(ends) > row / CELLS
                shapes.append(rect(left + SIDE / CELLS * column, TOP + SIDE / CELLS * row, SIDE / CELLS, SIDE / CELLS,
                                   "second" if crossed else "none", 1, 0))
    shapes.append(f'<path d="{path}" {FILLS["first"]} stroke="currentColor" stroke-width="1.5"/>')
    shapes.append(rect(left, TOP, SIDE, SIDE, "none", 2, 0))
    for i in range(CELLS * CELLS):
        x, y = generator.random(), generator.random()
        shapes.append(dot(left, (i % CELLS + x) / CELLS, (i // CELLS + y) / CELLS) if strata else dot(left, x, y))
    shapes.append(text(left + SIDE / 2, TOP + SIDE + 24, words, 15))
write(__file__, TOP + SIDE + 36, "Strata",
      "Two pixels, each crossed by an oblique edge, with sixteen samples: at random on the left, with clumps and gaps; on the right one in "
      "each cell of a grid of four by four, of which those are marked that the edge crosses.", shapes)
