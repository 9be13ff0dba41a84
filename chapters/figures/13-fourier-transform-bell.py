"""The bell that `sound` made and the strengths of its frequencies, from bell.txt."""

import sys
from pathlib import Path

from svg import line, text, write

LEFT, RIGHT = 50, 700
samples, strengths = [list(map(float, row.split())) for row in (Path(sys.argv[1]) / "bell.txt").read_text(encoding="utf-8").splitlines()]


def curve(values, base, scale):
    step = (RIGHT - LEFT) / (len(values) - 1)
    heights = [round(base - value * scale) for value in values]
    lines = "".join(f"l{step:.2g} {after - before}" for before, after in zip(heights, heights[1:]))
    return f'<path d="M{LEFT} {heights[0]}{lines}" fill="none" stroke="#2f9dbd" style="stroke:var(--figure-1, #2f9dbd)" stroke-width="1.5"/>'


# Of each ten neighbouring frequencies the strongest.
strongest = [max(strengths[k:k + 10]) for k in range(5, len(strengths) - 10, 10)]
shapes = [line(LEFT, 75, RIGHT, 75, 0.5), curve(samples, 75, 17), text(RIGHT, 148, "18 ms", 14, "end"),
          line(LEFT, 310, RIGHT, 310, 0.5), curve(strongest, 310, 130)]
for hertz, _ in ((220, 0.6), (440, 1.0), (528, 0.8), (660, 0.4), (880, 0.5)):
    shapes.append(text(round(LEFT + hertz / 1000 * (RIGHT - LEFT)), 330, str(hertz), 14))
shapes += [text(LEFT, 330, "Hz", 14), text(LEFT - 6, 185, "1", 14, "end"), line(LEFT - 4, 180, LEFT + 4, 180, 1),
           text(LEFT - 6, 315, "0", 14, "end")]

write(__file__, 342, "A bell and its spectrum", "Above, 150 samples without visible order. Below, five peaks at 220, 440, 528, 660 and 880 hertz.", shapes)
