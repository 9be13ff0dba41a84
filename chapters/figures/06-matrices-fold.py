"""A matrix of three rows and four columns, and the same elements on a line."""

from svg import code, head, rect, text, write

ROWS, COLUMNS, SIDE = 3, 4, 44
FILLS = ["first", "quiet", "second"]


def dividers(x, y, count):
    strokes = "".join(f"M{x + SIDE * i} {y}v{SIDE}" for i in range(1, count))
    return f'<path d="{strokes}" stroke="currentColor"/>'


def arc(x1, x2, y, depth):
    return (f'<path d="M{x1} {y}C{x1} {y + depth} {x2} {y + depth} {x2} {y}" fill="none" stroke="currentColor" stroke-width="1.5"/>'
            + head(x2, y + 8, x2, y))


shapes = []
for row in range(ROWS):
    y, along = 30 + SIDE * row, 90 + SIDE * COLUMNS * row
    shapes += [rect(90, y, SIDE * COLUMNS, SIDE, FILLS[row], radius=0), dividers(90, y, COLUMNS), text(78, y + 27, f"row {row}", 15, "end"),
               rect(along, 206, SIDE * COLUMNS, SIDE, FILLS[row], radius=0), dividers(along, 206, COLUMNS)]
    for column in range(COLUMNS):
        number = str(COLUMNS * row + column)
        shapes += [code(112 + SIDE * column, y + 27, number), code(along + 22 + SIDE * column, 233, number)]
shapes += [text(330, 70, "element (row, column) lies at", 15, "start"), code(330, 96, "row * columns + column", 15, "start"),
           text(78, 233, "memory", 15, "end"),
           arc(112 + SIDE * 5, 112 + SIDE * 6, 252, 30), text(112 + SIDE * 5 - 8, 278, "right: 1", 15, "end"),
           arc(112 + SIDE * 5, 112 + SIDE * 9, 252, 64), text(112 + SIDE * 7, 318, "down: 4, a whole row", 15)]

write(__file__, 328, "Row-major order",
      "A matrix of three rows and four columns above, its elements numbered row by row, and the same twelve elements on one line. "
      "From 5 to its right neighbour is one step, from 5 to the element below it are four.", shapes)
