"""The constant cache broadcasts a word at a time: one for all lanes, or three one after the other."""

from svg import line, rect, text, write

LANES, STEP, CELL = 6, 44, 34


def group(left, wanted):
    words = sorted(set(wanted))
    shapes = []
    for step, word in enumerate(words):
        y = 16 + 46 * step
        shapes += [rect(left, y, 46, 30, "second"), text(left + 23, y + 20, f"[{word}]", 14), line(left + 47, y + 15, left + 61, y + 15, arrow=True)]
        for lane, wish in enumerate(wanted):
            x = left + 64 + lane * STEP
            shapes.append(rect(x, y, CELL, 30, "first") if wish == word else line(x + 12, y + 15, x + CELL - 12, y + 15, 1))
    count = "one broadcast" if len(words) == 1 else "three broadcasts, one after the other"
    return shapes + [text(left, 16 + 46 * len(words) + 16, count, 14, "start", style="italic")]


write(__file__, 180, "Broadcasts of the constant cache",
      "Left: six lanes read word 5; one broadcast serves them all. Right: pairs of lanes read the words 5, 6 and 7, "
      "broadcast one after the other.",
      group(20, [5] * LANES) + group(380, [5, 5, 6, 6, 7, 7]))
