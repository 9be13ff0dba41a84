"""Bytes in flight on a full multiprocessor, step by step, and the bytes that an H200 needs according to Little's law."""

from svg import line, rect, text, write

THREADS = 2048
NEEDED = 12970  # bytes, as the section on Little's law computes it from the record
STEPS = [("one atomic per element: 4 bytes", THREADS * 4), ("one tree per block: half of the time", THREADS * 4 / 2), ("private sums: 4 bytes", THREADS * 4),
         ("shuffles: 4 bytes", THREADS * 4), ("vector loads: 16 bytes", THREADS * 16), ("batched loads: 4 × 16 bytes", THREADS * 64)]
LEFT, TOP, ROW, HEIGHT, SCALE, EDGE = 275, 40, 34, 24, 0.0105, 700

shapes = []
for number, (name, size) in enumerate(STEPS):
    y, width = TOP + number * ROW, size * SCALE
    cut = LEFT + width > EDGE
    fill = "second" if size < NEEDED else "first"
    shapes += [text(LEFT - 10, y + 17, name, 14, "end"), rect(LEFT, y, (EDGE - LEFT) if cut else width, HEIGHT, fill, 1, 0)]
    words = f"{size / 1024:g} KiB"
    if cut:
        shapes.append(text(EDGE - 8, y + 17, words + ", far beyond the edge", 13, "end"))
    else:
        shapes.append(text(LEFT + max(size, NEEDED) * SCALE + 8, y + 17, words, 13, "start"))
x = LEFT + NEEDED * SCALE
shapes += [line(x, TOP - 8, x, TOP + len(STEPS) * ROW, 1.5, "5 4"), text(x, TOP - 14, "what an H200 needs", 13, "middle")]

write(__file__, TOP + len(STEPS) * ROW + 12, "Bytes in flight, step by step",
      "Six bars of 4 to 128 KiB; a dashed line shows the bytes that Little's law requires on an H200. The first four bars end before it.", shapes)
