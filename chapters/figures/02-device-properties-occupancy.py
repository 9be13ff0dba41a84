"""What limits occupancy, for blocks of 256 threads with 32 registers per thread and 50 KiB of shared memory.

The limits are those of compute capability 9.0; the number of blocks that fit is worked out here.
"""

from svg import rect, text, write

RESOURCES = [
    ("threads", 2048, 256),
    ("blocks", 32, 1),
    ("registers", 65536, 256 * 32),
    ("shared memory, KiB", 228, 50 + 1),
]

fitting = [total // each for _, total, each in RESOURCES]
limit = min(fitting)
shapes = []
for row, ((name, total, each), blocks) in enumerate(zip(RESOURCES, fitting)):
    y = 20 + 60 * row
    shapes.append(text(160, y + 26, name, anchor="end"))
    width = 430
    shapes.append(rect(172, y, width, 40, "none"))
    for block in range(blocks):
        piece = width * each / total
        taken = "first" if block < limit else "quiet"
        shapes.append(rect(172 + piece * block + 1, y + 3, piece - 2, 34, taken, 1, 2))
    decides = " decides" if blocks == limit else ""
    shapes.append(text(612, y + 26, f"{blocks}{decides}", anchor="start", weight="600" if decides else None))
shapes.append(text(172, 276, f"Blocks that each resource would admit. Shaded: the {limit} that fit.", 15, "start"))

write(__file__, 290, "What limits occupancy",
      "; ".join(f"{name} admit {blocks} blocks" for (name, _, _), blocks in zip(RESOURCES, fitting)), shapes)
