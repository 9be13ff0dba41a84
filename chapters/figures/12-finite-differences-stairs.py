"""A pipeline of two steps that march through the planes of a volume."""

from svg import line, rect, text, write

LEFT, PITCH, SIZE = 150, 74, 46
ROWS = (("input", 40), ("after step 1", 130), ("after step 2", 220))
NEWEST = 5  # plane of the input that comes in


def centre(plane):
    return LEFT + plane * PITCH + SIZE / 2


shapes = []
for level, (name, y) in enumerate(ROWS):
    shapes.append(text(LEFT - 20, y + SIZE / 2 + 5, name, 15, "end"))
    made = NEWEST - level
    for plane in range(7):
        kept = level < 2 and made - 2 <= plane <= made
        fill = "second" if plane == made else "first" if kept else "quiet" if plane < made else "none"
        shapes.append(rect(LEFT + plane * PITCH, y, SIZE, SIZE, fill, dash="4 4" if plane > made else None))
    if level:
        for source in (made - 1, made, made + 1):
            x1, y1, x2, y2 = centre(source), y - 90 + SIZE + 3, centre(made) + (source - made) * 9, y - 4
            shapes += [line(x1, y1, x2, y2, 1.5, arrow=True)]
for plane in range(7):
    shapes.append(text(centre(plane), 26, f"z {'+' if plane > 4 else '−'} {abs(plane - 4)}" if plane != 4 else "z", 14))
write(__file__, 284, "Two steps march through the planes",
      "The newest plane of the input is z + 1. Step 1 makes its plane z from the input's planes z − 1 to z + 1; step 2 makes plane z − 1 from the "
      "planes z − 2 to z that step 1 has made.", shapes)
