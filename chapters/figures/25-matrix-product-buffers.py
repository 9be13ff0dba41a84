"""Two pairs of tiles over time: loads for the next pair are issued before the work, and stored after it."""

from svg import line, rect, text, write

LEFT, TOP, STEP, ROW, STEPS = 96, 44, 150, 46, 4

shapes = [text(LEFT + t * STEP + STEP / 2, 22, f"step {t}", 13) for t in range(STEPS)]
for pair in range(2):
    y = TOP + pair * ROW
    shapes.append(text(LEFT - 12, y + 22, f"pair {pair}", 14, "end"))
    for t in range(STEPS):
        x = LEFT + t * STEP
        if t % 2 == pair:
            shapes += [rect(x + 2, y, STEP - 40, 34, "first", 1.5), text(x + STEP / 2 - 18, y + 22, "work", 14)]
        else:
            shapes += [rect(x + 2, y, STEP - 40, 34, "quiet", 1, 3, "4 3"), text(x + STEP / 2 - 18, y + 22, "loads", 12.5),
                       rect(x + STEP - 36, y, 34, 34, "quiet", 1), text(x + STEP - 19, y + 22, "store", 11)]
bottom = TOP + 2 * ROW
shapes += [line(LEFT + t * STEP, TOP - 10, LEFT + t * STEP, bottom, 1, "2 4") for t in range(STEPS + 1)]
shapes.append(text(LEFT + STEPS * STEP / 2, bottom + 18, "a dotted line: a barrier", 13))

write(__file__, bottom + 30, "Two pairs of tiles over time",
      "In each step one pair of tiles is at work; loads for the other pair are under way, and are stored at the end of the step.", shapes)
