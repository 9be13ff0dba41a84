"""A tile of two warps with two rows each: four elements per lane, lanes in a row, one row below the other."""

from svg import line, rect, text, write

LEFT, TOP, CELL, LANES, ROW, HEIGHT = 118, 30, 24, 5, 40, 24
ROW_WIDTH = LANES * 4 * CELL

shapes, cuts, lanes = [], "", ""
for number in range(4):
    warp, row, y = number // 2, number % 2, TOP + number * ROW
    shapes += [text(8, y + 17, f"warp {warp}, row {row}", 14, "start"),
               rect(LEFT, y, ROW_WIDTH, HEIGHT, "first" if warp == 0 else "second", 1, 0)]
    for lane in range(LANES):
        cuts += f"M{LEFT + (4 * lane + 1) * CELL} {y}v{HEIGHT}m{CELL} 0v-{HEIGHT}m{CELL} 0v{HEIGHT}"
        if lane:
            lanes += f"M{LEFT + 4 * lane * CELL} {y}v{HEIGHT}"
    shapes.append(line(LEFT, y + HEIGHT + 6, LEFT + ROW_WIDTH, y + HEIGHT + 6, 1.2, arrow=True))
for lane in range(LANES):
    name = f"lane {lane}" if lane < LANES - 2 else "…" if lane == LANES - 2 else "lane 31"
    shapes.append(text(LEFT + (4 * lane + 2) * CELL, TOP - 10, name, 12))
shapes += [f'<path d="{cuts}" fill="none" stroke="currentColor" stroke-width="0.4"/>', f'<path d="{lanes}" stroke="currentColor" stroke-width="1.6"/>']

write(__file__, TOP + 4 * ROW, "A tile as rows of its warps",
      "Two warps with two rows each. In a row, each lane has four neighbouring elements, and lanes follow each other; an arrow runs along each row.", shapes)
