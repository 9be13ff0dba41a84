"""A packed lower triangle, and a band matrix stored diagonal by diagonal."""

from svg import line, rect, text, write

N, SIDE = 5, 34
shapes = []


def cell(x, y, i, j, words, fill):
    shapes.append(rect(x + j * SIDE, y + i * SIDE, SIDE, SIDE, fill, radius=0, stroke=1))
    if words:
        shapes.append(text(x + j * SIDE + SIDE / 2, y + i * SIDE + 23, words, 14))


X, Y = 30, 50
shapes.append(text(X + 2.5 * SIDE, 34, "lower triangle, packed", 15))
shapes.append(rect(X, Y, N * SIDE, N * SIDE, radius=0, stroke=1))
for j in range(N):
    for i in range(j, N):
        cell(X, Y, i, j, str(i + j * (2 * N - j - 1) // 2), "first")

X = 260
shapes.append(text(X + 2.5 * SIDE, 34, "band", 15))
shapes.append(rect(X, Y, N * SIDE, N * SIDE, radius=0, stroke=1))
for j in range(N):
    for i in range(max(0, j - 2), min(N, j + 2)):
        cell(X, Y, i, j, f"{i}{j}", "second")

X = 510
shapes += [text(X + 2.5 * SIDE, 34, "the same, as it is stored", 15), line(446, Y + 2.5 * SIDE, 494, Y + 2.5 * SIDE, arrow=True)]
for j in range(N):
    for d in range(4):
        i = j + d - 2
        inside = 0 <= i < N
        cell(X, Y + SIDE / 2, d, j, f"{i}{j}" if inside else "", "second" if inside else "quiet")
write(__file__, 240, "Packed and band storage",
      "A packed lower triangle numbers its elements down the columns. A band with one diagonal below and two above is stored with a row for each diagonal.",
      shapes)
