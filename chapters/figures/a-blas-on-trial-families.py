"""The four families of BLAS routines on matrices, and which half of which matrix is stored."""

from svg import line, rect, text, write

SIDE = 84
shapes = []


def half(x, y, fill):
    """The lower half of a square is filled, in steps; the upper one is empty."""
    n = 6
    step = SIDE / n
    shapes.append(rect(x, y, SIDE, SIDE, "quiet", radius=0, stroke=1, dash="4 3"))
    for j in range(n):
        shapes.append(rect(x + j * step, y + j * step, step, SIDE - j * step, fill, radius=0, stroke=0))


def whole(x, y, width, height, fill):
    shapes.append(rect(x, y, width, height, fill, radius=0, stroke=1))


def words(x, y, what, size=18):
    shapes.append(text(x, y + 6, what, size))


Y, MIDDLE = 52, 52 + SIDE / 2
shapes.append(text(180, 28, "product", 15, weight="bold"))
whole(30, Y, 64, SIDE, "second")
words(62, MIDDLE, "C")
words(112, MIDDLE, "←")
whole(130, Y, 50, SIDE, "first")
words(155, MIDDLE, "A")
whole(192, Y, 64, 50, "first")
words(224, Y + 25, "B")
words(284, MIDDLE, "+ β C", 15)

shapes.append(text(540, 28, "symmetric", 15, weight="bold"))
whole(390, Y, 64, SIDE, "second")
words(422, MIDDLE, "C")
words(472, MIDDLE, "←")
half(490, Y, "first")
words(516, MIDDLE + 16, "A")
whole(586, Y, 64, SIDE, "first")
words(618, MIDDLE, "B")
words(680, MIDDLE, "+ β C", 15)

Y, MIDDLE = 208, 208 + SIDE / 2
shapes.append(text(180, 184, "update", 15, weight="bold"))
half(30, Y, "second")
words(56, MIDDLE + 16, "C")
words(132, MIDDLE, "←")
whole(150, Y, 50, SIDE, "first")
words(175, MIDDLE, "A")
whole(212, Y, SIDE, 50, "first")
words(254, Y + 25, "Aᵀ")
words(326, MIDDLE, "+ β C", 15)

shapes.append(text(540, 184, "triangle", 15, weight="bold"))
half(430, Y, "first")
words(456, MIDDLE + 16, "A")
whole(526, Y, 64, SIDE, "second")
words(558, MIDDLE, "X")
words(608, MIDDLE, "=")
whole(626, Y, 64, SIDE, "first")
words(658, MIDDLE, "B")
shapes.append(line(360, 20, 360, 300, width=0.5, dash="4 3"))
write(__file__, 312, "The four families of matrix routines",
      "Product: C becomes A times B plus beta C. Symmetric: A is square and only its lower half is stored. "
      "Update: only the lower half of the square C is stored and becomes A times A transposed plus beta C. "
      "Triangle: the lower triangle A times the unknown X equals B.", shapes)
