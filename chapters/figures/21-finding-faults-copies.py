"""An object that frees its memory, passed to two launches by value."""

from svg import line, rect, text, write

LEFT, HIGH = 150, 34
shapes = [text(LEFT - 14, 40, "numbers", 14, "end"), rect(LEFT, 18, 540, HIGH), text(LEFT + 270, 40, "the object on the host, from its constructor to its destructor", 14)]
for launch, (x, fill, words) in enumerate(((LEFT + 30, "first", "kernel 1 runs"), (LEFT + 310, "second", "kernel 2: no memory")), 1):
    shapes += [rect(x, 84, 120, HIGH), text(x + 60, 106, f"copy {launch}", 14), line(x + 20, 52, x + 20, 83, arrow=True),
               rect(x + 16, 216, 160, HIGH, fill), text(x + 96, 238, words, 14), line(x + 60, 118, x + 60, 215, 1.5, "4 3", arrow=True)]
shapes += [text(LEFT - 14, 106, "arguments", 14, "end"), text(LEFT - 14, 172, "device memory", 14, "end"), text(LEFT - 14, 238, "device", 14, "end"),
           rect(LEFT, 150, 200, HIGH, "quiet"), text(LEFT + 146, 172, "allocated", 14),
           rect(LEFT + 200, 150, 340, HIGH, dash="4 3"), text(LEFT + 460, 172, "freed", 14),
           line(LEFT + 150, 110, LEFT + 199, 149, arrow=True), text(LEFT + 196, 132, "destructor of copy 1", 13, "start")]
write(__file__, 262, "An argument that frees its memory", "Four rows over time. The object numbers lives all the time. For each launch a copy of it is made. "
      "The destructor of copy 1 frees the device memory, so that kernel 1 still has it, and kernel 2 does not.", shapes)
