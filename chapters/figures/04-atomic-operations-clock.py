"""The cycle of atomicInc and atomicDec with 9, and the successor of a number outside it."""

from math import cos, pi, sin

from svg import code, line, rect, text, write

CENTRE_X, CENTRE_Y, RADIUS = 400, 210, 130
LAST = 9


def at(hour, radius=RADIUS):
    angle = 2 * pi * hour / (LAST + 1) - pi / 2
    return CENTRE_X + radius * cos(angle), CENTRE_Y + radius * sin(angle)


def between(start, end, gap=24):
    """A line from one point to another, shortened by the space for the numbers."""
    (x1, y1), (x2, y2) = start, end
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    ux, uy = (x2 - x1) / length * gap, (y2 - y1) / length * gap
    return line(x1 + ux, y1 + uy, x2 - ux, y2 - uy, arrow=True)


shapes = []
for hour in range(LAST + 1):
    x, y = at(hour)
    shapes += [rect(x - 18, y - 18, 36, 36, "second" if hour in (0, LAST) else "quiet", radius=18), text(x, y + 6, str(hour), 16),
               between(at(hour), at(hour + 1))]
stray = (180, 50)
shapes += [rect(stray[0] - 20, stray[1] - 20, 40, 40, "first", radius=20), text(stray[0], stray[1] + 6, "12", 16),
           between(stray, at(0)), code(290, 48, "atomicInc", 14), between(stray, at(LAST)), code(232, 104, "atomicDec", 14, "end"),
           text(CENTRE_X, CENTRE_Y - 2, "atomicInc goes", 14), text(CENTRE_X, CENTRE_Y + 16, "with the arrows,", 14),
           text(CENTRE_X, CENTRE_Y + 34, "atomicDec against them", 14)]

write(__file__, 380, "The clock of atomicInc(p, 9) and atomicDec(p, 9)",
      "The numbers 0 to 9 in a circle, with arrows from each to the next and from 9 to 0. From 12, outside the circle, one arrow leads to 0 for "
      "atomicInc and one to 9 for atomicDec.", shapes)
