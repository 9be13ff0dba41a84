"""A grid of 3 x 2 blocks, one of them enlarged into its 4 x 3 threads."""

from svg import code, line, rect, text, write

shapes = [line(300, 46, 346, 46, 1, "4 4"), line(300, 114, 346, 240, 1, "4 4"),
          text(20, 30, "grid: gridDim = (3, 2, 1)", anchor="start", weight="600")]
for by in range(2):
    for bx in range(3):
        chosen = (bx, by) == (2, 0)
        shapes.append(rect(20 + 96 * bx, 46 + 76 * by, 88, 68, "first" if chosen else "quiet"))
        shapes.append(code(64 + 96 * bx, 85 + 76 * by, f"({bx}, {by})"))
shapes.append(text(20, 230, "Each cell is a block, labelled", 14, "start"))
shapes.append(text(20, 249, "with its blockIdx (x, y).", 14, "start"))

shapes.append(text(348, 30, "block (2, 0): blockDim = (4, 3, 1)", anchor="start", weight="600"))
shapes.append(rect(348, 46, 352, 194, "none", 2))
for ty in range(3):
    for tx in range(4):
        chosen = (tx, ty) == (2, 1)
        shapes.append(rect(356 + 85 * tx, 54 + 60.5 * ty, 80, 56, "second" if chosen else "quiet"))
        shapes.append(code(396 + 85 * tx, 87 + 60.5 * ty, f"({tx}, {ty})"))
shapes.append(text(348, 262, "Each cell is a thread, labelled with its threadIdx.", 14, "start"))

write(__file__, 276, "A grid, its blocks, and the threads of one block",
      "Three columns and two rows of blocks; block (2, 0) is enlarged into four columns and three rows of threads, "
      "with thread (2, 1) marked.", shapes)
