"""Stockham's passes of radix 2 over eight numbers."""

from svg import rect, text, write

N, ROW, TOP = 8, 34, 46
COLUMNS = (60, 250, 440, 630)
NAMES = ("input", "transforms of 2", "of 4", "of 8")


def y_of(place):
    return TOP + place * ROW


shapes = []
for step, done in enumerate((1, 2, 4)):
    left, right, lines = COLUMNS[step] + 32, COLUMNS[step + 1] - 32, {False: "", True: ""}
    for j in range(N // 2):
        k = j % done
        for target in ((j - k) * 2 + k, (j - k) * 2 + k + done):
            for source in (j, j + N // 2):
                lines[j == 1] += f"M{left} {y_of(source)}L{right} {y_of(target)}"
    shapes.append(f'<path d="{lines[False]}" stroke="currentColor" stroke-width="1" stroke-opacity="0.55"/>')
    shapes.append(f'<path d="{lines[True]}" stroke="#e0923f" style="stroke:var(--figure-2, #e0923f)" stroke-width="2.5"/>')
for step, (x, name) in enumerate(zip(COLUMNS, NAMES)):
    shapes.append(text(x, 18, name, 14))
    length = 1 << step
    for place in range(N):
        shapes.append(rect(x - 30, y_of(place) - 13, 60, 26, "first" if place // length % 2 == 0 else "quiet"))
        label = f"x{place}" if step == 0 else f"X{place}" if step == 3 else f"bin {place % length}"
        shapes.append(text(x, y_of(place) + 5, label, 13))

write(__file__, TOP + N * ROW - 10, "Stockham's passes", "Four columns of eight boxes. In each pass pairs that are four apart are joined, and put at neighbouring places, then two apart, then four.", shapes)
