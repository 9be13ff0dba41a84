"""Which lanes hold the elements of A, B and C, from the accesses in the trace of `fragments`."""

import json
import sys
from pathlib import Path

from svg import rect, text, write

SIZE, GAP, LEFT, TOP, MARKED = 22, 26, 90, 30, 5

# By matrix: of each element, in the order of memory, the lane.
lanes: dict[str, dict[int, int]] = {"A": {}, "B": {}, "C": {}}
for request in json.loads((Path(sys.argv[1]) / "trace.json").read_text(encoding="utf-8"))["requests"]:
    matrix = "C" if request["operation"] == "store" else "A" if request["array"].startswith("512 bytes") else "B"
    width = 4 if matrix == "C" else 2  # bytes of an element
    for lane, offset in zip(request["lanes"], request["offsets"]):
        for place in range(offset // width, (offset + request["bytes"]) // width):
            assert place not in lanes[matrix]
            lanes[matrix][place] = lane
assert [len(lanes[matrix]) for matrix in "ABC"] == [256, 128, 128]


def grid(matrix, left, top, rows, columns, place):
    shapes = []
    for row in range(rows):
        for column in range(columns):
            lane = lanes[matrix][place(row, column)]
            x, y = left + column * SIZE, top + row * SIZE
            fill = "second" if lane == MARKED else "quiet" if lane % 8 // 4 else "none"
            shapes += [rect(x, y, SIZE, SIZE, fill, 0.6, 0), text(x + SIZE / 2, y + 15.5, str(lane), 12)]
    return [*shapes, rect(left, top, columns * SIZE, rows * SIZE, "none", 2, 0)]


right, below = LEFT + 16 * SIZE + GAP, TOP + 16 * SIZE + GAP
shapes = grid("A", LEFT, below, 16, 16, lambda row, column: row * 16 + column)
shapes += grid("B", right, TOP, 16, 8, lambda row, column: column * 16 + row)
shapes += grid("C", right, below, 16, 8, lambda row, column: row * 8 + column)
shapes += [text(LEFT + 8 * SIZE, TOP + 10 * SIZE, "Each square: an element,", 16), text(LEFT + 8 * SIZE, TOP + 11 * SIZE, "with the lane that holds it", 16),
           rect(LEFT + 3.6 * SIZE, TOP + 12 * SIZE, SIZE, SIZE, "second", 0.6, 0), text(LEFT + 5 * SIZE, TOP + 12 * SIZE + 16, f"held by lane {MARKED}", 15, "start"),
           text(LEFT - 14, below + 8 * SIZE + 6, "A", 20, "end"), text(right + 8 * SIZE + 14, TOP + 8 * SIZE + 6, "B", 20, "start"),
           text(right + 8 * SIZE + 14, below + 8 * SIZE + 6, "C", 20, "start"), text(LEFT + 8 * SIZE, below - 8, "16 steps along k →", 14),
           text(right + 4 * SIZE, TOP - 8, "8 columns", 14)]

write(__file__, below + 16 * SIZE + 12, "Fragments of one product by a warp",
      "A is 16 by 16, B 16 by 8, C 16 by 8. In A, four lanes share a row, with two neighbours each, and again 8 columns to the right; rows 8 to 15 repeat the "
      "lanes. In B, four lanes share a column in the same way. In C, four lanes share a row, with two neighbours each.", shapes)
