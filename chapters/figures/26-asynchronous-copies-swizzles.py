"""Where pieces of 16 bytes lie in shared memory after a copy with each swizzle, from what `swizzles` found."""

import sys
from pathlib import Path

from svg import rect, text, write

WIDE, HIGH, LINES = 19, 24, 8
NAMES = {(128, 1): "no swizzle", (32, 0): "32 bytes", (64, 0): "64 bytes", (128, 0): "128 bytes"}

shapes = []
for panel, row in enumerate((Path(sys.argv[1]) / "swizzles.txt").read_text(encoding="utf-8").splitlines()):
    *pieces, width, plain = map(int, row.split())
    per_row = width // 16
    left, top = 34 + panel * 174, 54
    shapes += [text(left + 4 * WIDE, 22, NAMES[width, plain], 15), text(left, 44, "bank 0", 11, "start"),
               text(left + 8 * WIDE, 44, "31", 11, "end")]
    for place, piece in enumerate(pieces):
        x, y = left + place % 8 * WIDE, top + place // 8 * HIGH
        shapes += [rect(x, y, WIDE, HIGH, "second" if piece % per_row == 0 else "none", 0.7, 0),
                   text(x + WIDE / 2, y + 16, f"{piece // per_row}.{piece % per_row}", 8.5 if piece // per_row > 9 else 9.5)]
    if panel == 0:
        shapes += [text(left - 6, top + 16, "0", 11, "end"), text(left - 6, top + 7 * HIGH + 16, "7", 11, "end"),
                   text(left - 6, 44, "line", 11, "end")]

write(__file__, 54 + LINES * HIGH + 12, "Swizzled boxes in shared memory", "Four squares of eight lines with eight pieces of 16 bytes each, every piece labelled by its row in the "
      "box and its place in the row. The first pieces of all rows are marked. Without a swizzle, they stand below each other. With one, they are spread over the banks: over two neighbouring "
      "positions with 32 bytes, four with 64, eight with 128.", shapes)
