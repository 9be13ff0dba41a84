"""Six tiles over time: chained, so that hops follow one another, and with look-back, where only short looks do."""

from svg import line, rect, text, write

LEFT, TOP, ROW, HEIGHT, PANEL, TILES = 70, 40, 24, 17, 196, 6
LOAD, HOP, STORE = 150, 50, 58
INK = {"quiet": "--figure-quiet, #888888", "first": "--figure-1, #2f9dbd", "second": "--figure-2, #e0923f"}

shapes, boxes = [], {"quiet": "", "first": "", "second": ""}


def panel(top, title, wait):
    shapes.append(text(10, top - 14, title, 15, "start"))
    for number in range(TILES):
        y, looking = top + number * ROW, LEFT + LOAD + wait(number)
        shapes.append(text(LEFT - 10, y + 14, f"tile {number}", 13, "end"))
        for x, width, fill in ((LEFT, LOAD, "quiet"), (looking, HOP, "first"), (looking + HOP, STORE, "second")):
            boxes[fill] += f"M{x} {y}h{width}v{HEIGHT}h-{width}z"
    bottom = top + TILES * ROW + 4
    shapes.append(line(LEFT, bottom, 700, bottom, 1.1, arrow=True))


panel(TOP, "chained", lambda number: number * HOP)
panel(TOP + PANEL, "with look-back", lambda number: 0)
shapes += [f'<path d="{way}" fill="{INK[fill].split(", ")[1]}" style="fill:var({INK[fill]})" fill-opacity="0.5" stroke="currentColor"/>'
           for fill, way in boxes.items()]
y = TOP + PANEL + TILES * ROW + 18
for x, fill, words in ((LEFT, "quiet", "loads and scans its own"), (LEFT + 196, "first", "hop, or look"), (LEFT + 316, "second", "stores")):
    shapes += [rect(x, y, 16, 14, fill, 0.9, 2), text(x + 24, y + 12, words, 13, "start")]
shapes.append(text(700, y + 12, "time", 13, "end"))

write(__file__, y + 24, "Hops in a chain, and looks",
      "Chained: six tiles load together, then each waits for the one before, so that their hops form stairs. With look-back all look back simultaneously and store at about the same time.", shapes)
