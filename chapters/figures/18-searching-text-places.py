"""Where in the book some names are, from what `places` wrote to places.txt."""

import sys
from pathlib import Path

from svg import line, text, write

LEFT, RIGHT, ROW, TOP, SIZE = 110, 700, 34, 12, 148_480
PATH = 'fill="none" stroke="#2f9dbd" style="stroke:var(--figure-1, #2f9dbd)" stroke-width="1.5"'

shapes, y = [], TOP
for row in (Path(sys.argv[1]) / "places.txt").read_text(encoding="utf-8").splitlines():
    name, *places = row.split()
    strokes = sorted({round(LEFT + int(place) / SIZE * (RIGHT - LEFT)) for place in places})
    shapes += [text(LEFT - 12, y + 17, name, 14, "end"), f'<path d="{"".join(f"M{x} {y}v22" for x in strokes)}" {PATH}/>']
    y += ROW
shapes += [line(LEFT, y + 2, RIGHT, y + 2, 1), text(LEFT, y + 20, "byte 0", 13), text(RIGHT, y + 20, "148,479", 13, "end")]

write(__file__, y + 28, "Names in the book", "Six rows of thin strokes, one row per name, at the positions where it occurs.", shapes)
