"""Which coefficients are left in a matrix of three lanes with four rows each, found by doing the elimination."""

from svg import FILLS, WIDTH, rect, text, write

LANES, M = 3, 4
N = LANES * M
CELL, LEFT, TOP, GAP = 13, 8, 36, 20


def start():
    rows = []
    for i in range(N):
        row = [0.0] * N
        for j, value in ((i - 1, -0.3), (i, 1.0), (i + 1, -0.2)):
            if 0 <= j < N:
                row[j] = value
        rows.append(row)
    return rows


def take_off(rows, row, other, column):
    factor = rows[row][column] / rows[other][column]
    rows[row] = [a - factor * b for a, b in zip(rows[row], rows[other])]
    rows[row][column] = 0.0


def divide(rows, row):
    rows[row] = [a / rows[row][row] for a in rows[row]]


states = [start()]
rows = start()
for lane in range(LANES):
    for i in range(M):
        if i > 0:
            take_off(rows, lane * M + i, lane * M + i - 1, lane * M + i - 1)
        divide(rows, lane * M + i)
states.append([row[:] for row in rows])
for lane in range(LANES):
    for i in range(M - 3, -1, -1):
        take_off(rows, lane * M + i, lane * M + i + 1, lane * M + i + 1)
states.append([row[:] for row in rows])
for lane in range(LANES - 1):
    take_off(rows, lane * M + M - 1, (lane + 1) * M, (lane + 1) * M)
    divide(rows, lane * M + M - 1)
states.append(rows)

lasts = {lane * M + M - 1 for lane in range(LANES)}
for last in lasts:  # the last unknowns are tied to each other alone
    assert {j for j in range(N) if rows[last][j] != 0} <= lasts

shapes = []
for number, (state, title) in enumerate(zip(states, ("at first", "after the way down", "after the way up", "last rows coupled"))):
    left = LEFT + number * (N * CELL + GAP)
    shapes.append(text(left + N * CELL / 2, 22, title, 13.5))
    shapes.append(rect(left, TOP, N * CELL, N * CELL, "none", 1, 0))
    cuts = "".join(f"M{left} {TOP + lane * M * CELL}h{N * CELL}M{left + lane * M * CELL} {TOP}v{N * CELL}" for lane in range(1, LANES))
    shapes.append(f'<path d="{cuts}" stroke="currentColor" stroke-width="0.8" stroke-dasharray="3"/>')
    cells, ends = {"first": "", "second": ""}, {"first": (0, 0), "second": (0, 0)}
    for away, i in ((away, i) for away in range(-N, N) for i in range(N) if 0 <= i + away < N):  # by diagonals
        if abs(state[i][i + away]) > 0:
            fill = "second" if number == 3 and i in lasts else "first"
            x, y = left + (i + away) * CELL + 1, TOP + i * CELL + 7
            cells[fill] += f"m{x - ends[fill][0]} {y - ends[fill][1]}h11"
            ends[fill] = x + 11, y
    shapes += [f'<path d="{path}" {FILLS[fill].replace("fill", "stroke")} stroke-width="11"/>'.replace("stroke:var(--stroke", "stroke:var(--figure")
               for fill, path in cells.items() if path]
assert left + N * CELL <= WIDTH
write(__file__, TOP + N * CELL + 10, "Elimination by lanes", "Four patterns of a matrix of 12 rows in three lanes: three diagonals; columns to the left instead of the lower diagonal; "
      "columns to the right instead of the upper one; at last the rows 3, 7 and 11 have entries in the columns 3, 7 and 11 alone.", shapes)
