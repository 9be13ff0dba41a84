"""One pass of a radix sort: counts per digit, their scan, the ranks, and where each key goes."""

from svg import head, line, rect, text, write

KEYS = "2a 0b 1c 2d 0e 1f 0g 3h".split()
LEFT, CELL, HIGH = 152, 68, 30
FILL = {"0": "none", "1": "first", "2": "second", "3": "quiet"}
TOP, RANKS, OUT = 16, 66, 152

digits = [key[0] for key in KEYS]
counts = {digit: digits.count(digit) for digit in FILL}
starts = {digit: sum(counts[smaller] for smaller in FILL if smaller < digit) for digit in FILL}
ranks = [digits[:i].count(digit) for i, digit in enumerate(digits)]
index = [starts[digit] + rank for digit, rank in zip(digits, ranks)]


def middle(i):
    return LEFT + (i + 0.5) * CELL


def box(i, y, key):
    return [rect(LEFT + i * CELL + 6, y, CELL - 12, HIGH, FILL[key[0]]), text(middle(i), y + 21, f"{key[0]} {key[1]}", 16)]


shapes = [text(LEFT - 14, y, name, 15, "end") for name, y in
          (("keys", TOP + 21), ("rank", RANKS + 2), ("output", OUT + 21), ("digit", OUT + 68), ("count", OUT + 92), ("scan of counts", OUT + 116))]
for i, key in enumerate(KEYS):
    shapes += box(i, TOP, key)
    shapes.append(text(middle(i), RANKS + 2, str(ranks[i]), 15))
    shapes += box(index[i], OUT, key)
    shapes.append(line(middle(i), RANKS + 12, middle(index[i]), OUT - 3, 1.2))
    shapes.append(head(middle(i), RANKS + 12, middle(index[i]), OUT - 3, 7))
for digit, start in starts.items():
    left, right = LEFT + start * CELL + 6, LEFT + (start + counts[digit]) * CELL - 6
    y = OUT + HIGH + 10
    shapes.append(f'<path d="M{left:g} {y - 5:g}v5H{right:g}v-5" fill="none" stroke="currentColor" stroke-width="1.5"/>')
    for row, number in enumerate((digit, counts[digit], start)):
        shapes.append(text((left + right) / 2, OUT + 68 + 24 * row, str(number), 15))
write(__file__, OUT + 128, "A pass of a radix sort",
      "Eight keys with digits 2, 0, 1, 2, 0, 1, 0, 3. Lines lead to the output, where the three keys with digit 0 are first, then two with 1, two with 2 and one with 3, "
      "each group in its old order. Below, the counts 3, 2, 2, 1 and their exclusive scan 0, 3, 5, 7.", shapes)
