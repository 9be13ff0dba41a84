"""Which elements are wrong, for four faults of a launch or a kernel, as the program `patterns` prints it."""

from svg import line, rect, text, write

LEFT, CELL, HIGH, GAP = 216, 7.6, 26, 44
CELLS = 64  # of 16 elements each


def wrong(row, cell):
    if row == 0:
        return cell >= 60
    if row == 1:
        return cell % 16 >= 4
    return row == 3


shapes = []
for row, name in enumerate(("blocks rounded down", "stride of block size²", "no halo", "launch refused")):
    y = 14 + row * GAP
    shapes.append(text(LEFT - 12, y + 18, name, 14, "end"))
    shapes.append(rect(LEFT, y, (CELLS if row > 0 else 62.5) * CELL, HIGH, "quiet", radius=0))
    filled = [cell for cell in range(CELLS) if wrong(row, cell)]
    runs = [[cell for cell in filled if cell // 16 == part] for part in range(4)] if row == 1 else [filled]
    for run in runs:
        if run:
            shapes.append(rect(LEFT + run[0] * CELL, y, (len(run) if row > 0 else 2.5) * CELL, HIGH, "second", radius=0))
    if row == 2:
        shapes += [line(LEFT + cell * CELL, y, LEFT + cell * CELL, y + HIGH, 3) for cell in range(4, CELLS, 4)]
bottom = 14 + 4 * GAP - 4
shapes += [text(LEFT, bottom + 4, "0", 13, "start"), text(LEFT + CELLS * CELL, bottom + 4, "element 1,023", 13, "end")]
write(__file__, bottom + 14, "Patterns of wrong elements", "Four rows, the first of 1,000 elements, the others of 1,024. Blocks rounded down: the last 40 elements are wrong. "
      "Stride of block size squared: of each 256 elements the last 192. No halo: the first element of each block but the first. Launch refused: all.", shapes)
