"""The first store of an exchange with 16 points per thread, without padding and with it, from the trace of `banks`."""

import json
import sys
from collections import defaultdict
from pathlib import Path

import lanes
from svg import code, text, write

PITCH, GAP, TOP = 9, 60, 44


def panel(x, title, request):
    """Half a warp above, 32 banks below, a line for each word; and the longest queue at a bank."""
    lines, queues = "", defaultdict(int)
    for lane, offset in list(zip(request["lanes"], request["offsets"]))[:16]:
        for word in lanes.words_of(offset, request["bytes"]):
            queues[word % 32] += 1
            lines += f"M{2 * lane + word % 2} 0L{word % 32} {GAP}"
    row = f'h{32 * PITCH}" fill="none" stroke="currentColor" stroke-width="7" stroke-dasharray="{PITCH - 1} 1"/>'
    return [code(x + 16 * PITCH, 20, title), f'<path d="M{x} {TOP}{row}', f'<path d="M{x} {TOP + GAP + 12}{row}',
            f'<path transform="translate({x + 4} {TOP + 5}) scale({PITCH} 1)" d="{lines}" fill="none" stroke-width="0.15" {lanes.WAYS}/>',
            text(x + 16 * PITCH, TOP + GAP + 38, f"{max(queues.values())} wavefront{'s' if max(queues.values()) > 1 else ''} for half a warp", 14)]


first = {}
for request in json.loads((Path(sys.argv[1]) / "trace.json").read_text(encoding="utf-8"))["requests"]:
    if request["memory"] == "shared" and request["operation"] == "store" and request["warp"] == 0:
        first.setdefault(request["launch"], request)
plain, padded = [first[launch] for launch in sorted(first)][:2]
lanes.check(plain, lambda lane: 16 * lane)
lanes.check(padded, lambda lane: 17 * lane)

write(__file__, 150, "The banks of an exchange", "Lanes above and banks below. At a stride of 16 complex numbers all lines end in banks 0 and 1; at 17 each goes to a bank of its own.",
      panel(30, "room[16 * lane]", plain) + panel(400, "room[17 * lane]", padded))
