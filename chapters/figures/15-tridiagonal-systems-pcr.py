"""Three steps of parallel cyclic reduction on eight rows, and which of these rows cyclic reduction has."""

from svg import FILLS, text, write

N, LEFT, PITCH, TOP, ROW = 8, 134, 72, 20, 78

boxes = {"quiet": "", "first": ""}
lines, words = {0.5: "", 1.4: ""}, []
for step in range(4):
    y = TOP + step * ROW
    width = 1 << step
    for i in range(N):
        x = LEFT + i * PITCH
        near = [j for j in (i - width, i + width) if 0 <= j < N]
        by_cyclic = step > 0 and (i + 1) % width == 0
        boxes["first" if by_cyclic else "quiet"] += f"M{x - 34} {y}h68v24h-68z"
        words.append(text(x, y + 16, ",".join(map(str, sorted({i, *near}))), 12))
        if step > 0:
            before = width // 2
            for j in (i - before, i, i + before):
                if 0 <= j < N:
                    lines[1.4 if by_cyclic else 0.5] += f"M{LEFT + j * PITCH} {y - ROW + 24}L{x} {y}"
    label = ["rows tied to", "after step 1,", "after step 2,", "after step 3,"][step]
    below = ["1 place away", "2 places away", "4 places away", "to nobody"][step]
    words += [text(2, y + 8, label, 12, "start"), text(2, y + 24, below, 12, "start")]

shapes = [f'<path d="{path}" {FILLS[fill]} stroke="currentColor"/>' for fill, path in boxes.items()]
shapes += [f'<path d="{path}" stroke="currentColor" stroke-width="{width}"/>' for width, path in lines.items()]
write(__file__, TOP + 3 * ROW + 36, "Two cyclic reductions", "Eight rows, four times. Each takes in the rows 1, then 2, then 4 places away, and in the end holds its own unknown alone. Cyclic reduction has rows 1, 3, 5, 7, then 3 and 7, then 7.", shapes + words)
