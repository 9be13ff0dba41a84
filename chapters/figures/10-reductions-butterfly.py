"""A butterfly of eight lanes: which lane adds which value, with distances of 4, 2 and 1."""

from svg import code, text, write

LANES, LEFT, PITCH, TOP, ROW, WIDTH, HEIGHT = 8, 110, 74, 34, 76, 62, 30
DISTANCES = (4, 2, 1)


def covered(lane, distances):
    """The numbers of the lanes whose values have come together in `lane`."""
    numbers = {lane}
    for distance in distances:
        numbers |= {number ^ distance for number in numbers}
    return sorted(numbers)


def label(numbers):
    if len(numbers) == LANES:
        return "all"
    return "+".join(str(number) for number in numbers)


BOX = f"h{WIDTH}v{HEIGHT}h-{WIDTH}z"
INK = {"first": "--figure-1, #2f9dbd", "quiet": "--figure-quiet, #888888", "second": "--figure-2, #e0923f"}

shapes = [text(LEFT + lane * PITCH, 22, f"lane {lane}", 13) for lane in range(LANES)]
for row in range(len(DISTANCES) + 1):
    y = TOP + row * ROW
    fill = "second" if row == len(DISTANCES) else "first" if row == 0 else "quiet"
    boxes = "".join(f"M{LEFT + lane * PITCH - WIDTH // 2} {y}{BOX}" for lane in range(LANES))
    colour = INK[fill].split(", ")[1]
    shapes.append(f'<path d="{boxes}" fill="{colour}" style="fill:var({INK[fill]})" fill-opacity="0.4" stroke="currentColor"/>')
    shapes += [code(LEFT + lane * PITCH, y + 20, label(covered(lane, DISTANCES[:row])), 12) for lane in range(LANES)]
    if row < len(DISTANCES):
        ways = "".join(f"M{LEFT + lane * PITCH} {y + HEIGHT}v{ROW - HEIGHT}m0 {HEIGHT - ROW}l{((lane ^ DISTANCES[row]) - lane) * PITCH} {ROW - HEIGHT}"
                       for lane in range(LANES))
        shapes += [f'<path d="{ways}" stroke="currentColor" stroke-opacity="0.7"/>', text(10, y + HEIGHT + 28, f"distance {DISTANCES[row]}", 13, "start")]

write(__file__, TOP + len(DISTANCES) * ROW + HEIGHT + 14, "A butterfly of shuffles",
      "Eight lanes in four rows. Each lane is connected with the lane whose index differs by 4, then 2, then 1; in the last row every lane holds the sum of all.", shapes)
