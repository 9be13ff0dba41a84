"""Which memory a thread can access: its registers, the shared memory of its block, global memory."""

from svg import line, rect, text, write

shapes = [rect(20, 14, 680, 204, "none", dash="5 4"), text(34, 34, "grid", 14, "start", style="italic")]
for block in range(2):
    left = 40 + 330 * block
    shapes += [rect(left, 46, 310, 160), text(left + 12, 66, f"block {block}", 14, "start", style="italic")]
    for thread in range(2):
        x = left + 20 + 140 * thread
        shapes += [text(x + 65, 90, f"thread {thread}"), rect(x, 98, 130, 34, "first"), text(x + 65, 120, "registers"),
                   line(x + 65, 132, x + 65, 152)]
    shapes += [rect(left + 20, 152, 270, 40, "second"), text(left + 155, 178, "shared memory")]
    shapes.append(line(left + 155, 206, left + 155, 240))
shapes += [rect(40, 240, 640, 44, "quiet"), text(360, 268, "global memory: for all blocks, and from one kernel to the next")]

write(__file__, 298, "Memories of threads, blocks and the grid",
      "Two blocks, each with two threads that have their own registers and one shared memory; below them global memory for all.", shapes)
