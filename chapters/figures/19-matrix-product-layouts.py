"""Three loads of 16 bytes and two stores, from the trace of `layouts`: lanes, banks, and how many words a bank is asked for."""

import json
import sys
from pathlib import Path

import lanes
from svg import code, rect, text, write


def shared_panel(x, y, title, request):
    """A load of 16 bytes whose lanes agree with the ones two further on: two turns of sixteen lanes."""
    pairs = list(zip(request["lanes"], request["offsets"]))
    assert all(offset == pairs[lane ^ 2][1] for lane, offset in pairs)
    below = y + 18 + lanes.GAP * lanes.PITCH
    shapes = [code(x + lanes.PANEL / 2, y, title, 12.5), lanes.row(x, below)]
    for number in range(2):
        top = y + 9 + number * 24
        wanted = {}
        for lane, offset in pairs[16 * number:16 * number + 16]:
            wanted.setdefault(offset, []).append(lane)
        for offset, who in wanted.items():
            left = x + offset // 4 % lanes.BANKS * lanes.PITCH
            shapes += [rect(left, top, 4 * lanes.PITCH - 1, 22, "second" if number else "first", stroke=0, radius=1),
                       text(left + 2 * lanes.PITCH, top + 14, f"{who[0]}–{who[-1]}", 7)]
    return shapes + [text(x + lanes.PANEL / 2, below + 28, "2 wavefronts", 13)]


first = {}
for request in json.loads((Path(sys.argv[1]) / "trace.json").read_text(encoding="utf-8"))["requests"]:
    if request["memory"] == "shared" and (request["bytes"] == 16 or request["kernel"].startswith("store_words")):
        first.setdefault(request["launch"], request)
requests = [first[launch] for launch in sorted(first)]
assert len(requests) == 8
SHOWN = [(0, "B, lanes in rows"), (2, "B, warp tile"), (6, "turned, rows of 128"), (7, "turned, rows of 132")]
shapes = []
for number, (index, name) in enumerate(SHOWN):
    left = 14 + number * 178
    shapes += shared_panel(left, 44, name, requests[index]) if index == 2 else lanes.panel(left, 44, name, requests[index], 8)
shapes += [text(14, 20, "loads of 16 bytes", 15, "start"), text(14 + 2 * 178, 20, "stores of single words", 15, "start")]

write(__file__, 150, "Wavefronts of four accesses", "Four panels, banks below. Two loads of 16 bytes, in four groups of lanes and in two; "
      "two stores, eight lanes to a bank and one.", shapes)
