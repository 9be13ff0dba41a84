"""The merge path of the first program's matrix: 4 row ends and 7 nonzeros, cut after four and eight steps."""

from svg import code, line, text, write

SIZE, LEFT, TOP, ENDS, NONZEROS = 62, 170, 64, [2, 2, 6, 7], 7
path = [(0, 0)]
i = k = 0
while i < len(ENDS):
    if k < ENDS[i]:
        k += 1
    else:
        i += 1
    path.append((i, k))

shapes = []
for row in range(len(ENDS) + 1):
    shapes.append(line(LEFT, TOP + row * SIZE, LEFT + NONZEROS * SIZE, TOP + row * SIZE, 0.4))
for nonzero in range(NONZEROS + 1):
    shapes.append(line(LEFT + nonzero * SIZE, TOP, LEFT + nonzero * SIZE, TOP + len(ENDS) * SIZE, 0.4))
for nonzero in range(NONZEROS):
    shapes.append(code(LEFT + (nonzero + 0.5) * SIZE, TOP - 12, str(nonzero), 14))
shapes.append(text(LEFT + NONZEROS * SIZE / 2, TOP - 36, "nonzeros", 15))
for row, end in enumerate(ENDS):
    shapes.append(text(LEFT - 12, TOP + (row + 0.5) * SIZE + 5, f"row {row} ends after {end}", 13, "end"))


def at(point):
    return LEFT + point[1] * SIZE, TOP + point[0] * SIZE


for step, (a, b) in enumerate(zip(path, path[1:])):
    (x1, y1), (x2, y2) = at(a), at(b)
    colour = ("--figure-1, #2f9dbd", "--figure-2, #e0923f", "--figure-1, #2f9dbd")[step // 4]
    shapes.append(f'<path d="M{x1} {y1}L{x2} {y2}" fill="none" stroke="{colour.split(", ")[1]}" style="stroke:var({colour})"'
                  ' stroke-width="6" stroke-linecap="round"/>')
for cut in (4, 8):
    x, y = at(path[cut])
    shapes.append(line(x - 46, y + 46, x + 46, y - 46, 1.5, "6 4"))
for point in path:
    x, y = at(point)
    shapes.append(f'<circle cx="{x}" cy="{y}" r="4" fill="currentColor"/>')
for thread, (dx, dy) in enumerate(((10, 52), (14, 26), (-78, 88))):
    x, y = at(path[4 * thread])
    shapes.append(text(x + dx, y + dy, f"thread {thread}", 14, "start", "bold"))

write(__file__, TOP + len(ENDS) * SIZE + 30, "The merge path of a product",
      "A path of eleven steps from the upper left to the lower right corner: right for a nonzero, down for the end of a row. It is cut after four and after eight steps.", shapes)
