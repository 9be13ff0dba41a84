"""The first picture of each digit that `digits` recognised, and the first that it did not, from what it wrote to answers.txt."""

import sys
from pathlib import Path

from svg import text, write

SIZE, LEFT, ACROSS, TOP, DOWN = 6, 60, 64, 24, 96

# By digit: of the first picture that was recognised, and of the first that was not, the answer and the values.
right: dict[str, tuple[str, str]] = {}
wrong: dict[str, tuple[str, str]] = {}
for row in (Path(sys.argv[1]) / "answers.txt").read_text(encoding="ascii").splitlines():
    answer, picture = row.split()
    (right if answer == picture[0] else wrong).setdefault(picture[0], (answer, picture[1:]))
assert len(right) == 10


def drawn(values, left, top):
    """A path of squares for each value, so that the darkest have the value 16."""
    squares: dict[str, str] = {}
    for place, value in enumerate(values):
        squares[value] = squares.get(value, "") + f"M{left + place % 8 * SIZE} {top + place // 8 * SIZE}h{SIZE}v{SIZE}h-{SIZE}z"
    return [f'<path d="{path}" fill="currentColor" fill-opacity="{int(value, 17) / 16:.3g}" shape-rendering="crispEdges"/>'
            for value, path in squares.items() if value != "0"]


shapes = [text(LEFT - 12, TOP + 29, "right", 14, "end"), text(LEFT - 12, TOP + DOWN + 29, "wrong", 14, "end")]
for digit in "0123456789":
    left = LEFT + int(digit) * ACROSS + 6
    middle = left + 4 * SIZE
    shapes += [text(middle, TOP - 8, digit, 15), *drawn(right[digit][1], left, TOP)]
    if digit in wrong:
        answer, values = wrong[digit]
        shapes += [*drawn(values, left, TOP + DOWN), text(middle, TOP + DOWN + 66, f"as {answer}", 14)]
    else:
        shapes += [text(middle, TOP + DOWN + 29, "none", 14)]

write(__file__, TOP + DOWN + 76, "Digits, right and wrong", "Two rows of ten pictures of 8 by 8 pixels, one column for each digit. Above, pictures that are recognised; below, "
      "pictures that are not, each with the digit that it is taken for.", shapes)
