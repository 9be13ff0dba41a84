"""The four levels of a reduction: what is combined at each, where its values are, and what combines them."""

from svg import line, rect, text, write

LEFT, TOP, ROW, HEIGHT, BOX = 96, 20, 70, 34, 22
LEVELS = [("thread", 12, "first", "elements of the thread", "a loop, in a register"),
          ("warp", 10, "quiet", "32 lanes", "shuffles, in registers"),
          ("block", 8, "quiet", "8 warps", "shared memory, one barrier"),
          ("grid", 6, "second", "all blocks", "global memory: this section")]

shapes = []
for row, (name, boxes, fill, what, how) in enumerate(LEVELS):
    y = TOP + row * ROW
    shapes.append(text(LEFT - 16, y + 22, name, 15, "end", weight=600))
    shapes += [rect(LEFT + box * (BOX + 4), y, BOX, HEIGHT, fill, 1) for box in range(boxes)]
    end = LEFT + boxes * (BOX + 4) - 4
    middle = LEFT + BOX / 2
    shapes += [text(LEFT + 330, y + 14, what, 14, "start"), text(LEFT + 330, y + 32, how, 14, "start", style="italic")]
    if row + 1 < len(LEVELS):
        shapes += [line(end, y + HEIGHT + 4, middle + 10, y + ROW - 3, 1.2), line(LEFT, y + HEIGHT + 4, middle - 5, y + ROW - 3, 1.2)]

write(__file__, TOP + len(LEVELS) * ROW - 14, "The four levels of a reduction",
      "Many elements become the value of one thread, 32 threads that of a warp, 8 warps that of a block, and all blocks that of the grid.", shapes)
