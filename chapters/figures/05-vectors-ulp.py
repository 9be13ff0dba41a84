"""The floats next to sin 1, and where the four rounding modes lead."""

from math import sin

from svg import code, line, text, write

EXACT, ULP = sin(1.0), 2.0 ** -24
BELOW = EXACT // ULP * ULP
LEFT, GAP, Y = 130, 230, 110


def place(value):
    return LEFT + (value - BELOW) / ULP * GAP


exact = place(EXACT)
shapes = [line(50, Y, 670, Y, 2), line(exact, Y - 12, exact, Y + 12, 2.5), text(exact + 8, Y + 30, "sin 1", 16, style="italic"),
          line(LEFT, Y + 62, LEFT + GAP, Y + 62, 1.2, arrow=True), line(LEFT + GAP, Y + 62, LEFT, Y + 62, 1.2, arrow=True),
          text(LEFT + GAP / 2, Y + 82, "one ulp", 15)]
for k in range(3):
    x = LEFT + k * GAP
    shapes += [line(x, Y - 16, x, Y + 16, 2), text(x - 4, Y + 40, f"{BELOW + k * ULP:.9f}", 14)]
for words, target, height in (("_rd", 0, 30), ("_rz", 0, 52), ("_rn", 0, 74), ("_ru", 1, 30)):
    end = LEFT + target * GAP
    shapes += [line(exact, Y - height, end, Y - height, 1.5, arrow=True),
               code((exact + end) / 2, Y - height - 5, words, 14)]

write(__file__, 205, "The floats next to sin 1",
      "Three floats on the number line; sin 1 lies between the first two, nearer to the first. Rounding down, towards zero and to the nearest lead to "
      "the first, rounding up to the second.", shapes)
