"""Two particles of 48 bytes in three sectors, and the same fields in six arrays."""

from svg import code, line, rect, text, write

LEFT, WORD, HEIGHT = 60, 25, 30
FIELDS = ["x", "y", "z", "vx", "vy", "vz", "fx", "fy", "fz", "m", "q", "s"]

shapes = [text(LEFT, 24, "structures: 24 of 48 bytes are needed, all three sectors are loaded", 15, "start", "bold")]
for particle in range(2):
    for k, name in enumerate(FIELDS):
        x = LEFT + (12 * particle + k) * WORD
        shapes.append(rect(x, 44, WORD, HEIGHT, "second" if k < 3 else "first" if k < 6 else "quiet", 1, 0))
        shapes.append(code(x + WORD / 2, 64, name, 11))
for sector in range(4):
    x = LEFT + 8 * sector * WORD
    shapes.append(line(x, 36, x, 86, 2.5))
    if sector < 3:
        shapes.append(text(x + 4 * WORD, 98, f"sector {sector}", 13))
shapes.append(text(LEFT, 146, "arrays: each sector has eight values of one field, and all are needed", 15, "start", "bold"))
for row, names in enumerate((("x", "y", "z"), ("vx", "vy", "vz"))):
    for k, name in enumerate(names):
        for i in range(8):
            x, y = LEFT + (8 * k + i) * WORD, 166 + 46 * row
            shapes.append(rect(x, y, WORD, HEIGHT, "second" if row == 0 else "first", 1, 0))
            shapes.append(code(x + WORD / 2, y + 20, name, 11))
        shapes.append(line(LEFT + 8 * k * WORD, 158 + 46 * row, LEFT + 8 * k * WORD, 204 + 46 * row, 2.5))
    shapes.append(line(LEFT + 24 * WORD, 158 + 46 * row, LEFT + 24 * WORD, 204 + 46 * row, 2.5))

write(__file__, 262, "Particles in sectors, in both layouts",
      "Above, two structures of twelve words lie across three sectors; the six words of each that are needed touch all three. "
      "Below, six sectors, each of eight values of the same field.", shapes)
