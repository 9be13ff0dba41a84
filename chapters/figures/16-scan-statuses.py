"""What tiles have published, and two that look back: one ends at a prefix, the other waits at a tile that has published nothing."""

from svg import line, rect, text, write

LEFT, CELL, TOP, HIGH = 84, 78, 34, 52
AGGREGATES = [4, 1, 3, 2, 5, None, 1, 6]
PREFIXES = 3  # so many tiles have published theirs


def middle(tile):
    return LEFT + (tile + 0.5) * CELL


def looks(tile, end, y, words, x, anchor):
    """From a tile back to the one where it ends, with an arrow to each that it reads."""
    bar = line(middle(tile), TOP + HIGH + 6, middle(tile), y) + line(middle(tile), y, middle(end), y)
    ups = [line(middle(read), y, middle(read), TOP + HIGH + 5, arrow=True) for read in range(end, tile)]
    return [bar, *ups, *(text(x, y + 20 + 19 * row, each, 14, anchor) for row, each in enumerate(words))]


shapes = [text(LEFT - 10, 22, "tile", 14, "end"), text(LEFT - 10, TOP + 21, "flag", 14, "end"), text(LEFT - 10, TOP + 42, "value", 14, "end")]
for tile, aggregate in enumerate(AGGREGATES):
    prefix = tile < PREFIXES
    fill = "none" if aggregate is None else "first" if prefix else "second"
    shapes.append(text(middle(tile), 22, str(tile), 15))
    shapes.append(rect(LEFT + tile * CELL + 2, TOP, CELL - 4, HIGH, fill, dash="4 4" if aggregate is None else None))
    if aggregate is None:
        shapes += [text(middle(tile), TOP + 21, "nothing", 13), text(middle(tile), TOP + 41, "yet", 13)]
    else:
        shapes.append(text(middle(tile), TOP + 21, "prefix" if prefix else "aggregate", 12.5))
        shapes.append(text(middle(tile), TOP + 42, str(sum(AGGREGATES[:tile + 1]) if prefix else aggregate), 16))
before = sum(AGGREGATES[:4])
shapes += looks(4, 2, TOP + HIGH + 28, ("tile 4 reads 2, then the prefix 8:", f"before it are {before}, and its prefix is {before + AGGREGATES[4]}"), middle(4) + 14, "end")
shapes += looks(7, 5, TOP + HIGH + 28, ("tile 7 waits at tile 5, but only", "for its aggregate, not for its prefix"), middle(5) - 36, "start")
write(__file__, TOP + HIGH + 76, "What tiles have published",
      "Eight tiles. Tiles 0 to 2 have the prefixes 4, 5 and 8, the others aggregates, except for tile 5, which has nothing yet. Arrows lead from tile 4 to tiles 3 and 2, "
      "and from tile 7 to tiles 6 and 5.", shapes)
