"""Arithmetic rate and bandwidth of the cards in snippets/02-device-properties/cards.cu, by year."""

import math
import re
from pathlib import Path

from svg import FILLS, line, text, write

source = Path(__file__).resolve().parents[2] / "snippets/02-device-properties/cards.cu"
ROW = re.compile(r'\{"([^"]+)", "[^"]+", (\d+), (\d+), (\d+), ([\d.]+), (\d+)\},')
cards = [(name, int(year), 2e-3 * int(lanes) * int(clock), float(rate) * int(bus) / 8)
         for name, year, lanes, clock, rate, bus in ROW.findall(source.read_text(encoding="utf-8"))]

LEFT, RIGHT, TOP, BOTTOM = 80, 560, 20, 320


def x_of(year):
    return LEFT + (RIGHT - LEFT) * (year - 2005) / 21


def y_of(value):
    return BOTTOM - (BOTTOM - TOP) * (math.log10(value) - 1.5) / 4


shapes = []
for power in (2, 3, 4, 5):
    shapes.append(line(LEFT, y_of(10**power), RIGHT, y_of(10**power), 0.5))
    shapes.append(text(LEFT - 8, y_of(10**power) + 5, f"{10**power:,}", 14, "end"))
for year in range(2006, 2027, 4):
    shapes.append(line(x_of(year), BOTTOM, x_of(year), BOTTOM + 6, 1))
    shapes.append(text(x_of(year), BOTTOM + 24, str(year), 14))
shapes.append(line(LEFT, BOTTOM, RIGHT, BOTTOM))
for _, year, operations, bandwidth in cards:
    shapes.append(f'<circle cx="{x_of(year):.1f}" cy="{y_of(operations):.1f}" r="6" {FILLS["first"]} stroke="currentColor"/>')
    side = 5.5
    shapes.append(f'<rect x="{x_of(year) - side:.1f}" y="{y_of(bandwidth) - side:.1f}" width="{2 * side}" height="{2 * side}"'
                  f' {FILLS["second"]} stroke="currentColor"/>')
shapes.append(text(RIGHT + 12, y_of(60_000), "GFLOP/s", 15, "start", "600"))
shapes.append(text(RIGHT + 12, y_of(60_000) + 20, "(circles)", 14, "start"))
shapes.append(text(RIGHT + 12, y_of(2_000), "GB/s", 15, "start", "600"))
shapes.append(text(RIGHT + 12, y_of(2_000) + 20, "(squares)", 14, "start"))

write(__file__, 354, "Arithmetic rate and bandwidth by year",
      f"{len(cards)} cards from {cards[0][1]} to {cards[-1][1]}. Arithmetic grew by a factor of "
      f"{cards[-1][2] / cards[0][2]:.0f}, bandwidth by a factor of {cards[-1][3] / cards[0][3]:.0f}.", shapes)
