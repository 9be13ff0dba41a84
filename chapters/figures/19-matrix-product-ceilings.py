"""The ceilings of each step of the ladder, as shares of the peak, from what `steps` counted."""

import sys
from pathlib import Path

from svg import line, rect, text, write

LEFT, TOP, ROW, FULL = 170, 44, 36, 440

shapes = []
rows = [row.split("|") for row in (Path(sys.argv[1]) / "ceilings.txt").read_text(encoding="utf-8").splitlines()]
assert len(rows) == 10
for number, (name, issue, wavefronts) in enumerate(rows):
    y = TOP + number * ROW
    shapes.append(text(LEFT - 10, y + 18, name, 14, "end"))
    for share, at, fill in ((float(issue), 0, "first"), (float(wavefronts), 13, "second")):
        width = min(share, 1) * FULL
        words, inside = f"{100 * share:.0f} %" if share <= 1 else "no limit", share > 0.6
        shapes += [rect(LEFT, y + at, width, 12, fill, 1, 0),
                   text(LEFT + width + (-6 if inside else 6), y + at + 10.5, words, 11.5, "end" if inside else "start")]
bottom = TOP + len(rows) * ROW
shapes += [line(LEFT + FULL, TOP - 8, LEFT + FULL, bottom, 1.5, "5 4"), text(LEFT + FULL, TOP - 14, "the peak", 13),
           rect(LEFT, 12, 22, 12, "first", 1, 0), text(LEFT + 30, 23, "issue slots", 13, "start"),
           rect(LEFT + 130, 12, 22, 12, "second", 1, 0), text(LEFT + 160, 23, "wavefronts", 13, "start")]

write(__file__, bottom + 8, "The ceilings of the ladder",
      "Ten pairs of bars: the issue ceiling, from 33 to 96 per cent, and that of the wavefronts, 13 and 22 per cent, then beyond the peak.", shapes)
