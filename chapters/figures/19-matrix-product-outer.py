"""One step along k of a micro-tile of 8 × 8: a column of A, a row of B, and all their products."""

from svg import code, line, rect, text, write

SIDE, LEFT, TOP, ROW, COLUMN = 26, 270, 78, 5, 2
ALL = 8 * SIDE


def lines(path):
    return f'<path d="{path}" fill="none" stroke="currentColor"/>'


down = "".join(f"M{LEFT + i * SIDE} {TOP}v{ALL}m0 {-ALL - 18}v{-SIDE}" for i in range(1, 8))
across = "".join(f"M{LEFT} {TOP + i * SIDE}h{ALL}m{-ALL - 18} 0h{-SIDE}" for i in range(1, 8))
shapes = [text(LEFT + ALL / 2, 24, "8 numbers of B, two loads of 16 bytes", 14), text(LEFT - 58, TOP + ALL / 2 - 16, "8 numbers of A,", 14, "end"),
          text(LEFT - 58, TOP + ALL / 2 + 4, "two loads", 14, "end"), text(LEFT - 58, TOP + ALL / 2 + 24, "of 16 bytes", 14, "end"),
          rect(LEFT, TOP, ALL, ALL, "first", 1.5, 0), rect(LEFT - 18 - SIDE, TOP, SIDE, ALL, "quiet", 1.5, 0), rect(LEFT, TOP - 18 - SIDE, ALL, SIDE, "quiet", 1.5, 0),
          lines(down + across)]
y, x = TOP + ROW * SIDE, LEFT + COLUMN * SIDE
shapes += [rect(x, y, SIDE, SIDE, "second", 2, 0), rect(LEFT - 18 - SIDE, y, SIDE, SIDE, "second", 2, 0), rect(x, TOP - 18 - SIDE, SIDE, SIDE, "second", 2, 0)]
right = LEFT + ALL + 16
shapes += [text(right, TOP + ALL / 2 - 10, "64 sums in registers,", 14, "start"), text(right, TOP + ALL / 2 + 10, "64 multiply-adds", 14, "start"),
           code(right, y + 10, f"sums[{ROW}][{COLUMN}] +=", 12.5, "start"), code(right, y + 28, f"  a[{ROW}] * b[{COLUMN}]", 12.5, "start"),
           line(LEFT - 18, y + SIDE / 2, LEFT, y + SIDE / 2, 1.5, "4 3"), line(x + SIDE / 2, TOP - 18, x + SIDE / 2, TOP, 1.5, "4 3")]

write(__file__, TOP + ALL + 14, "One step of a micro-tile",
      "A column of eight boxes, a row of eight boxes, and the square of their sixty-four products, one of which is marked.", shapes)
