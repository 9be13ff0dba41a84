"""The same six numbers row-major, column-major, and column-major with a leading dimension of 4."""

from svg import code, line, rect, text, write

SIDE = 36


def cells(x, y, numbers):
    """Memory, first element at the left. None is a gap; the rows of the matrix have their colours."""
    shapes = []
    for i, number in enumerate(numbers):
        fill = "quiet" if number is None else "first" if number <= 3 else "second"
        shapes.append(rect(x + i * SIDE, y, SIDE, SIDE, fill, radius=0))
        if number is not None:
            shapes.append(text(x + i * SIDE + SIDE / 2, y + 24, str(number), 16))
    return shapes


MEMORY = 290
shapes = [text(96, 62, "the matrix", 15)]
for row in range(2):
    for column in range(3):
        number = 3 * row + column + 1
        x, y = 42 + column * SIDE, 76 + row * SIDE
        shapes += [rect(x, y, SIDE, SIDE, "first" if row == 0 else "second", radius=0), text(x + SIDE / 2, y + 24, str(number), 16)]

for y, name, numbers in [(34, "row-major", [1, 2, 3, 4, 5, 6]), (106, "column-major, ld = 2", [1, 4, 2, 5, 3, 6]),
                         (178, "column-major, ld = 4", [1, 4, None, None, 2, 5, None, None, 3, 6])]:
    shapes += [text(MEMORY, y - 8, name, 14, anchor="start")] + cells(MEMORY, y, numbers)
y = 178 + SIDE + 12
shapes += [line(MEMORY, y, MEMORY + 4 * SIDE, y, arrow=True), code(MEMORY + 2 * SIDE, y + 18, "ld", 14),
           line(190, 112, MEMORY - 20, 112, arrow=True)]

write(__file__, 258, "Row-major and column-major",
      "Memory holds 1 2 3 4 5 6 row-major, 1 4 2 5 3 6 column-major, and 1 4, two gaps, 2 5, two gaps, 3 6 with a leading dimension of 4.",
      shapes)
