"""A scan by steps: eight elements, combined with those 1, 2 and 4 positions before."""

from svg import write

N, LEFT, PITCH, TOP, ROW, WIDTH, HEIGHT = 8, 150, 70, 12, 62, 56, 26
INK = {True: "--figure-1, #2f9dbd", False: "--figure-quiet, #888888"}


def path(way, fill=None):
    if fill is None:
        return f'<path d="{way}" stroke="currentColor"/>'
    return f'<path d="{way}" fill="{fill.split(", ")[1]}" style="fill:var({fill})" fill-opacity="0.4" stroke="currentColor"/>'


boxes, ways, words = {True: "", False: ""}, "", []
for step in range(4):
    y, width = TOP + step * ROW, 1 << step
    for i in range(N):
        x, first = LEFT + i * PITCH, max(0, i - width + 1)
        boxes[first == 0] += f"M{x - WIDTH // 2} {y}h{WIDTH}v{HEIGHT}h-{WIDTH}z"
        words.append(f'<tspan x="{x}" y="{y + 18}">{f"{first}…{i}" if first < i else i}</tspan>')
        if step > 0:
            ways += f"M{x} {y}v{HEIGHT - ROW}"
            if i >= width // 2:
                ways += f"M{x} {y}l-{width // 2 * PITCH} {HEIGHT - ROW}"
    label = ["own", "1 before", "2 before", "4 before"][step]
    words.append(f'<tspan x="60" y="{y + 18}">{label}</tspan>')
shapes = [path(ways), path(boxes[True], INK[True]), path(boxes[False], INK[False]),
          f'<text font-size="13" text-anchor="middle">{"".join(words)}</text>']

write(__file__, TOP + 3 * ROW + 36, "A scan by steps",
      "Eight elements in four rows. From row to row each is combined with the one 1, then 2, then 4 positions before it; in the last row each covers all elements up to itself.", shapes)
