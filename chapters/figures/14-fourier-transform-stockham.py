"""Stockham's passes of radix 2 over eight numbers."""

from svg import FILLS, text, write

N, ROW, TOP, WIDE = 8, 32, 46, 52
COLUMNS = (40, 230, 420, 610)
NAMES = ("input", "transforms of 2", "of 4", "of 8")


def y_of(place):
    return TOP + place * ROW


shapes = []
for step, done in enumerate((1, 2, 4)):
    left, right, lines = COLUMNS[step] + WIDE, COLUMNS[step + 1], ["", ""]
    for j in range(N // 2):
        k = j % done
        target = (j - k) * 2 + k
        lines[j == 1] += f"M{left} {y_of(j)}L{right} {y_of(target)} {left} {y_of(j + N // 2)} {right} {y_of(target + done)}z"
    shapes.append(f'<path d="{lines[0]}" fill="none" stroke="currentColor" stroke-opacity="0.5"/>')
    shapes.append(f'<path d="{lines[1]}" fill="none" stroke="#e0923f" style="stroke:var(--figure-2, #e0923f)" stroke-width="2.5"/>')
for step, (x, name) in enumerate(zip(COLUMNS, NAMES)):
    shapes.append(text(x + WIDE / 2, 18, name, 14))
    boxes = ["", ""]
    for place in range(N):
        boxes[place >> step & 1] += f"M{x} {y_of(place) - 12}h{WIDE}v24h-{WIDE}z"
    shapes += [f'<path d="{d}" {FILLS[fill]} stroke="currentColor"/>' for d, fill in zip(boxes, ("first", "quiet")) if d]
    if step % 3 == 0:
        shapes += [text(x + WIDE / 2, y_of(place) + 5, f"{'x' if step == 0 else 'X'}{place}", 13) for place in range(N)]

write(__file__, TOP + N * ROW - 10, "Stockham's passes", "Four columns of eight boxes. In each pass pairs that are four apart are joined, and put at neighbouring places, then two apart, then four.", shapes)
