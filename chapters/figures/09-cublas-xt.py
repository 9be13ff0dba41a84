"""cuBLAS-Xt: the result cut into tiles, which are distributed to the devices."""

from svg import head, line, rect, text, write

SIDE, EDGE = 54, 30
X, Y = 60, 60
columns, rows = [SIDE, SIDE, SIDE, EDGE], [SIDE, SIDE, EDGE]
shapes = [text(X + 96, 30, "C, in host memory", 15)]
y = Y
for i, height in enumerate(rows):
    x = X
    for j, width in enumerate(columns):
        shapes.append(rect(x, y, width, height, "first" if (i + j) % 2 == 0 else "second", radius=0))
        x += width
    y += height
shapes += [rect(450, 50, 220, 60, "first"), text(560, 86, "device 0", 16), rect(450, 136, 220, 60, "second"), text(560, 172, "device 1", 16),
           line(280, 110, 440, 80, arrow=True), head(440, 80, 280, 110), line(280, 140, 440, 166, arrow=True), head(440, 166, 280, 140),
           text(360, 64, "tiles of A and B go there", 13), text(360, 194, "tiles of C come back", 13),
           line(X, 214, X + SIDE, 214), line(X, 209, X, 219), line(X + SIDE, 209, X + SIDE, 219), text(X + SIDE / 2, 236, "block dimension", 13)]
write(__file__, 250, "cuBLAS-Xt cuts matrices into tiles",
      "The result on the host is cut into square tiles, smaller at the edges, which two devices compute alternately.", shapes)
