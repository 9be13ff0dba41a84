"""A copy in, a kernel and a copy out in one piece and in four, each on its engine: the pipeline of the model."""

from svg import line, rect, text, write

LEFT, UNIT, HIGH, GAP = 110, 190, 24, 6
ROWS = (("copy in", "first"), ("kernel", "second"), ("copy out", "quiet"))

shapes = []
for pieces, top in ((1, 30), (4, 160)):
    shapes.append(text(LEFT, top - 10, "one piece" if pieces == 1 else f"{pieces} pieces", 14, "start", weight="bold"))
    for row, (name, fill) in enumerate(ROWS):
        y = top + row * (HIGH + GAP)
        shapes.append(text(LEFT - 10, y + 17, name, 13, "end"))
        for piece in range(pieces):
            x = LEFT + (row + piece) * UNIT / pieces
            shapes += [rect(x, y, UNIT / pieces, HIGH, fill, 1, 2), text(x + UNIT / pieces / 2, y + 17, str(piece), 13)]
bottom = 160 + 3 * (HIGH + GAP) + 8
shapes += [line(LEFT, bottom, LEFT + 3 * UNIT + 20, bottom, 1.2, arrow=True), text(LEFT + 3 * UNIT + 20, bottom + 18, "time", 13, "end")]
write(__file__, bottom + 26, "A pipeline of copies and kernels", "Above, three bars one after the other. Below, each is cut into four and the pieces overlap, so that the whole "
      "takes half as long.", shapes)
