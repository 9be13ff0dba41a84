"""Eight numbers, added one after the other, in two chains, and as a tree: how many additions are between a number and the sum."""

from math import hypot

from svg import line, text, write

STEP, TOP, DOWN, SHAPE, RADIUS = 22, 30, 26, 200, 7


def number(x, y):
    return f'<circle cx="{x:g}" cy="{y:g}" r="4" fill="#2f9dbd" style="fill:var(--figure-1, #2f9dbd)"/>'


def addition(x, y):
    return (f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS}" fill="none" stroke="#e0923f" style="stroke:var(--figure-2, #e0923f)" stroke-width="1.5"/>'
            + text(x, y + 4, "+", 13))


def add(first, second, x, y, shapes):
    """Draws the addition of the sums at two places, and returns where its own is."""
    for x1, y1 in (first, second):
        dx, dy = (RADIUS / hypot(x - x1, y - y1) * k for k in (x - x1, y - y1))
        start = (x1, y1) if y1 == TOP else (x1 + dx, y1 + dy)
        shapes.append(line(*start, x - dx, y - dy, 0.8))
    shapes.append(addition(x, y))
    return x, y


def chain(numbers, shapes):
    so_far = numbers[0]
    for x, y in numbers[1:]:
        so_far = add(so_far, (x, y), x, so_far[1] + DOWN, shapes)
    return so_far


def tree(numbers, shapes):
    while len(numbers) > 1:
        numbers = [add(a, b, (a[0] + b[0]) / 2, a[1] + 34, shapes) for a, b in zip(numbers[::2], numbers[1::2])]


def two_chains(numbers, shapes):
    halves = [chain(numbers[:4], shapes), chain(numbers[4:], shapes)]
    add(*halves, sum(x for x, _ in halves) / 2, halves[0][1] + DOWN, shapes)


shapes = []
for which, (shape, words) in enumerate(((chain, "one after the other: 7"), (two_chains, "blocked, two threads: 4"), (tree, "pairwise: 3"))):
    numbers = [(20 + which * SHAPE + i * STEP, TOP) for i in range(8)]
    shape(numbers, shapes)
    shapes += [number(*one) for one in numbers]
    shapes.append(text(numbers[0][0] + 3.5 * STEP, TOP + 210, words, 13))

write(__file__, TOP + 226, "Three shapes of a sum", "Eight numbers, added one after the other, in two chains, and as a tree.", shapes, 620)
