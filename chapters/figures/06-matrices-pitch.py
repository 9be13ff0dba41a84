"""Rows of five floats, packed and with a pitch of eight."""

from svg import rect, text, write

SIDE, LEFT = 26, 36
FILLS = ["first", "quiet", "second"]


def dividers(row_length, y):
    strokes = "".join(f"M{LEFT + SIDE * (row_length * row + i)} {y}v34" for row in range(3) for i in range(1, 5))
    return f'<path d="{strokes}" stroke="currentColor" stroke-width="0.7"/>'


def sector_marks(y, count):
    strokes = "".join(f"M{LEFT + 8 * SIDE * i} {y - 7}v48" for i in range(count))
    return f'<path d="{strokes}" stroke="currentColor" stroke-width="3"/>'


def bracket(x1, x2, y, words):
    return [f'<path d="M{x1} {y - 5}v10M{x1} {y}H{x2}M{x2} {y - 5}v10" fill="none" stroke="currentColor"/>', text((x1 + x2) / 2, y + 19, words, 15)]


shapes = [text(LEFT, 26, "packed: rows begin anywhere", 15, "start", "bold"), text(LEFT, 136, "with a pitch: rows begin with a sector", 15, "start", "bold")]
for row in range(3):
    shapes += [rect(LEFT + SIDE * 5 * row, 44, SIDE * 5, 34, FILLS[row], 1, 0), rect(LEFT + SIDE * 8 * row, 154, SIDE * 5, 34, FILLS[row], 1, 0)]
shapes += [dividers(5, 44), dividers(8, 154), sector_marks(44, 2), sector_marks(154, 4), text(LEFT + 15 * SIDE + 14, 66, "thick strokes: 32 bytes apart", 15, "start")]
shapes += bracket(LEFT, LEFT + 5 * SIDE, 206, "width: 20 bytes") + bracket(LEFT + 8 * SIDE, LEFT + 16 * SIDE, 206, "pitch: 32 bytes")

write(__file__, 238, "Rows with a pitch",
      "Three rows of five floats. Packed, the second and third row begin within a sector. With a pitch of 32 bytes each begins where "
      "a sector begins, and three floats after it are unused.", shapes)
