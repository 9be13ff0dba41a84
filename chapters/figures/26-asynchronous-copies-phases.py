"""The phases of an mbarrier, from what `phases` saw after each of its steps."""

import sys
from pathlib import Path

from svg import line, rect, text, write

LEFT, STEP, TOP = 128, 82, 62


def seen(folder):
    for row in (Path(folder) / "phases.txt").read_text(encoding="utf-8").splitlines():
        zero, one, name = row.split(" ", 2)
        yield (zero == "1", one == "1"), name


steps = list(seen(sys.argv[1]))
shapes = []
for i, (_, name) in enumerate(steps):
    x = LEFT + i * STEP
    words = name.replace("(", " (").split() if len(name) > 10 else [name]
    for row, word in enumerate(words):
        shapes.append(text(x, TOP - 14 - 14 * (len(words) - 1 - row), word.replace(" (", "("), 12))
    shapes.append(line(x, TOP - 8, x, TOP + 112, 1, "3 3"))

# A phase begins where the answers change.
first, number = 0, 0
for i in range(1, len(steps) + 1):
    if i < len(steps) and steps[i][0] == steps[first][0]:
        continue
    right = LEFT + i * STEP if i < len(steps) else LEFT + (len(steps) - 1) * STEP + 60
    shapes.append(rect(LEFT + first * STEP, TOP + 4, right - LEFT - first * STEP, 30, ("first", "second", "first")[number]))
    shapes.append(text((LEFT + first * STEP + right) / 2, TOP + 24, f"phase {number}", 14))
    first, number = i, number + 1

for parity in (0, 1):
    y = TOP + 48 + 34 * parity
    shapes.append(text(8, y + 18, f"has_ended({parity})", 13, "start"))
    for i, (answers, _) in enumerate(steps):
        width = STEP if i + 1 < len(steps) else 60
        if answers[parity]:
            shapes.append(rect(LEFT + i * STEP, y, width, 26, "quiet", 0, 0))
        shapes.append(text(LEFT + i * STEP + width / 2, y + 18, "yes" if answers[parity] else "no", 13))

write(__file__, TOP + 124, "The phases of an mbarrier", "Seven steps from left to right. Phase 0 lasts from the initialisation to the second arrival, phase 1 until "
      "the last bytes have arrived, and then phase 2 begins. Below, for each parity, whether its phase has ended.", shapes)
