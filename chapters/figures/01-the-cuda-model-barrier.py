"""Threads arrive at a barrier at different times and leave it together."""

from svg import code, line, rect, text, write

ARRIVALS = [250, 420, 330, 180, 390, 300]
BARRIER = 430

shapes = []
for thread, arrival in enumerate(ARRIVALS):
    y = 50 + 34 * thread
    shapes.append(text(96, y + 5, f"thread {thread}", 14, "end"))
    shapes.append(line(110, y, arrival, y, 5))
    shapes.append(line(arrival + 4, y, BARRIER, y, 2, "3 5"))
    shapes.append(line(BARRIER, y, 680, y, 5))
shapes.append(rect(BARRIER - 3, 30, 6, 214, "second", 1))
shapes.append(code(BARRIER, 20, "__syncthreads()"))
shapes.append(text(150, 268, "working", 14, "start"))
shapes.append(line(110, 263, 142, 263, 5))
shapes.append(text(290, 268, "waiting", 14, "start"))
shapes.append(line(250, 263, 282, 263, 2, "3 5"))
shapes.append(line(560, 263, 680, 263, arrow=True))
shapes.append(text(548, 268, "time", 14, "end"))

write(__file__, 282, "A barrier",
      "Six threads reach the barrier one by one, wait there, and leave it at the same moment.", shapes)
