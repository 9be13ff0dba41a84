"""Bytes in flight on a full multiprocessor, step by step, and the bytes that Little's law asks for on two devices."""

from svg import line, rect, text, write

THREADS = 2048
PROCESSORS, LATENCY = 132, 0.4e-6
NEEDED = {name: bandwidth * LATENCY / PROCESSORS for name, bandwidth in {"H100": 3000e9, "H200": 4390e9}.items()}
STEPS = [("an atomic each: 4 bytes", THREADS * 4), ("a tree a block: half of the time", THREADS * 4 / 2), ("own sums: 4 bytes", THREADS * 4),
         ("shuffles: 4 bytes", THREADS * 4), ("sixteen bytes", THREADS * 16), ("batches: four times sixteen", THREADS * 64)]
LEFT, TOP, ROW, HEIGHT, SCALE, EDGE = 250, 40, 34, 24, 0.0105, 700

shapes = []
for number, (name, size) in enumerate(STEPS):
    y, width = TOP + number * ROW, size * SCALE
    cut = LEFT + width > EDGE
    fill = "second" if size < NEEDED["H100"] else "first"
    shapes += [text(LEFT - 10, y + 17, name, 14, "end"), rect(LEFT, y, (EDGE - LEFT) if cut else width, HEIGHT, fill, 1, 0)]
    words = f"{size / 1024:g} KiB"
    if cut:
        shapes.append(text(EDGE - 8, y + 17, words + ", far beyond the edge", 13, "end"))
    else:
        shapes.append(text(LEFT + (width if size > max(NEEDED.values()) else max(NEEDED.values()) * SCALE) + 8, y + 17, words, 13, "start"))
for name, size in NEEDED.items():
    x = LEFT + size * SCALE
    shapes += [line(x, TOP - 8, x, TOP + len(STEPS) * ROW, 1.5, "5 4"),
               text(x, TOP - (14 if name == "H200" else 28), f"{name}: {size / 1000:.1f} kB", 13, "start" if name == "H200" else "middle")]

write(__file__, TOP + len(STEPS) * ROW + 12, "Bytes in flight, step by step",
      "Six bars of 4 to 128 KiB; dashed lines at 9.1 and 13.3 kB are what Little's law asks for. The first four bars end before them.", shapes)
