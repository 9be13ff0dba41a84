"""What two consumers do if they take turns: products of one during powers of the other."""

from svg import line, rect, text, write

LEFT, TOP, ROW, HIGH, UNIT = 140, 40, 52, 34, 64

shapes = []
names = ("group 0", "group 1", "tensor cores")
for row, name in enumerate(names):
    shapes.append(text(LEFT - 14, TOP + row * ROW + 22, name, 15, "end"))
for turn in range(4):
    for group in (0, 1):
        x, y = LEFT + (2 * turn + group) * UNIT, TOP + group * ROW
        fill = "first" if group == 0 else "second"
        shapes += [rect(x, y, UNIT, HIGH, fill, 1.4), text(x + UNIT / 2, y + 22, "products", 12),
                   rect(x, TOP + 2 * ROW, UNIT, HIGH, fill, 1.4), text(x + UNIT / 2, TOP + 2 * ROW + 22, f"of {group}", 12)]
        if turn < 3 or group == 0:
            shapes += [rect(x + UNIT, y, UNIT, HIGH, "quiet", 1), text(x + 1.5 * UNIT, y + 22, "powers", 12)]
shapes += [line(LEFT, TOP - 14, LEFT + 8 * UNIT, TOP - 14, 1.2, arrow=True), text(LEFT + 8 * UNIT, TOP - 22, "time", 13, "end")]

write(__file__, TOP + 2 * ROW + HIGH + 12, "Two consumers that take turns",
      "Group 0 alternates between products and powers. Group 1 does the same, half a period later. The tensor cores always have products of one of them.", shapes)
