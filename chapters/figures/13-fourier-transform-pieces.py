"""Overlap-save: pieces that overlap, and what is kept of each."""

from svg import line, rect, text, write

LEFT, KEPT, LEAD = 110, 165, 55
shapes = [text(LEFT - 10, 41, "signal", 15, "end"), rect(LEFT + LEAD, 24, 3 * KEPT, 26, "quiet"),
          rect(LEFT, 24, LEAD, 26, "none", dash="4 3"), text(LEFT + LEAD / 2, 41, "zeros", 12)]
for piece in range(3):
    x, y = LEFT + piece * KEPT, 72 + piece * 44
    shapes += [rect(x, y, LEAD, 28, "second"), rect(x + LEAD, y, KEPT, 28, "first"),
               text(x + LEAD / 2, y + 19, "wraps", 12), text(x + LEAD + KEPT / 2, y + 19, f"right: kept of piece {piece}", 13)]
    shapes.append(line(x + LEAD + KEPT / 2, y + 30, x + LEAD + KEPT / 2, 210, 1, "3 3", arrow=True))
shapes += [text(LEFT - 10, 232, "result", 15, "end")]
shapes += [rect(LEFT + LEAD + piece * KEPT, 214, KEPT, 26, "first") for piece in range(3)]

write(__file__, 254, "Overlap-save", "Three pieces, each beginning with the end of the one before. Their first parts are thrown away, the others stand side by side in the result.", shapes)
