"""The bell that `sound` made and the strengths of its frequencies, from bell.txt."""

import sys
from pathlib import Path

from svg import line, text, write

LEFT, RIGHT = 50, 700
samples, strengths = [list(map(float, row.split())) for row in (Path(sys.argv[1]) / "bell.txt").read_text(encoding="utf-8").splitlines()]
samples = samples[:41]

PATH = 'fill="none" stroke="#2f9dbd" style="stroke:var(--figure-1, #2f9dbd)"'


def x_of(share):
    return round(LEFT + share * (RIGHT - LEFT))


wave = "L".join(f"{x_of(j / (len(samples) - 1))} {75 - 17 * sample:.0f}" for j, sample in enumerate(samples))
bars = "".join(f"M{x_of(hertz / 1000)} 310v{-130 * strength:.0f}" for hertz, strength in enumerate(strengths) if 130 * strength > 4)
shapes = [line(LEFT, 75, RIGHT, 75, 0.5), f'<path d="M{wave}" {PATH} stroke-width="1.5"/>', text(RIGHT, 148, "5 ms", 14, "end"),
          line(LEFT, 310, RIGHT, 310, 0.5), f'<path d="{bars}" {PATH} stroke-width="3"/>', text(LEFT, 330, "0 Hz", 14), text(RIGHT, 330, "1,000", 14, "end")]
shapes += [text(x_of(hertz / 1000), 330, str(hertz), 14) for hertz in (220, 440, 528, 660, 880)]
shapes += [text(LEFT - 6, 185, "1", 14, "end"), line(LEFT - 4, 180, LEFT + 4, 180, 1), text(LEFT - 6, 310, "0", 14, "end")]

write(__file__, 342, "A bell and its spectrum", "Above, 41 samples without visible order. Below, five peaks at 220, 440, 528, 660 and 880 hertz.", shapes)
