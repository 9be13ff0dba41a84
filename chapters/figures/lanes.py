"""Lanes above, banks below, and who goes where: one panel for each request that loom's trace has."""

import json
from collections import defaultdict
from pathlib import Path

from svg import code, rect, text

LANES = BANKS = 32
PITCH = 5  # from lane to lane
PANEL = PITCH * LANES
GAP = 9  # between lanes and banks, in units of PITCH
STEP = 1.2  # of a bar, for each word
WAYS = 'stroke="#2f9dbd" style="stroke:var(--figure-1, #2f9dbd)"'


def requests(folder):
    """What each launch of the program first fetched from shared memory, in the order of launches."""
    first = {}
    for request in json.loads((Path(folder) / "trace.json").read_text(encoding="utf-8"))["requests"]:
        if request["memory"] == "shared" and request["operation"] == "load":
            first.setdefault(request["launch"], request)
    return [first[launch] for launch in sorted(first)]


def words_of(offset, size):
    return range(offset // 4, (offset + size - 1) // 4 + 1)


def turns(request):
    """The offsets of lanes that are served together: 32 of up to 4 bytes, 16 of 8, 8 of 16."""
    size = min(LANES, LANES * 4 // request["bytes"])
    pairs = list(zip(request["lanes"], request["offsets"]))
    return [pairs[start:start + size] for start in range(0, LANES, size)]


def queues(turn, size):
    """For each bank how many words the lanes of a turn want of it."""
    wanted = {word for _, offset in turn for word in words_of(offset, size)}
    lengths = defaultdict(int)
    for word in wanted:
        lengths[word % BANKS] += 1
    return lengths


def wavefronts(request):
    return sum(max(queues(turn, request["bytes"]).values()) for turn in turns(request))


def row(x, y):
    """Thirty-two boxes, as the dashes of one thick line."""
    return (f'<path d="M{x:g} {y:g}h{PANEL}" fill="none" stroke="currentColor" stroke-width="5"'
            f' stroke-dasharray="{PITCH - 1} 1"/>')


def way(lane, bank):
    """From a lane to its bank, in units of PITCH."""
    return f"M{lane} 0V{GAP}" if bank == lane else f"M{lane} 0L{bank} {GAP}"


def ways(x, y, request):
    """Lanes in a row, and a line from each to the bank of its word."""
    lines = "".join(way(lane, offset // 4 % BANKS) for lane, offset in zip(request["lanes"], request["offsets"]))
    return [row(x, y), f'<path transform="translate({x + 2:g} {y + 3:g}) scale({PITCH})" d="{lines}" fill="none" stroke-width="0.2" {WAYS}/>']


def rows_of_turns(x, y, request):
    """A row for each turn, from the top down: every lane a box, right above the banks of its words."""
    shapes, size = [], request["bytes"]
    height = (GAP * PITCH + 3) / len(turns(request))
    for number, turn in enumerate(turns(request)):
        top = y - 3 + number * height
        for lane, offset in turn:
            words = words_of(offset, size)
            left, width = x + words[0] % BANKS * PITCH, len(words) * PITCH - 1
            shapes.append(rect(left, top, width, height - 2, "second" if number % 2 else "first", stroke=0, radius=1))
            if lane % -(-16 // width) == 0:  # the others do not fit
                shapes.append(text(left + width / 2, top + height / 2 + 2, str(lane), 8.5))
    return shapes


def panel(x, y, title, request, tallest):
    """The drawing of one request, PANEL wide, with its top left corner at (x, y) and space for a queue of `tallest` words."""
    size, count = request["bytes"], wavefronts(request)
    below = y + 18 + GAP * PITCH
    shapes = [code(x + PANEL / 2, y, title, 12.5), row(x, below)]
    shapes += ways(x, y + 12, request) if size <= 4 else rows_of_turns(x, y + 12, request)
    lengths = defaultdict(int)
    for turn in turns(request):
        for bank, length in queues(turn, size).items():
            lengths[bank] = max(lengths[bank], length)
    if bars := "".join(f"M{bank} 0v{length}" for bank, length in sorted(lengths.items()) if length > 1):
        shapes.append(f'<path transform="translate({x + 2:g} {below + 4:g}) scale({PITCH} {STEP})" d="{bars}" fill="none" stroke="currentColor"'
                      ' stroke-width="0.8" stroke-opacity="0.6"/>')
    shapes.append(text(x + PANEL / 2, below + 18 + STEP * tallest, f"{count} wavefront" + ("s" if count > 1 else ""), 12))
    return shapes


def check(request, rule):
    """The title of a panel says where each lane goes; the trace must agree."""
    expected = [rule(lane) * request["bytes"] for lane in range(LANES)]
    assert request["offsets"] == expected, f"{request['offsets']} instead of {expected}"
