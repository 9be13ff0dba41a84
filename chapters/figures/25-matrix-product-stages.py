"""Three stages of shared memory over time: two batches of copies under way while one stage is at work."""

from svg import line, rect, text, write

LEFT, TOP, STEP, ROW, STEPS = 96, 44, 76, 46, 8

shapes = [text(LEFT + t * STEP + STEP / 2, 22, f"step {t}", 13) for t in range(STEPS)]
for stage in range(3):
    y = TOP + stage * ROW
    shapes.append(text(LEFT - 12, y + 22, f"stage {stage}", 14, "end"))
    for t in range(-2, STEPS):  # batch t + 2 is issued in step t, and used two steps later
        if (t + 2) % 3 != stage:
            continue
        start, end = max(t, 0), min(t + 2, STEPS)
        if end > start:
            shapes += [rect(LEFT + start * STEP + 2, y, (end - start) * STEP - 4, 34, "quiet", 1, 3, "4 3"),
                       text(LEFT + (start + end) * STEP / 2, y + 22, f"copies, batch {t + 2}" if end - start == 2 else "copies", 12.5)]
        if t + 2 < STEPS:
            shapes += [rect(LEFT + (t + 2) * STEP + 2, y, STEP - 4, 34, "first", 1.5), text(LEFT + (t + 2) * STEP + STEP / 2, y + 22, "work", 14)]
bottom = TOP + 3 * ROW
shapes += [line(LEFT + t * STEP, TOP - 10, LEFT + t * STEP, bottom, 1, "2 4") for t in range(STEPS + 1)]
shapes.append(text(LEFT + STEPS * STEP / 2, bottom + 18, "a dotted line: wait for all batches but one, and a barrier", 13))

write(__file__, bottom + 30, "Three stages over time",
      "In each step one stage is at work and the two others are being filled; each batch of copies has two steps in which to arrive.", shapes)
