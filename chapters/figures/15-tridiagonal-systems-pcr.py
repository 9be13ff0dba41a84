"""Three steps of parallel cyclic reduction on eight rows."""

from svg import line, rect, text, write

N, LEFT, PITCH, TOP, ROW = 8, 134, 72, 20, 78

shapes = []
for step in range(4):
    y = TOP + step * ROW
    width = 1 << step
    for i in range(N):
        x = LEFT + i * PITCH
        if step < 3:
            near = [j for j in (i - width, i + width) if 0 <= j < N]
            words = ",".join(f"x{j}" for j in sorted({i, *near}))
        else:
            words = f"x{i}"
        shapes += [rect(x - 34, y, 68, 24, "first" if step == 3 else "quiet", 1), text(x, y + 16, words, 11.5)]
        if step > 0:
            before = width // 2
            for j in (i - before, i, i + before):
                if 0 <= j < N:
                    shapes.append(line(LEFT + j * PITCH, y - ROW + 24, x, y, 1.4 if j == i else 0.7))
    label = ["rows tied to", "after step 1,", "after step 2,", "after step 3,"][step]
    below = ["1 place away", "2 places away", "4 places away", "to nobody"][step]
    shapes += [text(2, y + 8, label, 12, "start"), text(2, y + 24, below, 12, "start")]

write(__file__, TOP + 3 * ROW + 36, "Parallel cyclic reduction", "Eight rows, four times. Each row takes in the rows 1, then 2, then 4 places away, and in the end holds its own unknown alone.", shapes)
