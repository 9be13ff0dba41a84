"""A product of row-major matrices, as we see it and as the library sees the same memory."""

from svg import rect, text, write

M, N, K = 74, 116, 46  # heights and widths: C is M × N, A is M × K, B is K × N


def product(y, factors):
    """Boxes side by side with their names; `factors` are (name, width, height, fill)."""
    x, shapes = 210, []
    for (name, width, height, fill), sign in zip(factors, ["=", "·", ""]):
        shapes += [rect(x, y - height / 2, width, height, fill, radius=0), text(x + width / 2, y + 6, name, 17, style="italic")]
        x += width
        if sign:
            shapes.append(text(x + 20, y + 6, sign, 18))
            x += 40
    return shapes


shapes = [text(30, 76, "as we see it,", 15, anchor="start"), text(30, 96, "row-major", 15, anchor="start"),
          text(30, 210, "as the library sees it,", 15, anchor="start"), text(30, 230, "column-major", 15, anchor="start")]
shapes += product(82, [("C", N, M, "quiet"), ("A", K, M, "first"), ("B", N, K, "second")])
shapes += product(216, [("Cᵀ", M, N, "quiet"), ("Bᵀ", K, N, "second"), ("Aᵀ", M, K, "first")])
write(__file__, 296, "The product of row-major matrices",
      "C is A times B. Seen column by column, the same memory holds the transposes: C transposed is B transposed times A transposed.",
      shapes)
