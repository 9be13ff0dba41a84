"""Where two stores of a warp go, direct and staged, from the trace of `scatter`."""

import json
import sys
from pathlib import Path

from svg import rect, text, write

TILE, KEY, DIGITS, REQUESTS, LANES = 7680, 4, 256, 2, 32
LEFT, TOP, WIDTH, HEIGHT, GAP = 38, 40, 320, 256, 40  # integers: five per lane, one per digit

stores = {}
for request in json.loads((Path(sys.argv[1]) / "trace.json").read_text(encoding="utf-8"))["requests"]:
    if request["memory"] == "global" and request["operation"] == "store" and request["warp"] == 4:
        stores.setdefault(request["launch"], []).append(request)
first, second = [stores[launch][:REQUESTS] for launch in sorted(stores)][:2]

shapes = []


def panel(left, title, requests):
    shapes.append(text(left + WIDTH / 2, 22, title, 15))
    shapes.append(rect(left, TOP, WIDTH, HEIGHT, "none", 1, 0))
    step = WIDTH // (REQUESTS * LANES)
    dots, sectors, above = f"M{left - step // 2} {TOP + HEIGHT}", 0, 0
    for number, request in enumerate(requests):
        sectors += len({offset // 32 for offset in request["offsets"]})
        for lane, offset in zip(request["lanes"], request["offsets"]):
            digit = offset // KEY // TILE * HEIGHT // DIGITS
            dots += f"m{step} {above - digit}h0"
            above = digit
        edge = left + number * LANES * step
        if number:
            shapes.append(f'<path d="M{edge:g} {TOP}v{HEIGHT}" stroke="currentColor" stroke-width="0.6" stroke-dasharray="3 3"/>')
        shapes.append(text(edge + LANES * step / 2, TOP + HEIGHT + 16, f"store {number + 1}", 11.5))
    shapes.append(f'<path d="{dots}" fill="none" stroke="#2f9dbd" style="stroke:var(--figure-1, #2f9dbd)" stroke-width="3.4" stroke-linecap="round"/>')
    shapes.append(text(left + WIDTH / 2, TOP + HEIGHT + 36, f"{sectors / REQUESTS:.1f} sectors per store", 13))


panel(LEFT, "directly", first)
panel(LEFT + WIDTH + GAP, "staged", second)
shapes += [text(LEFT - 6, TOP + HEIGHT, "0", 11.5, "end"), text(LEFT - 6, TOP + 10, "255", 11.5, "end"), text(LEFT - 6, TOP + HEIGHT / 2, "digit", 12, "end")]

write(__file__, TOP + HEIGHT + 46, "Stores of a warp, direct and staged",
      "Two panels of two stores of 32 keys. Directly, the dots are scattered over all digits; staged, each store has a few level runs.", shapes)
