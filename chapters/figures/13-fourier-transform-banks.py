"""The first store of an exchange with 16 points a thread, without padding and with it, from the trace of `banks`."""

import json
import sys
from pathlib import Path

import lanes
from svg import write

first = {}
for request in json.loads((Path(sys.argv[1]) / "trace.json").read_text(encoding="utf-8"))["requests"]:
    if request["memory"] == "shared" and request["operation"] == "store" and request["warp"] == 0:
        first.setdefault(request["launch"], request)
plain, padded = [first[launch] for launch in sorted(first)][:2]
lanes.check(plain, lambda lane: 16 * lane)
lanes.check(padded, lambda lane: 17 * lane)
shapes = lanes.panel(130, 24, "room[16 * lane]", plain, 16) + lanes.panel(430, 24, "room[17 * lane]", padded, 16)

write(__file__, 136, "The banks of an exchange", "Two panels, lanes above and banks below. At a stride of 16 complex numbers all lanes want banks 0 and 1; at 17 each half of the warp covers all banks.", shapes)
