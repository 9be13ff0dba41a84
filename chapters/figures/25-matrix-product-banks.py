"""In which banks the lanes of a warp find their words, from the trace of `layouts`: three accesses, before and after a change of layout."""

import json
import sys
from collections import defaultdict
from pathlib import Path

from svg import line, rect, text, write

LANES = BANKS = 32
CELL = 5
SIDE = BANKS * CELL
WAVEFRONTS = [4, 2, 2, 8, 2, 1, 8, 1]  # of the launches of `layouts`, in their order, as its test has them
PANELS = [(("stores of A, rows of 128", 6), ("loads of A as it lies, rows of 16", 3), ("loads of B, lanes in rows", 0)),
          (("the same, rows of 132", 7), ("the same, rows of 20", 4), ("the same, warp tile", 2))]
LEFT, TOP, ACROSS, DOWN = 68, 44, 222, 232
COLOURS = ('stroke="#2f9dbd" style="stroke:var(--figure-1, #2f9dbd)"', 'stroke="#e0923f" style="stroke:var(--figure-2, #e0923f)"')


def accesses(folder):
    """Of each launch its load of 16 bytes per lane, or else its store: size, and each lane's first word."""
    chosen = {}
    for request in json.loads((Path(folder) / "trace.json").read_text(encoding="utf-8"))["requests"]:
        if request["memory"] != "shared":
            continue
        wide = request["operation"] == "load" and request["bytes"] == 16
        if wide or request["operation"] == "store" and request["launch"] not in chosen:
            chosen[request["launch"]] = request["bytes"] // 4, [offset // 4 for offset in request["offsets"]]
    return [chosen[launch] for launch in sorted(chosen)]


def groups(size, words):
    """The lanes that are served together: all, or for 16 bytes, 16 if each lane has the address of a certain neighbour, or else 8."""
    paired = any(all(words[lane] == words[lane ^ other] for lane in range(LANES)) for other in (1, 2))
    together = LANES if size == 1 else 16 if paired else 8
    return [range(first, first + together) for first in range(0, LANES, together)]


def panel(x, y, title, size, words, expected):
    marks, wavefronts, lines = ["", ""], 0, []
    for group in groups(size, words):
        at_bank = defaultdict(list)  # the different words of each bank, in the order of the lanes
        for lane in group:
            for word in range(words[lane], words[lane] + size):
                found = at_bank[word % BANKS]
                if word not in found:
                    found.append(word)
                marks[found.index(word) > 0] += f"M{word % BANKS} {lane}h1"
        wavefronts += max(map(len, at_bank.values()))
        lines.append(line(x, y + group.stop * CELL, x + SIDE, y + group.stop * CELL, 0.6))
    assert wavefronts == expected, f"{title}: {wavefronts}"
    return [text(x + SIDE / 2, y - 10, title, 13), rect(x, y, SIDE, SIDE, "quiet", 1, 0), *lines[:-1],
            *(f'<path transform="translate({x} {y + CELL / 2:g}) scale({CELL})" d="{way}" fill="none" {colour}/>'
              for way, colour in zip(marks, COLOURS) if way),
            text(x + SIDE / 2, y + SIDE + 19, f"{wavefronts} wavefront" + ("s" if wavefronts > 1 else ""), 13, weight="bold")]


found = accesses(sys.argv[1])
assert len(found) == len(WAVEFRONTS)
shapes = []
for down, row in enumerate(PANELS):
    y = TOP + down * DOWN
    shapes += [text(LEFT - 8, y + 10, "lane 0", 12, "end"), text(LEFT - 8, y + SIDE, "lane 31", 12, "end")]
    for across, (title, launch) in enumerate(row):
        shapes += panel(LEFT + across * ACROSS, y, title, *found[launch], WAVEFRONTS[launch])
    shapes += [text(LEFT, y + SIDE + 19, "0", 12, "start"), text(LEFT + SIDE, y + SIDE + 19, "31", 12, "end")]

write(__file__, TOP + DOWN + SIDE + 34, "Banks of the lanes of a warp, in six layouts",
      "Six squares with 32 banks across and 32 lanes down, three above and three below. Above: stores of A meet in four banks, loads of A in eight, "
      "loads of B go to all banks in four groups of lanes. Below: stores go to 32 banks, and both loads go through in two groups.", shapes)
