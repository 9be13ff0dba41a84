"""Dependencies of two steps of a slab: the streams of edges and interior, and a neighbour's."""

from svg import line, rect, text, write

LEFT, STEP, WIDE, HIGH = 120, 290, 110, 38
ROWS = {"neighbour": 30, "edges": 110, "interior": 190}

shapes = []
for name, y in ROWS.items():
    shapes.append(text(LEFT - 12, y + 24, name, 13, "end"))
for step in range(2):
    x = LEFT + step * STEP
    shapes.append(text(x + 110, 16, "step s − 1" if step == 0 else "step s", 14, style="italic"))
    for name, y in ROWS.items():
        if name == "interior":
            shapes += [rect(x, y, WIDE + 130, HIGH, "second"), text(x + 120, y + 24, "sweep the interior")]
        else:
            shapes += [rect(x, y, WIDE, HIGH, "first"), text(x + WIDE / 2, y + 24, "sweep edges", 14),
                       rect(x + WIDE + 20, y, WIDE, HIGH, "quiet"), text(x + WIDE + 20 + WIDE / 2, y + 24, "send planes", 14),
                       line(x + WIDE, y + HIGH / 2, x + WIDE + 20, y + HIGH / 2, arrow=True)]
sent, inner, again = LEFT + 2 * WIDE + 20, LEFT + WIDE + 130, LEFT + STEP
for name in ("neighbour", "edges"):
    shapes.append(line(sent, ROWS[name] + HIGH / 2, again, ROWS[name] + HIGH / 2, arrow=True))
shapes += [line(sent, ROWS["neighbour"] + HIGH, again, ROWS["edges"] + 6, arrow=True),
           line(sent, ROWS["edges"], again, ROWS["neighbour"] + HIGH - 6, arrow=True),
           line(inner, ROWS["interior"], again, ROWS["edges"] + HIGH, arrow=True),
           line(inner, ROWS["interior"] + HIGH / 2, again, ROWS["interior"] + HIGH / 2, arrow=True),
           line(LEFT + WIDE, ROWS["edges"] + HIGH, again, ROWS["interior"] + 4, 1.5, "5 3", arrow=True)]
write(__file__, 240, "Dependencies of a step", "Three rows over two steps: the neighbour's edges and sending, the slab's own edges and sending, and its interior. "
      "The edges of step s wait for the own interior and for the planes that both sent; the interior waits for the own edges, a dashed arrow, and for itself.", shapes)
