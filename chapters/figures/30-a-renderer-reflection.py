"""A reflected ray: the part of its direction along the normal is reversed."""

from svg import code, head, line, rect, text, write

POINT, ACROSS, HEIGHT = (360, 132), 118, 88
FROM, REFLECTED = (POINT[0] - ACROSS, POINT[1] - HEIGHT), (POINT[0] + ACROSS, POINT[1] - HEIGHT)
STRAIGHT = (POINT[0] + ACROSS, POINT[1] + HEIGHT)

shapes = [rect(150, POINT[1], 420, 12, "quiet", 0, 0), line(150, POINT[1], 570, POINT[1], 2)]
shapes += [line(*FROM, *POINT, 2.5), head(*FROM, *POINT, 10), code(FROM[0] + 34, FROM[1] + 56, "d", 16)]
shapes += [line(*POINT, *REFLECTED, 2.5), head(*POINT, *REFLECTED, 10), text(REFLECTED[0] - 8, REFLECTED[1] - 10, "reflected", 15)]
shapes += [line(*POINT, POINT[0], 48, 1.5), head(*POINT, POINT[0], 48, 8), code(POINT[0] + 12, 56, "n", 16, "start")]
# Where the ray would go, and the way from there to the reflected one.
shapes += [line(*POINT, *STRAIGHT, 1.5, "2 4"), head(*POINT, *STRAIGHT), code(POINT[0] + 46, STRAIGHT[1] - 30, "d", 16)]
for start, end in ((STRAIGHT[1], POINT[1]), (POINT[1], REFLECTED[1])):
    shapes += [line(STRAIGHT[0], start, STRAIGHT[0], end, 1.5, "6 4"), head(STRAIGHT[0], start, STRAIGHT[0], end)]
    shapes.append(code(STRAIGHT[0] + 12, (start + end) / 2 + 5, "-(d·n) n", 15, "start"))
write(__file__, 232, "Reflection",
      "A ray meets a surface and leaves it at the same angle. Continued straight on, its direction d would end below the surface; "
      "minus twice its part along the normal leads from there to the end of the reflected direction.", shapes)
