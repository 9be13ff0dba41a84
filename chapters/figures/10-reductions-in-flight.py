"""Bytes in flight on a full multiprocessor of an H100, step by step, and the bytes that Little's law asks for."""

from svg import line, rect, text, write

THREADS = 2048
PROCESSORS, BANDWIDTH, LATENCY = 132, 3000e9, 0.4e-6
NEEDED = BANDWIDTH * LATENCY / PROCESSORS
STEPS = [("a tree a block: half of the time", THREADS * 4 / 2), ("own sums, shuffles: 4 bytes", THREADS * 4),
         ("16 bytes a load", THREADS * 16), ("four loads of 16 bytes", THREADS * 64)]
LEFT, TOP, ROW, SCALE, EDGE = 250, 36, 40, 0.0105, 700

shapes = []
for number, (name, size) in enumerate(STEPS):
    y, width = TOP + number * ROW, size * SCALE
    cut = LEFT + width > EDGE
    fill = "second" if size < NEEDED else "first"
    shapes += [text(LEFT - 10, y + 20, name, 14, "end"), rect(LEFT, y, (EDGE - LEFT) if cut else width, 28, fill, 1, 0)]
    words = f"{size / 1024:g} KiB"
    if cut:
        shapes.append(text(EDGE - 8, y + 20, words + ", far beyond the edge", 13, "end"))
    else:
        shapes.append(text(max(LEFT + width, LEFT + NEEDED * SCALE) + 8, y + 20, words, 13, "start"))
needed = LEFT + NEEDED * SCALE
shapes += [line(needed, TOP - 8, needed, TOP + len(STEPS) * ROW, 1.5, "5 4"), text(needed, TOP - 14, f"needed: {NEEDED / 1000:.1f} kB", 13)]

write(__file__, TOP + len(STEPS) * ROW + 12, "Bytes in flight, step by step",
      "Bars of 4, 8, 32 and 128 KiB; a dashed line at 9.1 kB is what Little's law asks for. The first two bars end before it.", shapes)
