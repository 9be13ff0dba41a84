"""A texture fetched between its texels, from the samples that the program wrote."""

import sys
from pathlib import Path

from svg import code, text, write

LEFT, RIGHT = 60, 690
samples = [tuple(map(float, words.split())) for words in (Path(sys.argv[1]) / "curve.txt").read_text().splitlines()]
whole, part = samples[:513], samples[513:]


def path(points, colour, fallback, width):
    steps = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return (f'<path d="M{steps}" fill="none" stroke="{fallback}" style="stroke:var({colour}, {fallback})"'
            f' stroke-width="{width}" stroke-linejoin="round"/>')


def place(bounds, top, bottom, lowest, highest):
    first, last = bounds
    return lambda x, y: (LEFT + (x - first) / (last - first) * (RIGHT - LEFT),
                         bottom - (y - lowest) / (highest - lowest) * (bottom - top))


def corners(points):
    """A staircase without the points in the middle of its treads and risers."""
    return [p for i, p in enumerate(points)
            if i in (0, len(points) - 1) or not points[i - 1][1] == p[1] == points[i + 1][1]]


def axis(y, places):
    """A line with a mark at each position."""
    ticks = "".join(f"M{x:.1f} {y}v6" for x in places)
    return f'<path d="M{LEFT} {y}H{RIGHT}{ticks}" fill="none" stroke="currentColor"/>'


above = place((0, 8), 20, 200, 0, 9.5)
wide = (RIGHT - LEFT) / 8
shapes = [axis(200, [LEFT + i * wide for i in range(9)]), axis(412, [LEFT + i * wide for i in range(9)])]
shapes += [text(LEFT + i * wide, 222, str(i), 13) for i in range(9)]
shapes += [path(corners([above(x, nearest) for x, nearest, _ in whole]), "--figure-2", "#e0923f", 2),
           path([above(x, mixed) for x, _, mixed in [whole[0], *whole[32:512:64], whole[-1]]], "--figure-1", "#2f9dbd", 3)]
shapes += [text(LEFT + 62, 50, "point", 14, "start"), text(LEFT + 62, 72, "linear", 14, "start"),
           path([(LEFT + 20, 45), (LEFT + 52, 45)], "--figure-2", "#e0923f", 2),
           path([(LEFT + 20, 67), (LEFT + 52, 67)], "--figure-1", "#2f9dbd", 3)]

lowest, highest = part[0][2], part[-1][2]
below = place((part[0][0], part[-1][0]), 270, 400, lowest, highest)
shapes += [path(corners([below(x, mixed) for x, _, mixed in part]), "--figure-1", "#2f9dbd", 3)]
shapes += [code(LEFT, 434, "4.5", 13), code(RIGHT, 434, "4.5 + 8/256", 13, "end"),
           text(LEFT + 20, 276, f"answers from {lowest:g} to {highest:g}", 14, "start")]

write(__file__, 446, "A texture fetched between its texels",
      "Above: eight texels; point filtering gives a staircase, linear filtering straight lines between the centres of its treads. Below: one "
      "32nd of the way between two centres, magnified, where the line has steps of 1/256.", shapes)
