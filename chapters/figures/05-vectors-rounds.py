"""Who visits which of eight houses, in two rounds."""

from svg import text, write

HOUSES, LEFT, CELL, ROW = 8, 210, 54, 44
ROUNDS = {
    "grid-stride": [(i % 4 // 2, i % 2) for i in range(HOUSES)],
    "own stretch": [(i // 4, i // 2 % 2) for i in range(HOUSES)],
}


COLOURS = ('stroke="#2f9dbd" style="stroke:var(--figure-1, #2f9dbd)"', 'stroke="#e0923f" style="stroke:var(--figure-2, #e0923f)"')


def strip(y, houses, step):
    """The houses that are visited in one step."""
    path = "".join(f"M{LEFT + house * CELL} {y}h{CELL - 4}" for house in houses)
    return f'<path d="{path}" {COLOURS[step % 2]} stroke-opacity="0.5" stroke-width="28" fill="none"/>'


def names(y, visitors):
    return [text(LEFT + i * CELL + 25, y + 5, f"{block}{thread}") for i, (block, thread) in enumerate(visitors)]


def steps(visitors):
    """The houses of each step of the round."""
    seen, houses = {}, {}
    for house, visitor in enumerate(visitors):
        step = seen[visitor] = seen.get(visitor, -1) + 1
        houses.setdefault(step, []).append(house)
    return houses


shapes = []
for row, (title, visitors) in enumerate(ROUNDS.items()):
    y = 22 + row * ROW
    shapes += [strip(y, houses, step) for step, houses in steps(visitors).items()]
    shapes += [*names(y, visitors), text(LEFT - 14, y + 5, title, 15, "end")]

write(__file__, 22 + len(ROUNDS) * ROW, "Who visits which house",
      "Eight houses, visited in two rounds. Two digits name block and thread; colours tell one step of the round from the next.", shapes)
