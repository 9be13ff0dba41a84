"""Three circles on six tiles: counts, their scan, the pairs as written, and sorted by tile."""

from svg import FILLS, head, line, rect, text, write

SIDE, LEFT, TOP = 84, 234, 14
ACROSS, DOWN = 3, 2
CIRCLES = {"a": (70, 84, 34, "first"), "b": (135, 56, 42, "second"), "c": (214, 128, 30, "first")}


def touches(x, y, radius, tile):
    left, top = tile % ACROSS * SIDE, tile // ACROSS * SIDE
    dx, dy = x - min(max(x, left), left + SIDE), y - min(max(y, top), top + SIDE)
    return dx * dx + dy * dy <= radius * radius


tiles = {name: [t for t in range(ACROSS * DOWN) if touches(*circle[:3], t)] for name, circle in CIRCLES.items()}
pairs = [(tile, name) for name in CIRCLES for tile in tiles[name]]
ordered = sorted(pairs, key=lambda pair: pair[0])
offsets = [sum(len(tiles[other]) for other in CIRCLES if other < name) for name in CIRCLES]

shapes, numbers = [], []
for tile in range(ACROSS * DOWN):
    x, y = LEFT + tile % ACROSS * SIDE, TOP + tile // ACROSS * SIDE
    shapes.append(rect(x, y, SIDE, SIDE, "none", radius=0))
    numbers.append(text(x + 9, y + 17, str(tile), 13))
for name, (x, y, radius, fill) in CIRCLES.items():
    shapes.append(f'<circle cx="{LEFT + x}" cy="{TOP + y}" r="{radius}" {FILLS[fill]} stroke="currentColor" stroke-width="1.5"/>')
    shapes.append(text(LEFT + x, TOP + y + 5, name, 16, weight="bold"))
shapes += numbers

ROW, WIDE = TOP + DOWN * SIDE + 22, 34
START, CELL = 150, 540 / len(pairs)
for at, (label, values) in enumerate((("counts", [len(tiles[name]) for name in CIRCLES]), ("exclusive scan", offsets))):
    y = ROW + 40 * at
    shapes.append(text(START - 14, y + 20, label, 15, "end"))
    for value, name, offset in zip(values, CIRCLES, offsets):
        x, width = START + offset * CELL, len(tiles[name]) * CELL
        shapes += [rect(x + 2, y, width - 4, 28, CIRCLES[name][3]), text(x + width / 2, y + 20, f"{name}: {value}", 15)]

WRITTEN, SORTED = ROW + 92, ROW + 184
left_of = {}
for y, label, row in ((WRITTEN, "pairs", pairs), (SORTED, "sorted by tile", ordered)):
    shapes.append(text(START - 14, y + 21, label, 15, "end"))
    for i, (tile, name) in enumerate(row):
        x = START + i * CELL
        shapes += [rect(x + 2, y, CELL - 4, 30, CIRCLES[name][3]), text(x + CELL / 2, y + 21, f"{tile} {name}", 15)]
for i, pair in enumerate(pairs):
    x, to = START + (i + 0.5) * CELL, START + (ordered.index(pair) + 0.5) * CELL
    shapes += [line(x, WRITTEN + 32, to, SORTED - 4, 1.2), head(x, WRITTEN + 32, to, SORTED - 4, 7)]
shapes.append(text(START - 14, SORTED + 60, "a list begins", 15, "end"))
for i, (tile, name) in enumerate(ordered):
    if i == 0 or ordered[i - 1][0] != tile:
        x = START + i * CELL + 3
        shapes += [line(x, SORTED + 52, x, SORTED + 34, 1.5, arrow=True), text(x + 2, SORTED + 66, str(i), 14)]
write(__file__, SORTED + 76, "Lists of tiles",
      "Three circles on a page of six tiles. The counts of their tiles, the exclusive scan of the counts, the pairs of tile and circle "
      "as written, and the same pairs sorted by tile, with marks where a list begins.", shapes)
