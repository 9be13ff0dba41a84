"""The sectors that the first load of a warp touches in either layout, from the trace of `layouts`."""

import json
import sys
from pathlib import Path

from svg import code, text, write

SECTOR, LANES = 32, 32

first = {}
for request in json.loads((Path(sys.argv[1]) / "trace.json").read_text(encoding="utf-8"))["requests"]:
    if request["memory"] == "global" and request["operation"] == "load" and request["warp"] == 0 and request["block"] == [0, 0, 0]:
        first.setdefault(request["launch"], request)
apart, together = [first[launch] for launch in sorted(first)][:2]

shapes = []


def dashes(x, y, height, length, gap, count):
    """Boxes of one size at one distance: a thick line with gaps."""
    return (f'<path d="M{x} {y}h{count * (length + gap) - gap}" stroke="#888888" style="stroke:var(--figure-quiet, #888888)"'
            f' stroke-opacity="0.3" stroke-width="{height}" stroke-dasharray="{length} {gap}"/>')


def strip(top, title, request, pitch):
    """Lanes in a row, and below them the sectors that they touch; a gap where sectors are left out."""
    base, word = request["offsets"][0], (pitch - 1) // 8
    sectors = [(offset - base) // SECTOR for offset in request["offsets"]]
    touched = sorted(set(sectors))
    shapes.append(text(14, top, f"{title}: {len(touched)} sectors", 15, "start"))
    shapes.append(dashes(30, top + 21, 15, 17, 4, LANES))
    shapes.append(dashes(30, top + 81, 18, 8 * word, pitch - 8 * word, len(touched)))
    words, joins, done = f"M30 {top + 81}", "", 0
    for lane, (offset, sector) in enumerate(zip(request["offsets"], sectors)):
        x = touched.index(sector) * pitch + (offset - base) % SECTOR // 4 * word
        away = x + word // 2 - 8 - lane * 21
        words += f"m{x - done} 0h{word}"
        done = x + word
        joins += f"l{away} 43m{21 - away}-43"
        if lane % 8 == 0 or lane == LANES - 1:
            shapes.append(text(38 + lane * 21, top + 26, str(lane), 10))
    shapes.append(f'<path d="{words}" stroke="#2f9dbd" style="stroke:var(--figure-1, #2f9dbd)" stroke-opacity="0.5" stroke-width="18"/>')
    shapes.append(f'<path d="M38 {top + 29}{joins}" stroke="currentColor" stroke-width="0.6"/>')
    stride = request["offsets"][1] - request["offsets"][0]
    shapes.append(text(30, top + 108, f"from lane to lane: {stride} bytes", 13, "start"))


strip(22, "contiguous", apart, 21)
strip(160, "interleaved", together, 164)
shapes.append(code(706, 22, "of.a[at(0)]", 13, "end"))
write(__file__, 276, "A load of a warp in two layouts", "Contiguous: 32 lanes touch 32 sectors, four bytes in each. Interleaved: they touch 4 sectors, and use all of them.", shapes)
