"""Which thread visits which of eight elements, in two iterations."""

from svg import text, write

ELEMENTS, LEFT, CELL, ROW, WIDTH = 8, 160, 42, 44, 500  # narrow enough for a phone
TRAVERSALS = {
    "grid-stride loop": [(i % 4 // 2, i % 2) for i in range(ELEMENTS)],
    "contiguous chunks": [(i // 4, i // 2 % 2) for i in range(ELEMENTS)],
}


COLOURS = ('stroke="#2f9dbd" style="stroke:var(--figure-1, #2f9dbd)"', 'stroke="#e0923f" style="stroke:var(--figure-2, #e0923f)"')


def strip(y, elements, step):
    """The elements that are visited in one iteration."""
    path = "".join(f"M{LEFT + element * CELL} {y}h{CELL - 4}" for element in elements)
    return f'<path d="{path}" {COLOURS[step % 2]} stroke-opacity="0.5" stroke-width="28" fill="none"/>'


def names(y, visitors):
    return [text(LEFT + i * CELL + CELL / 2 - 2, y + 5, f"{block}{thread}") for i, (block, thread) in enumerate(visitors)]


def steps(visitors):
    """The elements of each iteration of a traversal."""
    seen, elements = {}, {}
    for element, visitor in enumerate(visitors):
        step = seen[visitor] = seen.get(visitor, -1) + 1
        elements.setdefault(step, []).append(element)
    return elements


shapes = []
for row, (title, visitors) in enumerate(TRAVERSALS.items()):
    y = 22 + row * ROW
    shapes += [strip(y, elements, step) for step, elements in steps(visitors).items()]
    shapes += [*names(y, visitors), text(LEFT - 14, y + 5, title, 15, "end")]

write(__file__, 22 + len(TRAVERSALS) * ROW, "Which thread visits which element",
      "Eight elements, visited in two iterations. The two digits are the indices of block and thread; the colours are the iterations.", shapes, WIDTH)
