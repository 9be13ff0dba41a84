"""A camera: the eye, its picture plane with pixels, and the ray of a pixel, which meets a sphere."""

from svg import FILLS, code, head, line, text, write

COLUMNS, ROWS = 6, 5
EYE, CORNER, RIGHT, DOWN = (62, 204), (196, 98), (126, 46), (0, 142)
PIXEL = (3, 1)
CENTRE, RADIUS = (580, 178), 78


def at(x, y):
    return CORNER[0] + x * RIGHT[0] + y * DOWN[0], CORNER[1] + x * RIGHT[1] + y * DOWN[1]


def polygon(points, fill):
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"
    return f'<path d="{path}" {FILLS[fill]} stroke="currentColor" stroke-width="1"/>'


through = at((PIXEL[0] + 0.5) / COLUMNS, (PIXEL[1] + 0.5) / ROWS)
dx, dy = through[0] - EYE[0], through[1] - EYE[1]
length = (dx * dx + dy * dy) ** 0.5
along = dx / length, dy / length
to = CENTRE[0] - EYE[0], CENTRE[1] - EYE[1]
ahead = to[0] * along[0] + to[1] * along[1]
aside = to[0] * to[0] + to[1] * to[1] - ahead * ahead
distance = ahead - (RADIUS * RADIUS - aside) ** 0.5
hit = EYE[0] + distance * along[0], EYE[1] + distance * along[1]
normal = (hit[0] - CENTRE[0]) / RADIUS, (hit[1] - CENTRE[1]) / RADIUS
tip = hit[0] + 58 * normal[0], hit[1] + 58 * normal[1]

shapes = [f'<circle cx="{CENTRE[0]}" cy="{CENTRE[1]}" r="{RADIUS}" {FILLS["first"]} stroke="currentColor" stroke-width="1.5"/>']
for row in range(ROWS):
    for column in range(COLUMNS):
        corners = [at((column + i) / COLUMNS, (row + j) / ROWS) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))]
        shapes.append(polygon(corners, "second" if (column, row) == PIXEL else "quiet"))
# The eye, and its way to the corner.
shapes.append(f'<circle cx="{EYE[0]}" cy="{EYE[1]}" r="6" fill="currentColor"/>')
shapes.append(text(EYE[0] - 4, EYE[1] + 26, "eye", 15))
shapes += [line(*EYE, *CORNER, 1.5, "5 4"), head(*EYE, *CORNER)]
shapes.append(code(116, 140, "corner", 15, "end"))
# Along the edges.
top, left = at(1, 0), at(0, 1)
shapes += [line(*CORNER, *top, 2.5), head(*CORNER, *top, 10), line(*CORNER, *left, 2.5), head(*CORNER, *left, 10)]
shapes.append(code(274, 108, "right", 15, "start"))
shapes.append(code(left[0] - 8, left[1] + 18, "down", 15))
# The ray: dashed between the eye and the picture.
shapes += [line(*EYE, *through, 1.5), line(*through, *hit, 1.5), head(*through, *hit)]
middle = (through[0] + hit[0]) / 2, (through[1] + hit[1]) / 2
shapes.append(text(middle[0] + 10, middle[1] + 24, "ray", 15))
# How far the hit is from the eye: a line beside the ray.
up = 100 * along[1], -100 * along[0]
first, last = (EYE[0] + up[0], EYE[1] + up[1]), (hit[0] + up[0], hit[1] + up[1])
shapes += [line(*first, *last, 1.2), head(*first, *last, 7), head(*last, *first, 7)]
for end, mark in ((EYE, first), (hit, last)):
    shapes.append(line(*end, mark[0] + 0.04 * up[0], mark[1] + 0.04 * up[1], 0.8, "2 4"))
shapes.append(code((first[0] + last[0]) / 2, (first[1] + last[1]) / 2 - 8, "t", 16))
shapes += [line(*hit, *tip, 2), head(*hit, *tip, 9), text(tip[0] - 6, tip[1] - 8, "normal", 15)]
shapes.append(f'<circle cx="{CENTRE[0]}" cy="{CENTRE[1]}" r="3" fill="currentColor"/>')
shapes.append(line(*CENTRE, *hit, 1, "3 4"))
shapes.append(text(CENTRE[0], CENTRE[1] + RADIUS + 24, "sphere", 15))
shapes.append(text(264, 320, "picture plane, at a distance of 1", 15))
write(__file__, 334, "A camera and a ray",
      "An eye on the left, in front of it a rectangle of six by five pixels in perspective, with arrows corner, right and down. "
      "A ray from the eye through one pixel meets a sphere at distance t; the normal there points away from the centre.", shapes)
