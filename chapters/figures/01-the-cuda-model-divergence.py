"""A warp at an if-else: which lanes work in each step."""

from svg import code, line, rect, text, write

LANES = 32
STEPS = [
    ("i = threadIdx.x", lambda lane: True),
    ("values[i] = 1", lambda lane: lane % 2 == 0),
    ("values[i] = -1", lambda lane: lane % 2 == 1),
    ("and on, together", lambda lane: True),
]

shapes = [text(216, 26, "lane 0", 14, "start"), text(700, 26, "lane 31", 14, "end")]
for step, (words, active) in enumerate(STEPS):
    y = 38 + 40 * step
    shapes.append(code(50, y + 21, words, 14, "start"))
    for lane in range(LANES):
        shapes.append(rect(216 + 15.1 * lane, y, 13, 30, "first" if active(lane) else "none", 1, 2))
shapes.append(line(30, 40, 30, 190, arrow=True))
shapes.append(text(30, 210, "time", 14))

write(__file__, 222, "A warp diverges and reconverges",
      "All 32 lanes are active, then the even lanes, then the odd lanes, then all of them.", shapes)
