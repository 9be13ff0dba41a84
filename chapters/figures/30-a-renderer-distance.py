"""Where a ray meets a sphere: the right triangle of the perpendicular, half of the chord, and the radius."""

from svg import FILLS, code, head, line, text, write

Y, START = 70, 40
CENTRE, RADIUS = (520, 126), 104
half = (RADIUS ** 2 - (CENTRE[1] - Y) ** 2) ** 0.5
foot = (CENTRE[0], Y)

shapes = [f'<circle cx="{CENTRE[0]}" cy="{CENTRE[1]}" r="{RADIUS}" {FILLS["first"]} stroke="currentColor" stroke-width="1.5"/>',
          f'<path d="M{foot[0]} {foot[1]}L{CENTRE[0]} {CENTRE[1]}L{foot[0] - half:.1f} {foot[1]}Z" {FILLS["second"]} stroke="none"/>']
shapes += [line(START, Y, 690, Y, 1.5), head(START, Y, 690, Y)]
shapes += [line(START, Y, *CENTRE, 1.5, "6 4"), head(START, Y, *CENTRE)]
shapes += [line(*foot, *CENTRE, 2.5), head(*foot, *CENTRE, 9)]
shapes += [line(*CENTRE, foot[0] - half, Y, 1.5)]
square = 10
shapes.append(f'<path d="M{foot[0] - square} {Y}v{square}h{square}" fill="none" stroke="currentColor" stroke-width="1"/>')
for x in (START, foot[0] - half, foot[0] + half, foot[0]):
    shapes.append(f'<circle cx="{x:.1f}" cy="{Y}" r="4" fill="currentColor"/>')
shapes.append(f'<circle cx="{CENTRE[0]}" cy="{CENTRE[1]}" r="4" fill="currentColor"/>')
shapes.append(text(START, Y - 14, "from", 15))
shapes.append(code(foot[0] - half - 16, Y - 12, "near", 15, "end"))
shapes.append(code(foot[0] + half + 14, Y - 12, "far", 15, "start"))
shapes.append(code(foot[0] - half / 2, Y - 10, "half", 15))
shapes.append(code(foot[0] + half / 2, Y - 10, "half", 15))
shapes.append(code(foot[0] + 10, Y + 34, "aside", 15, "start"))
shapes.append(code((foot[0] - half + CENTRE[0]) / 2 - 10, Y + 46, "r", 15, "end"))
shapes.append(code(230, 112, "to", 15))
# How far the foot is.
BELOW = 250
shapes += [line(START, BELOW, foot[0], BELOW, 1.2), head(START, BELOW, foot[0], BELOW, 7), head(foot[0], BELOW, START, BELOW, 7)]
shapes += [line(START, Y + 8, START, BELOW + 6, 0.8, "2 4"), line(foot[0], CENTRE[1] + 8, foot[0], BELOW + 6, 0.8, "2 4")]
shapes.append(code((START + foot[0]) / 2, BELOW - 10, "ahead", 15))
write(__file__, 266, "Ray and sphere",
      "A ray from left to right through a circle. The perpendicular from the ray to the centre, half of the chord and the radius are a right "
      "triangle; its foot is at the distance ahead.", shapes)
