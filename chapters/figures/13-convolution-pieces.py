"""Overlap-save: pieces that overlap, and what is kept of each."""

from svg import FILLS, line, rect, text, write

LEFT, KEPT, LEAD = 110, 165, 55
shapes = [text(LEFT - 10, 41, "signal", 15, "end"), rect(LEFT + LEAD, 24, 3 * KEPT, 26, "quiet"),
          rect(LEFT, 24, LEAD, 26, "none", dash="4 3"), text(LEFT + LEAD / 2, 41, "zeros", 12)]
wraps = kept = ""
for piece in range(3):
    x, y = LEFT + piece * KEPT, 72 + piece * 44
    wraps += f"M{x} {y}h{LEAD}v28h-{LEAD}z"
    kept += f"M{x + LEAD} {y}h{KEPT}v28h-{KEPT}zM{x + LEAD} 214h{KEPT}v26h-{KEPT}z"
    shapes += [text(x + LEAD / 2, y + 19, "wraps", 12), text(x + LEAD + KEPT / 2, y + 19, f"right: kept of piece {piece}", 13)]
    shapes.append(line(x + LEAD + KEPT / 2, y + 30, x + LEAD + KEPT / 2, 210, 1, "3 3", arrow=True))
shapes += [text(LEFT - 10, 232, "result", 15, "end")]
shapes[:0] = [f'<path d="{d}" {FILLS[fill]} stroke="currentColor" stroke-width="1.5"/>' for d, fill in ((wraps, "second"), (kept, "first"))]

write(__file__, 254, "Overlap-save", "Three pieces, each beginning with the end of the one before. Their first parts are thrown away, the others stand side by side in the result.", shapes)
