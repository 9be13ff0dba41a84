"""The roofline of an H100 for FP32 without tensor cores, from its row in snippets/02-device-properties/cards.cu."""

import math
import re
from pathlib import Path

from svg import FILLS, line, text, write

source = Path(__file__).resolve().parents[2] / "snippets/02-device-properties/cards.cu"
lanes, clock, rate, bus = map(float, re.search(r'\{"H100[^"]*", "[^"]+", \d+, (\d+), (\d+), ([\d.]+), (\d+)\},',
                                               source.read_text(encoding="utf-8")).groups())
peak, bandwidth = 2e-3 * lanes * clock, rate * bus / 8
LEFT, RIGHT, TOP, BOTTOM = 90, 640, 30, 300


def x_of(intensity):
    return LEFT + (RIGHT - LEFT) * (math.log10(intensity) + 2) / 5


def y_of(value):
    return BOTTOM - (BOTTOM - TOP) * (math.log10(value) - 1) / 4.2


shapes = [line(LEFT, BOTTOM, RIGHT, BOTTOM), line(LEFT, TOP, LEFT, BOTTOM)]
for power in range(-2, 4):
    label = f"{10**power:g}" if power >= 0 else f"1/{10**-power}"
    shapes += [line(x_of(10.0**power), BOTTOM, x_of(10.0**power), BOTTOM + 6, 1), text(x_of(10.0**power), BOTTOM + 23, label, 14)]
for power in range(1, 6):
    shapes += [line(LEFT, y_of(10**power), RIGHT, y_of(10**power), 0.4), text(LEFT - 8, y_of(10**power) + 5, f"{10**power:,}", 14, "end")]
ridge, addition = peak / bandwidth, 1 / 12
shapes += [line(x_of(0.01), y_of(0.01 * bandwidth), x_of(ridge), y_of(peak), 3), line(x_of(ridge), y_of(peak), RIGHT, y_of(peak), 3),
           line(x_of(ridge), y_of(peak), x_of(ridge), BOTTOM, 1, "4 4"),
           f'<circle cx="{x_of(addition):.1f}" cy="{y_of(addition * bandwidth):.1f}" r="7" {FILLS["second"]} stroke="currentColor"/>',
           text(x_of(addition) + 14, y_of(addition * bandwidth) + 20, "vector addition", 14, "start"),
           text(x_of(1.3), y_of(14_000), "memory bandwidth", 14, "end"), text(RIGHT, y_of(peak) - 9, "peak arithmetic rate", 14, "end"),
           text(x_of(ridge) + 8, BOTTOM - 12, "machine balance", 14, "start"),
           text(LEFT, TOP - 12, "GFLOP/s", 14, "middle"), text((LEFT + RIGHT) / 2, BOTTOM + 46, "operations per byte", 14)]
write(__file__, 356, "The roofline of an H100, FP32 without tensor cores",
      f"It rises with the bandwidth of {bandwidth:.0f} GB/s up to {ridge:.0f} operations per byte, and is flat at {peak:.0f} GFLOP/s above that.", shapes)
