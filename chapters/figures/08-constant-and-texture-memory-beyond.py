"""The photograph and what lies beyond it, by the four addressing modes."""

import sys
from pathlib import Path

from picture import Picture, read, write

GAP = 6
folder = Path(sys.argv[1])


def beside(left, right):
    rows = (left.data[y * left.width:(y + 1) * left.width] + b"\xff" * GAP + right.data[y * right.width:(y + 1) * right.width]
            for y in range(left.height))
    return Picture(left.width + GAP + right.width, left.height, 1, b"".join(rows))


above, below = (beside(*(read(folder / f"{name}.pgm") for name in names)) for names in (("wrap", "mirror"), ("clamp", "border")))
write(__file__, Picture(above.width, above.height + GAP + below.height, 1, above.data + b"\xff" * (GAP * above.width) + below.data))
