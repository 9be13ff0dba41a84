"""The table with one column per lane: some lanes, and the rows that they look up."""

from svg import code, line, rect, text, write

COLUMNS, ROWS = ["0", "1", "2", "3", "…", "31"], ["'A'", "…", "'e'", "…", "'i'", "…", "'l'", "…"]
WANTED = {0: 0, 1: 6, 2: 4, 3: 2, 5: 2}  # column: row
LEFT, TOP, WIDE, HIGH = 190, 74, 80, 26

shapes = [text(LEFT - 14, 26, "lane", 14, "end"), text(LEFT - 14, TOP - 8, "byte", 14, "end")]
for column, name in enumerate(COLUMNS):
    x = LEFT + column * WIDE
    shapes.append(text(x + WIDE / 2, 26, name, 14))
    shapes += [rect(x + 2, TOP + row * HIGH + 2, WIDE - 4, HIGH - 4, "second" if WANTED.get(column) == row else "quiet", stroke=0.7) for row in range(len(ROWS))]
    if column in WANTED:
        shapes.append(line(x + WIDE / 2, 34, x + WIDE / 2, TOP + WANTED[column] * HIGH + 1, 1.5, arrow=True))
    shapes.append(text(x + WIDE / 2, TOP + len(ROWS) * HIGH + 18, "bank " + name if name != "…" else name, 13))
shapes += [code(LEFT - 14, TOP + row * HIGH + 18, name, 14, "end") for row, name in enumerate(ROWS)]

write(__file__, TOP + len(ROWS) * HIGH + 28, "One column per lane", "A grid of rows for bytes and columns for lanes. From each lane an arrow goes down its own column, to the row of its byte.", shapes)
