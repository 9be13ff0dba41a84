"""The same eight blocks on devices of two sizes. Time runs downwards."""

from svg import line, rect, text, write

shapes = []


def device(x, processors, order):
    width = 66 * processors
    shapes.append(text(x + width / 2, 26, f"{processors} multiprocessors", weight="600"))
    for sm in range(processors):
        shapes.append(text(x + 33 + 66 * sm, 50, f"SM {sm}", 14))
        for round_, block in enumerate(order[sm::processors]):
            shapes.append(rect(x + 3 + 66 * sm, 60 + 52 * round_, 60, 46, "first" if sm % 2 else "second"))
            shapes.append(text(x + 33 + 66 * sm, 88 + 52 * round_, f"block {block}", 14))


device(110, 2, [0, 1, 3, 2, 4, 5, 7, 6])
device(390, 4, [0, 1, 2, 3, 5, 4, 7, 6])
shapes.append(line(80, 60, 80, 266, arrow=True))
shapes.append(text(44, 168, "time", 15))
shapes.append(line(390, 170, 654, 170, 1, "4 4"))
shapes.append(text(522, 192, "done, in half the time", 15, style="italic"))

write(__file__, 284, "Eight blocks on two devices",
      "Two multiprocessors need four waves for eight blocks, four multiprocessors need two.", shapes)
