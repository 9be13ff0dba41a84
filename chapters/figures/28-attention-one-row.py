"""The reference and the sum after each number of a row, from what `one-row` computed."""

import sys
from pathlib import Path

from svg import line, rect, text, write

LEFT, STEP, WIDE, BASE, UNIT, LOW, LOW_UNIT = 130, 46, 30, 190, 28, 330, 26

rows = [[float(x) for x in row.split()] for row in (Path(sys.argv[1]) / "one-row.txt").read_text(encoding="utf-8").splitlines()]
shapes = [text(LEFT - 16, BASE - 70, "exponent,", 14, "end"), text(LEFT - 16, BASE - 52, "reference", 14, "end"),
          text(LEFT - 16, LOW - 34, "sum of powers", 14, "end"), text(LEFT - 16, LOW - 16, "so far", 14, "end")]
before = None
for i, (t, reference, total) in enumerate(rows):
    x = LEFT + i * STEP
    rose = before is not None and reference != before
    shapes.append(rect(x, BASE - (t + 0.3) * UNIT, WIDE, (t + 0.3) * UNIT, "second" if rose or before is None else "quiet", 1, 2))
    shapes.append(line(x - 8, BASE - (reference + 0.3) * UNIT, x + STEP - 8, BASE - (reference + 0.3) * UNIT, 2.4))
    if rose:
        shapes.append(line(x - 8, BASE - (before + 0.3) * UNIT, x - 8, BASE - (reference + 0.3) * UNIT, 2.4))
    shapes.append(rect(x, LOW - total * LOW_UNIT, WIDE, total * LOW_UNIT, "first", 1, 2))
    shapes.append(text(x + WIDE / 2, LOW + 16, f"{total:.2f}", 12))
    before = reference
for y in (BASE, LOW):
    shapes.append(line(LEFT - 8, y, LEFT + len(rows) * STEP - 8, y, 1.2))

write(__file__, LOW + 28, "A sum whose reference rises",
      "Above, twelve exponents as bars, and the reference as steps along the largest so far. Below, the sum of powers relative to that reference: it falls where "
      "the reference rises.", shapes)
