"""A clap, the same in a room, and the same wrapped round, from room.txt."""

import sys
from pathlib import Path

from svg import line, text, write

LEFT, RIGHT, SIZE, BARS = 20, 700, 8192, 100
NAMES = ("the clap", "in the room, padded", "without padding")
rows = [list(map(float, row.split())) for row in (Path(sys.argv[1]) / "room.txt").read_text(encoding="utf-8").splitlines()]


def x_of(sample):
    return LEFT + sample / len(rows[0]) * (RIGHT - LEFT)


shapes = []
for number, (name, row) in enumerate(zip(NAMES, rows)):
    middle, each = 60 + number * 110, len(row) // BARS
    bars = ""
    for bar in range(BARS):
        largest = max(map(abs, row[bar * each:(bar + 1) * each]))
        if (height := round(42 * min(1, largest) ** 0.5)) > 0:  # the square root, so that echoes can be seen
            bars += f"M{x_of((bar + 0.5) * each):.0f} {middle - height}v{2 * height}"
    shapes += [text(LEFT, middle - 32, name, 15, "start"), line(LEFT, middle, RIGHT, middle, 0.5),
               f'<path d="{bars}" stroke="#2f9dbd" style="stroke:var(--figure-1, #2f9dbd)" stroke-width="3"/>']
shapes += [line(x_of(SIZE), 16, x_of(SIZE), 326, 1, "5 4"), text(x_of(SIZE), 346, "8,192", 14), text(LEFT, 346, "0", 14)]

write(__file__, 356, "A clap in a room", "Three rows. The clap stands at sample 6,800. Padded, its echoes follow, beyond sample 8,192. Without padding, those stand at the left end.", shapes)
