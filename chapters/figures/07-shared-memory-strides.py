"""Bytes, strides and wide elements, from the trace of `banks`."""

import sys

import lanes
from svg import write

FOUR_WAYS = 4  # come first, and have a figure of their own
STRIDES = (1, 2, 3, 4, 8, 16, 32, 33)  # 1 has been drawn already, among the four ways
PATTERNS = ([("char s[lane]", 1, 1), ("short s[lane]", 2, 1), ("char s[4 * lane]", 1, 4)]
            + [(f"float s[{stride} * lane]", 4, stride) for stride in STRIDES]
            + [("double s[lane]", 8, 1), ("float4 s[lane]", 16, 1)])

shapes = []
requests = lanes.requests(sys.argv[1])[FOUR_WAYS:]
drawn = 0
for (title, size, stride), request in zip(PATTERNS, requests):
    assert request["bytes"] == size
    lanes.check(request, lambda lane: stride * lane)
    if size == 4 and stride == 1:
        continue
    shapes += lanes.panel(14 + drawn % 4 * 178, 20 + drawn // 4 * 160, title, request, 32)
    drawn += 1

write(__file__, 474, "Requests of a warp by element size and stride", "Twelve panels: lanes above, banks below, a line from each lane to the bank of "
      "its word, and below each bank a bar as long as its queue of words. Wide elements: a row of lanes per wavefront, each above its banks.", shapes)
