"""The kinds of memory, and the paths from them to the threads."""

from svg import rect, text, write

shapes = [
    # The multiprocessor.
    rect(40, 40, 640, 178, "none", dash="5 4"), text(52, 60, "a multiprocessor", 13, "start", style="italic"),
    rect(60, 74, 600, 40, "first"), text(360, 99, "registers"),
    rect(60, 146, 170, 54, "first"), text(145, 178, "shared memory"),
    rect(230, 146, 230, 54, "quiet"), text(345, 178, "L1 cache"),
    rect(510, 146, 150, 54, "quiet"), text(585, 178, "constant cache"),
    # The cache that all share.
    rect(40, 250, 640, 40, "quiet"), text(360, 275, "L2 cache"),
    # The memory next to the chip.
    rect(40, 326, 640, 96, "none"), text(360, 412, "the device's memory", 13, style="italic"),
    rect(60, 340, 160, 50, "second"), text(140, 370, "global"),
    rect(230, 340, 110, 50, "second"), text(285, 370, "local"),
    rect(350, 340, 110, 50, "second"), text(405, 370, "textures"),
    rect(510, 340, 150, 50, "second"), text(585, 370, "constant"),
]
# Upwards, from memories to threads: x of each arrow, and from where to where.
ARROWS = [(x, 146, 116) for x in (145, 345, 585)] + [(x, 250, 202) for x in (345, 585)] + [(x, 340, 292) for x in (140, 285, 405, 585)]
shapes += ['<path d="' + "".join(f"M{x} {start}V{end}" for x, start, end in ARROWS) + '" fill="none" stroke="currentColor" stroke-width="1.5"/>',
           '<path d="' + "".join(f"M{x} {end}l-4 8h8z" for x, start, end in ARROWS) + '" fill="currentColor"/>']

write(__file__, 434, "Kinds of memory and the paths to them", "From top to bottom: a multiprocessor with registers, with shared memory and L1 cache in one "
      "piece of hardware, and a constant cache; the L2 cache; the device's memory with global, local, textures and constant. Arrows lead upwards.", shapes)
