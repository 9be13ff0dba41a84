"""Head, body and tail of a view of floats that does not begin at a multiple of 16 bytes."""

from svg import code, line, rect, text, write

FLOATS, FIRST, SIZE = 16, 1, 14  # floats that are drawn, and the view within them
PER_LOAD, LEFT, TOP, WIDTH, HEIGHT = 4, 40, 46, 40, 36

head = -FIRST % PER_LOAD
loads = (SIZE - head) // PER_LOAD
shapes = []
for number in range(FLOATS):
    place = number - FIRST
    within = 0 <= place < SIZE
    body = within and head <= place < head + loads * PER_LOAD
    shapes.append(rect(LEFT + number * WIDTH, TOP, WIDTH, HEIGHT, "first" if body else "second" if within else "none", 1, 0, None if within else "3 3"))
    if within:
        shapes.append(code(LEFT + (number + 0.5) * WIDTH, TOP + 23, str(place), 14))


def bracket(first, last, words):
    """A line above the floats from `first` up to `last`, with words."""
    x, end, y = LEFT + (FIRST + first) * WIDTH + 3, LEFT + (FIRST + last) * WIDTH - 3, TOP - 10
    return [line(x, y, end, y, 2), text((x + end) / 2, y - 8, words, 14)]


shapes += bracket(0, head, f"head: {head} floats")
for load in range(loads):
    shapes += bracket(head + load * PER_LOAD, head + (load + 1) * PER_LOAD, f"body: load {load}")
shapes += bracket(head + loads * PER_LOAD, SIZE, f"tail: {SIZE - head - loads * PER_LOAD} floats")
for mark in range(0, FLOATS + 1, PER_LOAD):
    x = LEFT + mark * WIDTH
    shapes += [line(x, TOP + HEIGHT, x, TOP + HEIGHT + 12, 1.5), text(x, TOP + HEIGHT + 28, f"{mark * 4}", 13)]
shapes.append(text(LEFT + FLOATS * WIDTH / 2, TOP + HEIGHT + 50, "address in bytes, after a multiple of 16", 13))

write(__file__, TOP + HEIGHT + 62, "Head, body and tail of a view",
      "Fourteen floats begin 4 bytes after a multiple of 16: three are the head, two times four are loads of 16 bytes, three are the tail.", shapes)
