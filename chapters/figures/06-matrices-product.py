"""The loads of a warp in one iteration of a product."""

from svg import line, rect, text, write

LEFT, MIDDLE, TOP, BOTTOM = 150, 330, 30, 170
A, B, C = (LEFT, BOTTOM, 120, 120), (MIDDLE, TOP, 200, 120), (MIDDLE, BOTTOM, 200, 120)
shapes = [rect(*box, "quiet", 1.5, 0) for box in (A, B, C)]
shapes += [text(LEFT - 14, BOTTOM + 66, "A", 20), text(MIDDLE - 20, TOP + 66, "B", 20), text(MIDDLE + 214, BOTTOM + 66, "C", 20)]
shapes += [rect(LEFT, BOTTOM + 46, 120, 15, "none", 1, 0, "4 3"), rect(MIDDLE + 50, TOP, 96, 120, "none", 1, 0, "4 3"),
           rect(LEFT + 72, BOTTOM + 46, 15, 14, "second", 1.5, 0), rect(MIDDLE + 50, TOP + 72, 96, 15, "second", 1.5, 0),
           rect(MIDDLE + 50, BOTTOM + 46, 96, 15, "first", 1.5, 0),
           text(LEFT + 79, BOTTOM + 36, "k", 15, style="italic"), text(MIDDLE + 38, TOP + 84, "k", 15, style="italic")]
shapes += [line(560, TOP + 79, MIDDLE + 150, TOP + 79, arrow=True), text(568, TOP + 74, "32 neighbours:", 15, "start"), text(568, TOP + 92, "four sectors", 15, "start"),
           line(LEFT + 79, 316, LEFT + 79, BOTTOM + 64, arrow=True), text(LEFT + 79, 332, "one element: one sector", 15),
           line(480, 316, MIDDLE + 100, BOTTOM + 64, arrow=True), text(484, 332, "a warp, along a row", 15)]

write(__file__, 346, "One iteration of a product",
      "A on the left, B above C. A warp computes 32 neighbours in a row of C. In iteration k it loads one element of A, the same for all "
      "lanes, and 32 neighbours in row k of B.", shapes)
