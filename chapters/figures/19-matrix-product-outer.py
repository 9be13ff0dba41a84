"""One step along k of a micro-tile of 8 × 8: a column of A, a row of B, and all their products."""

from svg import code, line, rect, text, write

SIDE, LEFT, TOP, MARKED = 26, 270, 78, (5, 2)

shapes = [text(LEFT + 4 * SIDE, 24, "8 numbers of B, two loads of 16 bytes", 14), text(LEFT - 58, TOP + 4 * SIDE - 16, "8 numbers of A,", 14, "end"),
          text(LEFT - 58, TOP + 4 * SIDE + 4, "two loads", 14, "end"), text(LEFT - 58, TOP + 4 * SIDE + 24, "of 16 bytes", 14, "end")]
for i in range(8):
    shapes.append(rect(LEFT - 44, TOP + i * SIDE, SIDE, SIDE - 3, "second" if i == MARKED[0] else "quiet", 1))
    shapes.append(rect(LEFT + i * SIDE, TOP - 44, SIDE - 3, SIDE, "second" if i == MARKED[1] else "quiet", 1))
    for j in range(8):
        shapes.append(rect(LEFT + j * SIDE, TOP + i * SIDE, SIDE - 3, SIDE - 3, "second" if (i, j) == MARKED else "first", 1))
x, y = LEFT + MARKED[1] * SIDE + 11, TOP + MARKED[0] * SIDE + 11
shapes += [line(LEFT - 16, y, x - 12, y, 1.5, "4 3"), line(x, TOP - 16, x, y - 12, 1.5, "4 3")]
shapes += [text(LEFT + 8 * SIDE + 16, TOP + 4 * SIDE - 10, "64 sums in registers,", 14, "start"),
           text(LEFT + 8 * SIDE + 16, TOP + 4 * SIDE + 10, "64 multiply-adds", 14, "start"),
           code(LEFT + 8 * SIDE + 16, TOP + 5 * SIDE + 10, f"sums[{MARKED[0]}][{MARKED[1]}] +=", 12.5, "start"),
           code(LEFT + 8 * SIDE + 16, TOP + 5 * SIDE + 28, f"  a[{MARKED[0]}] * b[{MARKED[1]}]", 12.5, "start")]

write(__file__, TOP + 8 * SIDE + 14, "One step of a micro-tile",
      "A column of eight boxes, a row of eight boxes, and the square of their sixty-four products, one of which is marked.", shapes)
