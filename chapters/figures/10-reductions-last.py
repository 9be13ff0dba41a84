"""The last block to finish: four blocks in time, their tickets, and the block that combines the values of all."""

from svg import line, rect, text, write

LEFT, TOP, ROW, HEIGHT = 90, 40, 48, 30
BLOCKS = [(0, 0, 250, 2), (1, 10, 180, 0), (2, 40, 300, 3), (3, 20, 190, 1)]  # block, start, time to read, ticket
STORE, COMBINE = 66, 130

shapes = []
for block, start, reading, ticket in BLOCKS:
    y, x = TOP + block * ROW, LEFT + start
    shapes += [text(LEFT - 14, y + 20, f"block {block}", 14, "end"),
               rect(x, y, reading, HEIGHT, "first", 1), text(x + reading / 2, y + 20, "reads and combines", 13),
               rect(x + reading, y, STORE, HEIGHT, "quiet", 1), text(x + reading + STORE / 2, y + 20, f"ticket {ticket}", 13)]
    if ticket == len(BLOCKS) - 1:
        end = x + reading + STORE
        shapes += [rect(end, y, COMBINE, HEIGHT, "second", 1), text(end + COMBINE / 2, y + 20, "combines all four", 13)]
bottom = TOP + len(BLOCKS) * ROW + 12
shapes += [line(LEFT, bottom, 690, bottom, 1.2, arrow=True), text(690, bottom + 20, "time", 13, "end")]

write(__file__, bottom + 30, "The last block to finish",
      "Four blocks as bars in time. Each reads, stores its value and takes a ticket. Block 2 takes ticket 3, the last, and then combines all four values.", shapes)
