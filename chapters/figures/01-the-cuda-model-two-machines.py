"""A host chip and a device chip of the same size, and what each spends its area on."""

from svg import rect, text, write

shapes = []


def host(x, y):
    shapes.append(text(x + 160, y - 14, "host: a few strong cores", weight="600"))
    shapes.append(rect(x, y, 320, 230))
    for core in range(4):
        cx, cy = x + 10 + 152 * (core % 2), y + 10 + 68 * (core // 2)
        shapes.append(rect(cx, cy, 92, 60, "quiet"))
        shapes.append(text(cx + 46, cy + 35, "control", 14))
        for unit in range(2):
            shapes.append(rect(cx + 98, cy + 31 * unit, 46, 29, "first"))
    shapes.append(rect(x + 10, y + 148, 300, 72, "second"))
    shapes.append(text(x + 160, y + 190, "cache"))


def device(x, y):
    shapes.append(text(x + 160, y - 14, "device: very many simple lanes", weight="600"))
    shapes.append(rect(x, y, 320, 230))
    for row in range(7):
        ry = y + 10 + 26 * row
        shapes.append(rect(x + 10, ry, 14, 22, "quiet", 1))
        shapes.append(rect(x + 26, ry, 10, 22, "second", 1))
        for lane in range(16):
            shapes.append(rect(x + 42 + 16.8 * lane, ry, 14, 22, "first", 1, 2))
    shapes.append(rect(x + 10, y + 194, 300, 26, "second"))
    shapes.append(text(x + 160, y + 212, "cache", 14))


host(20, 40)
device(380, 40)
for i, (fill, words) in enumerate([("first", "arithmetic"), ("quiet", "control"), ("second", "cache")]):
    shapes.append(rect(180 + 140 * i, 290, 18, 18, fill))
    shapes.append(text(206 + 140 * i, 305, words, anchor="start"))

write(__file__, 320, "Where the area of a chip goes",
      "A host chip with four large cores, mostly control and cache, next to a device chip filled with arithmetic lanes.",
      shapes)
