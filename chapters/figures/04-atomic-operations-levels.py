"""Boards of the warps, of the block, and of the device: each level is added up into the next."""

from svg import line, rect, text, write

WARPS = 8


def boards(x, y, width, fill):
    return [rect(x + k * width, y, width, 22, fill, 1, 0) for k in range(6)]


shapes = [text(20, 50, "global memory", 14, "start"), text(20, 140, "the block", 14, "start"), text(20, 240, "its warps", 14, "start")]
shapes += boards(315, 34, 20, "second") + boards(315, 124, 20, "first")
for warp in range(WARPS):
    x = 135 + warp * 72
    shapes += boards(x, 224, 9, "quiet")
    shapes.append(line(x + 27, 222, 375 + (warp - 3.5) * 10, 150, arrow=True))
shapes += [line(375, 122, 375, 60, arrow=True), text(395, 98, "one addition for each board of each block", 14, "start", style="italic"),
           text(455, 140, "… and those of all other blocks", 14, "start")]

write(__file__, 262, "Boards on three levels",
      "Each of the eight warps of a block has a set of boards. They are added up into one set for the block, and the sets of all blocks into one "
      "set in global memory.", shapes)
