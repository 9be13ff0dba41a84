"""The reduction tree of a block of eight threads, by halves: which sums a thread adds in each step, and the barriers between the steps."""

from svg import code, line, rect, text, write

THREADS, LEFT, PITCH, TOP, ROW, WIDTH, HEIGHT = 8, 150, 70, 40, 78, 58, 30

shapes = [text(LEFT + thread * PITCH + WIDTH / 2, 22, f"thread {thread}", 13) for thread in range(THREADS)]
active, row = THREADS, 0
while active > 0:
    y = TOP + row * ROW
    for thread in range(active):
        sources = range(thread, THREADS, active)
        fill = "first" if row == 0 else "second" if active == 1 else "quiet"
        shapes += [rect(LEFT + thread * PITCH, y, WIDTH, HEIGHT, fill, 1),
                   code(LEFT + thread * PITCH + WIDTH / 2, y + 20, "all" if active == 1 else "+".join(str(source) for source in sources), 12)]
    half = active // 2
    if half > 0:
        for thread in range(half):
            to = LEFT + thread * PITCH + WIDTH / 2
            shapes += [line(to, y + HEIGHT, to, y + ROW, 1.2),
                       line(to + half * PITCH, y + HEIGHT, to + 6, y + ROW, 1.2, arrow=True)]
        barrier = y + HEIGHT + 8
        shapes += [line(LEFT - 14, barrier, LEFT + THREADS * PITCH, barrier, 1.5, "5 4"),
                   text(LEFT - 20, barrier + 5, "barrier", 13, "end"), text(LEFT - 20, y + ROW + 20, f"half = {half}", 13, "end")]
    active, row = half, row + 1

write(__file__, TOP + row * ROW - ROW + HEIGHT + 14, "The reduction tree of a block",
      "Eight sums become four, two and one. In each step, a thread of the lower half adds a sum of the upper half. A dashed line between two steps is a barrier.", shapes)
