"""Three neighbouring bins, each of 64 bits and 8 bits apart, and the bits of a float within the lower half of one of them."""

from svg import line, rect, text, write

BIT, RIGHT, TOP, ROW, LOWEST = 5, 600, 30, 36, -37  # the lowest bit of bin 14 is worth 2^-37


def place(exponent):
    return RIGHT - (exponent - LOWEST) * BIT


def power(exponent, y):
    return (f'<text x="{place(exponent):g}" y="{y:g}" font-size="13" text-anchor="middle">2<tspan dy="-5" font-size="10">'
            f"{str(exponent).replace('-', '−')}</tspan></text>")


shapes = []
for row, bin_number in enumerate((14, 15, 16)):
    low, y = LOWEST + 8 * row, TOP + row * ROW
    shapes += [rect(place(low + 64), y, 64 * BIT, 24, "none", 1.4), rect(place(low + 31), y, 31 * BIT, 24, "first", 0),
               text(place(low + 47.5), y + 17, "carries", 13), text(place(low + 15.5), y + 17, "pieces", 13),
               text(place(low) + 8, y + 17, f"bin {bin_number}", 13, "start")]
bottom = TOP + 3 * ROW
shapes += [rect(place(6), bottom, 24 * BIT, 24, "second", 1), text(place(-6), bottom + 17, "24 bits of a float", 13)]
shapes += [line(place(end), bottom, place(end), bottom - ROW, 1, "2 3") for end in (6, -18)]
axis = bottom + 44
shapes.append(line(place(45), axis, place(LOWEST), axis, 1))
for exponent in (LOWEST, LOWEST + 8, LOWEST + 16, LOWEST + 64, LOWEST + 80):
    shapes += [line(place(exponent), axis - 4, place(exponent), axis + 4, 1), power(exponent, axis + 20)]

write(__file__, axis + 34, "A float in the bins",
      "Three overlapping words of 64 bits, and the 24 bits of a float within the lower half of one of them.", shapes, 690)
