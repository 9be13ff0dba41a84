"""A function and a kernel that calls it, in three shapes."""

from svg import code, line, rect, text, write

PITCH, BOX, HEIGHT = 240, 94, 56


def pieces(x, y, gap, parts):
    shapes = []
    for index, words in enumerate(parts):
        left = x + index * (BOX + gap)
        shapes += [rect(left, y, BOX, HEIGHT, "first" if index == 0 else "second"), code(left + BOX / 2, y + 33, words, 13)]
    return shapes


shapes = []
for column, (title, fences, join, result) in enumerate([
        ("one file", 1, "ptxas", ["12 registers", "no call", "15 multiply-adds in the kernel"]),
        ("separate compilation", 2, "nvlink", ["24 registers", "a call for each reading", "the function once, apart"]),
        ("link-time optimisation", 2, "nvlink, ptxas", ["12 registers", "no call", "decided at the link"])]):
    left, gap = 14 + column * PITCH, 22 if fences == 2 else 8
    middle = left + BOX + gap / 2
    shapes += [text(middle, 22, title, 15, weight="bold")] + pieces(left, 48, gap, ["celsius_of", "convert"])
    width = BOX + 14 if fences == 2 else 2 * BOX + gap + 14
    for index in range(fences):
        shapes.append(rect(left - 7 + index * (BOX + gap), 40, width, HEIGHT + 16, "none", 1, dash="4 3"))
    shapes += [line(middle, 118, middle, 146, arrow=True), text(middle + 10, 136, join, 13, "start")]
    shapes += [text(middle, 166 + 19 * row, words, 14) for row, words in enumerate(result)]

write(__file__, 216, "Three shapes of one program", "In one file the compiler has function and kernel before it: 12 registers, no call. In two files each is compiled "
      "alone, and nvlink joins them: 24 registers and a call. With link-time optimisation both are compiled together at the link: 12 registers, no call.", shapes)
