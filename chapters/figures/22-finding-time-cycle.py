"""What a warp scheduler does in twelve cycles with four active warps: stalled, eligible, issued."""

from svg import line, rect, text, write

# i: issues, e: eligible, but another warp is selected, s: stalled
WARPS = ["isssssisssss", "eissssei" "ssss", "eeisssssss" "si", "sssssi" "ssssss"]
FILL = {"i": "second", "e": "first", "s": "quiet"}
LEFT, TOP, CELL, HIGH = 130, 46, 44, 30
shapes = [text(LEFT + 6 * CELL, 20, "cycle", 14)]
for cycle in range(12):
    shapes.append(text(LEFT + (cycle + 0.5) * CELL, 38, str(cycle), 13))
for warp, states in enumerate(WARPS):
    y = TOP + warp * (HIGH + 4)
    shapes.append(text(LEFT - 12, y + 20, f"warp {warp}", 14, "end"))
    shapes += [rect(LEFT + cycle * CELL + 1, y, CELL - 2, HIGH, FILL[state], 1) for cycle, state in enumerate(states)]
    shapes += [text(LEFT + (cycle + 0.5) * CELL, y + 20, {"i": "▸", "e": "·", "s": ""}[state], 15) for cycle, state in enumerate(states) if state != "s"]
base = TOP + 4 * (HIGH + 4) + 8
shapes.append(line(LEFT, base, LEFT + 12 * CELL, base, 1, "2 4"))
for row, (name, count) in enumerate([("active", lambda column: 4), ("eligible", lambda column: sum(state in "ie" for state in column)),
                                     ("issued", lambda column: sum(state == "i" for state in column))]):
    y = base + 24 + row * 24
    shapes.append(text(LEFT - 12, y, name, 14, "end"))
    shapes += [text(LEFT + (cycle + 0.5) * CELL, y, str(count([states[cycle] for states in WARPS])), 14) for cycle in range(12)]
y = base + 104
for index, (fill, words) in enumerate([("second", "▸ issues"), ("first", "· eligible, not selected"), ("quiet", "stalled")]):
    x = LEFT + (0, 130, 370)[index]
    shapes += [rect(x, y - 14, 18, 18, fill, 1), text(x + 26, y, words, 14, "start")]
write(__file__, base + 122, "Four warps of a scheduler in twelve cycles",
      "A row for each of four warps, a column for each of twelve cycles. In each cycle at most one warp issues. In cycles 0, 1 and 6 others are "
      "eligible and not selected; in cycles 3, 4, 8, 9 and 10 all warps stall. Below, the numbers of active, eligible and issued warps.", shapes)
