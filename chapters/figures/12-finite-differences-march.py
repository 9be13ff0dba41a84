"""A flat block that marches through the planes of a volume: the values that each thread loads, and those that it has."""

from svg import line, rect, text, write

X, Y, PITCH, SIZE = 210, 40, 76, 48
shapes = []
for row, (name, words) in enumerate((("z + 1", "above: one load from memory"), ("z", "the block is here"), ("z − 1", "below: in a register"))):
    y = Y + row * PITCH
    shapes.append(text(X - 24, y + SIZE / 2 + 5, f"plane {name}", 15, "end"))
    for column in range(7):
        fill = {(0, 3): "second", (1, 2): "first", (1, 4): "first", (1, 3): "quiet", (2, 3): "quiet"}.get((row, column), "none")
        shapes.append(rect(X + column * (SIZE + 6), y, SIZE, SIZE, fill, stroke=2.5 if row == 1 and 1 <= column <= 5 else 0.8))
    shapes.append(text(X + 7 * (SIZE + 6) + 10, y + SIZE / 2 + 5, words, 13, "start", style="italic"))
for column, word in ((2, "west"), (3, "here"), (4, "east")):
    shapes.append(text(X + column * (SIZE + 6) + SIZE / 2, Y + PITCH + SIZE / 2 + 5, word, 13))
middle = X + 3 * (SIZE + 6) + SIZE / 2
for row in (0, 1):
    shapes.append(line(middle, Y + row * PITCH + SIZE + 2, middle, Y + (row + 1) * PITCH - 3, 1.5, arrow=True))
shapes.append(line(X - 8, Y + 2 * PITCH + SIZE, X - 8, Y - 6, 1.5, arrow=True))
shapes.append(text(X + 3.5 * (SIZE + 6), Y + 3 * PITCH + 4, "north and south, in front of the picture and behind it, come from the cache like west and east", 13, style="italic"))
write(__file__, Y + 3 * PITCH + 20, "A block marches through the planes",
      "The value that was above becomes here, and the value that was here becomes below. Only the value above is loaded from memory.", shapes)
