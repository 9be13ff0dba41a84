"""Where the block at (2, 1) reads its tile, and where it writes it."""

from svg import code, line, rect, text, write

TILE = 64


def matrix(x, y, across, down, marked, words):
    shapes = [text(x + across * TILE / 2, y - 14, words)]
    for row in range(down):
        for column in range(across):
            fill = "second" if (column, row) == marked else "quiet"
            shapes.append(rect(x + column * TILE, y + row * TILE, TILE, TILE, fill, 1, 0))
    left, top = x + marked[0] * TILE, y + marked[1] * TILE
    shapes += [line(left + 10, top + 18, left + TILE - 10, top + 18, arrow=True), code(left + TILE / 2, top + 40, "x", 15)]
    return shapes


shapes = matrix(70, 60, 3, 2, (2, 1), "in: blockIdx.x counts to the right")
shapes += matrix(460, 60, 2, 3, (1, 2), "out: blockIdx.x counts downwards")
shapes += [line(274, 158, 450, 212, 2, arrow=True),
           code(166, 222, "top  = 1 * side", 14), code(166, 242, "left = 2 * side", 14),
           code(524, 284, "row    left + y", 14), code(524, 304, "column top  + x", 14)]

write(__file__, 320, "A tile moves to its mirrored position", "A matrix of two rows and three columns of tiles, and its transpose. The tile of block (2, 1), in row 1 and "
      "column 2, goes to row 2 and column 1. In both an arrow labelled x runs along a row of the tile.", shapes)
