"""A matrix of four rows in COO, CSR, ELL and blocks of 2 by 2. Grey cells are padding."""

from svg import code, rect, text, write

SIZE = 30
ROWS = [[(0, 4), (2, 1)], [], [(0, 2), (1, 3), (2, 5), (3, 7)], [(1, 6)]]
NONZEROS = [(i, k, v) for i, row in enumerate(ROWS) for k, v in row]

shapes = []


def cells(x, y, words, fill, title=None):
    if title:
        shapes.append(text(x - 8, y + 20, title, 13, "end"))
    for n, word in enumerate(words):
        shapes.append(rect(x + n * SIZE, y, SIZE, SIZE, "quiet" if word in ("", "–") else fill, 1.1, 0))
        shapes.append(code(x + n * SIZE + SIZE / 2, y + 20, str(word), 14))


# The matrix itself.
shapes.append(text(10, 24, "the matrix", 15, "start", "bold"))
for i, row in enumerate(ROWS):
    entries = dict(row)
    for k in range(4):
        filled = k in entries
        shapes.append(rect(30 + k * SIZE, 40 + i * SIZE, SIZE, SIZE, "second" if filled else "none", 1.1, 0))
        shapes.append(code(30 + k * SIZE + SIZE / 2, 60 + i * SIZE, str(entries.get(k, 0)), 14))

shapes.append(text(250, 24, "COO: 84 bytes", 15, "start", "bold"))
cells(350, 40, [i for i, _, _ in NONZEROS], "first", "row")
cells(350, 76, [k for _, k, _ in NONZEROS], "first", "column")
cells(350, 112, [v for _, _, v in NONZEROS], "second", "value")

shapes.append(text(10, 196, "CSR: 76 bytes", 15, "start", "bold"))
cells(70, 212, [0, 2, 2, 6, 7], "first", "start")
cells(70, 248, [k for _, k, _ in NONZEROS], "first", "column")
cells(70, 284, [v for _, _, v in NONZEROS], "second", "value")

shapes.append(text(330, 196, "ELL: 128 bytes, by columns", 15, "start", "bold"))
for part, (x, title) in enumerate(((350, "column"), (500, "value"))):
    shapes.append(text(x + 2 * SIZE, 230, title, 13))
    for i, row in enumerate(ROWS):
        padded = [entry[part] for entry in row] + ["–"] * (4 - len(row))
        cells(x, 238 + i * SIZE, padded, "second" if part else "first")

shapes.append(text(10, 400, "blocks of 2 × 2: 92 bytes", 15, "start", "bold"))
cells(100, 416, [0, 2, 4], "first", "start")
cells(100, 452, [0, 1, 0, 1], "first", "column")
for n, (i, k) in enumerate(((0, 0), (0, 2), (2, 0), (2, 2))):
    for r in range(2):
        entries = dict(ROWS[i + r])
        for c in range(2):
            value = entries.get(k + c, 0)
            x, y = 290 + n * 84 + c * SIZE, 420 + r * SIZE
            shapes.append(rect(x, y, SIZE, SIZE, "second" if value else "quiet", 1.1, 0))
            shapes.append(code(x + SIZE / 2, y + 20, str(value), 14))
shapes.append(text(282, 454, "value", 13, "end"))

write(__file__, 496, "One matrix in four formats",
      "Seven nonzeros of a matrix of four rows, as COO, CSR, ELL with four slots per row, and four blocks of 2 by 2.", shapes)
