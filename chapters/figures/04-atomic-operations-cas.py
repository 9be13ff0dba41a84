"""Compare and swap in a loop, as a flow chart."""

from svg import code, line, rect, text, write

shapes = [
    rect(40, 30, 170, 56, "quiet"), text(125, 54, "guess what", 15), text(125, 73, "the cell holds", 15),
    rect(270, 30, 180, 56, "quiet"), text(360, 54, "compute", 15), text(360, 73, "the new value", 15),
    rect(510, 30, 180, 56, "first"), text(600, 54, "compare and swap", 15), code(600, 73, "atomicCAS", 14),
    line(210, 58, 268, 58, arrow=True), line(450, 58, 508, 58, arrow=True),
    line(600, 86, 600, 166, arrow=True),
    rect(525, 168, 150, 44, "second"), text(600, 195, "swapped: done", 15),
    text(612, 122, "the guess", 14, "start"), text(612, 140, "was right", 14, "start"),
    line(540, 86, 540, 130), line(540, 130, 360, 130), line(360, 130, 360, 90, arrow=True),
    text(450, 150, "it was wrong: the value found", 14), text(450, 168, "is the next guess", 14),
]

write(__file__, 235, "Compare and swap in a loop",
      "Guess what the cell holds, compute the new value, compare and swap. If the guess was right, done; if not, the value found is the next "
      "guess and the new value is computed again.", shapes)
