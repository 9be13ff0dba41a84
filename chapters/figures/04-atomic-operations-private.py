"""Private one-byte counters: a column a lane, a row for four bins."""

from svg import line, rect, text, write

LEFT, TOP, CELL_W, CELL_H = 84, 60, 15, 22
ROWS = ["0–3", "4–7", "8–11", "12–15", "16–19", "…", "252–255"]
LANE, ROW = 9, 3

shapes = [text(LEFT + 16 * CELL_W, 24, "lanes 0 to 31", 15), text(LEFT - 10, TOP - 12, "bins", 14, "end")]
for r, name in enumerate(ROWS):
    y = TOP + r * CELL_H
    shapes.append(text(LEFT - 10, y + 16, name, 13, "end"))
    for lane in range(32):
        fill = "second" if lane == LANE else "first" if r == ROW else "none"
        shapes.append(rect(LEFT + lane * CELL_W, y, CELL_W, CELL_H, fill, 0.8, 0))
bottom = TOP + len(ROWS) * CELL_H
x, y = LEFT + LANE * CELL_W + CELL_W / 2, TOP + ROW * CELL_H + CELL_H / 2
shapes += [line(x, bottom + 30, x, bottom + 4, arrow=True), text(x, bottom + 48, "one lane counts here, and nobody else", 14),
           line(LEFT + 32 * CELL_W + 4, y, LEFT + 32 * CELL_W + 34, y, arrow=True),
           text(LEFT + 32 * CELL_W + 40, y - 14, "a row is added", 13, "start"), text(LEFT + 32 * CELL_W + 40, y + 3, "up into four", 13, "start"),
           text(LEFT + 32 * CELL_W + 40, y + 20, "large counters", 13, "start")]

write(__file__, bottom + 66, "Counters of one's own",
      "A table of 64 rows, one for every four bins, and 32 columns, one for every lane. A lane counts only in its column. From time to time "
      "each row is added up into four large counters.", shapes)
