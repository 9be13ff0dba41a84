"""One iteration as it was written, and several of the one that is a single kernel, on the host and on the device."""

from svg import line, rect, text, write

LEFT, HEIGHT = 100, 34


def bars(y, parts):
    """(from, width, word, fill) on one line; a part without a fill is dashed."""
    shapes = []
    for at, width, word, fill in parts:
        shapes.append(rect(LEFT + at, y, width, HEIGHT, fill) if fill else rect(LEFT + at, y, width, HEIGHT, dash="4 4"))
        shapes.append(text(LEFT + at + width / 2, y + 22, word, 13, style=None if fill else "italic"))
    return shapes


BEFORE, AFTER = 46, 196
launches = [(100 + 24 * k, 24, "", "second") for k in range(4)]
kernels = [(112 + 30 * k, 20, "", "first") for k in range(4)]
shapes = [
    text(LEFT, BEFORE - 16, "as written: one iteration", 15, "start", "bold"),
    text(20, BEFORE + 22, "host", 15, "start"), text(20, BEFORE + 72, "device", 15, "start"),
    *bars(BEFORE, [(0, 100, "allocations", "quiet"), *launches, (196, 44, "waits", None), (240, 70, "copy", "quiet"),
                   (310, 24, "", "second"), (334, 46, "waits", None), (380, 90, "frees", "quiet")]),
    *bars(BEFORE + 50, [*kernels, (256, 40, "copy", "quiet"), (330, 20, "", "first")]),
    text(LEFT, AFTER - 16, "one kernel per iteration", 15, "start", "bold"),
    text(20, AFTER + 22, "host", 15, "start"), text(20, AFTER + 72, "device", 15, "start"),
    *bars(AFTER, [(24 * k, 24, "", "second") for k in range(20)]),
    *bars(AFTER + 50, [(18 + 34 * k, 32, "", "first") for k in range(16)]),
    text(LEFT + 490, AFTER + 22, "…", 16, "start"),
    rect(LEFT, 300, 22, 18, "second"), text(LEFT + 30, 314, "launch", 13, "start"),
    rect(LEFT + 110, 300, 22, 18, "first"), text(LEFT + 140, 314, "kernel", 13, "start"),
    line(LEFT + 480, 309, LEFT + 580, 309, arrow=True), text(LEFT + 470, 314, "time", 13, "end"),
]

write(__file__, 330, "An iteration before and after",
      "Above, the host allocates, launches four kernels, waits, copies, launches one more, waits and frees; the device has "
      "five short kernels with gaps. Below, the host launches one kernel after another, and the device runs them without "
      "gaps.", shapes)
