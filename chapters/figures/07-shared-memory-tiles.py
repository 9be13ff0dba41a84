"""A tiled matrix product: the two tiles in shared memory, and the one that they add to."""

from svg import code, line, rect, write

TILE = 44
COUNT = 4


def grid(x, y):
    lines = "".join(f"M0 {k}h{COUNT}M{k} 0v{COUNT}" for k in range(COUNT + 1))
    return [f'<path transform="translate({x} {y}) scale({TILE})" d="{lines}" fill="none" stroke="currentColor" stroke-width="0.02"/>']


AX, AY = 110, 240  # a, below on the left
BX, BY = 360, 40  # b, above c
CX, CY = 360, 240
ROW, COLUMN, STEP = 1, 2, 1

shapes = grid(AX, AY) + grid(BX, BY) + grid(CX, CY)
shapes += [rect(AX, AY + ROW * TILE, COUNT * TILE, TILE, "none", 2, 0), rect(BX + COLUMN * TILE, BY, TILE, COUNT * TILE, "none", 2, 0),
           rect(AX + STEP * TILE, AY + ROW * TILE, TILE, TILE, "first", 2, 0), rect(BX + COLUMN * TILE, BY + STEP * TILE, TILE, TILE, "first", 2, 0),
           rect(CX + COLUMN * TILE, CY + ROW * TILE, TILE, TILE, "second", 2, 0),
           rect(AX + STEP * TILE, AY + ROW * TILE + 12, TILE, 5, "second", 1, 0), rect(BX + COLUMN * TILE + 28, BY + STEP * TILE, 5, TILE, "second", 1, 0),
           rect(CX + COLUMN * TILE + 28, CY + ROW * TILE + 12, 5, 5, "first", 1, 0),
           line(AX + 2.2 * TILE, AY + 1.5 * TILE, AX + 3.6 * TILE, AY + 1.5 * TILE, arrow=True),
           line(BX + 2.5 * TILE, BY + 2.2 * TILE, BX + 2.5 * TILE, BY + 3.6 * TILE, arrow=True),
           code(AX - 22, AY + 92, "a", 18), code(BX - 22, BY + 92, "b", 18), code(CX + COUNT * TILE + 22, CY + 92, "c", 18)]

write(__file__, 430, "A tiled matrix product",
      "A row of tiles of a, a column of tiles of b, and the tile of c where they meet. One tile of a and one of b are "
      "marked as being in shared memory, with arrows to those of the next iterations; in them one row and one column, "
      "and in c the element that they contribute to.", shapes)
