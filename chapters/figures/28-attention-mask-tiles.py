"""Tiles of a causal mask, as the kernels decide: whole, masked or skipped. From what `mask-tiles` found."""

import sys
from pathlib import Path

from svg import rect, text, write

LEFT, TOP, SIZE = 170, 34, 36

states = (Path(sys.argv[1]) / "mask-tiles.txt").read_text(encoding="utf-8").strip()
across = round(len(states) ** 0.5)
assert across * across == len(states)
FILLS = {"w": "first", "m": "second", "s": "none"}
shapes = [rect(LEFT + i % across * SIZE, TOP + i // across * SIZE, SIZE, SIZE, FILLS[state], 1, 0) for i, state in enumerate(states)]
shapes += [text(LEFT + across * SIZE / 2, TOP - 12, "tiles of 128 keys →", 14), text(LEFT - 14, TOP + across * SIZE / 2 - 8, "blocks of", 14, "end"),
           text(LEFT - 14, TOP + across * SIZE / 2 + 10, "128 queries ↓", 14, "end")]
right = LEFT + across * SIZE + 26
for row, (state, words) in enumerate((("w", "computed"), ("m", "computed and masked"), ("s", "skipped"))):
    y = TOP + 80 + row * 40
    shapes += [rect(right, y, 24, 24, FILLS[state], 1, 0), text(right + 34, y + 17, words, 14, "start")]

write(__file__, TOP + across * SIZE + 14, "Tiles of a causal mask",
      "Tiles below the diagonal are computed whole, those on it are masked, those above it are skipped.", shapes)
