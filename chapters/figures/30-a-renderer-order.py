"""Two translucent discs in both orders, and the shares of four layers and the paper."""

from svg import FILLS, rect, text, write


def disc(x, y, fill):
    solid = FILLS[fill].split(" fill-opacity")[0]
    return f'<circle cx="{x:g}" cy="{y:g}" r="62" {solid} fill-opacity="0.6" stroke="currentColor" stroke-width="1.5"/>'


shapes = []
for middle, order, words in ((190, ("second", "first"), "first over second"), (530, ("first", "second"), "second over first")):
    for fill in order:
        shapes.append(disc(middle + (-36 if fill == "first" else 36), 78, fill))
    shapes.append(text(middle, 166, words, 15))
LEFT, WIDE, TOP = 40, 640, 206
at = LEFT
for i in range(5):
    share = WIDE / 2 ** min(i + 1, 4)
    shapes.append(rect(at, TOP, share, 34, ("first", "second", "first", "second", "none")[i], radius=0))
    shapes.append(text(at + share / 2, TOP + 23, ("1/2", "1/4", "1/8", "1/16", "1/16")[i], 15 if i < 3 else 13))
    at += share
shapes.append(text(LEFT, TOP + 56, "the layer in front", 14, "start"))
shapes.append(text(LEFT + WIDE, TOP + 56, "the paper", 14, "end"))
write(__file__, TOP + 66, "The over operator",
      "Two pairs of overlapping discs in opposite orders; the overlap has mostly the colour of the disc in front. "
      "Below, a bar with the shares 1/2, 1/4, 1/8 and 1/16 of four layers, and 1/16 of the paper.", shapes)
