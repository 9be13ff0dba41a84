"""Four access patterns of the banks, from the trace of `banks`."""

import sys

import lanes
from svg import write

PATTERNS = [
    ("s[lane]", lambda lane: lane),
    ("s[lane ^ 21]", lambda lane: lane ^ 21),
    ("s[7]", lambda lane: 7),
    ("s[lane < 6 ? 32 * lane : lane]", lambda lane: 32 * lane if lane < 6 else lane),
]

shapes = []
requests = lanes.requests(sys.argv[1])[:len(PATTERNS)]
for number, ((title, rule), request) in enumerate(zip(PATTERNS, requests, strict=True)):
    lanes.check(request, rule)
    shapes += lanes.panel(110 + number % 2 * 280, 24 + number // 2 * 130, title, request, 6)

write(__file__, 266, "Four requests of a warp to shared memory", "Lanes above, banks below, a line from each lane to the bank of its word, "
      "and below each bank a bar as long as its queue of words.", shapes)
