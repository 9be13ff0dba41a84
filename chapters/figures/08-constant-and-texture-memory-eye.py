"""Some pixels of the photograph, by point and by linear filtering, side by side."""

import sys
from pathlib import Path

from picture import Picture, read, write

GAP = 6
left, right = (read(Path(sys.argv[1]) / f"{name}.pgm") for name in ("point", "linear"))
rows = (left.data[y * left.width:(y + 1) * left.width] + b"\xff" * GAP + right.data[y * right.width:(y + 1) * right.width]
        for y in range(left.height))
write(__file__, Picture(left.width + GAP + right.width, left.height, 1, b"".join(rows)))
