"""Two clerks at one board: both read before either writes."""

from svg import line, rect, text, write

LEFT, BOARD, RIGHT = 130, 360, 590
STEPS = [(70, "left", "reads 7", 7), (130, "right", "reads 7", 7), (190, "left", "writes 8", 8), (250, "right", "writes 8", 8)]

shapes = [text(LEFT, 30, "one clerk", 16, weight="bold"), text(BOARD, 30, "the board", 16, weight="bold"),
          text(RIGHT, 30, "another clerk", 16, weight="bold")]
for y, who, does, shows in STEPS:
    clerk = LEFT if who == "left" else RIGHT
    edge = clerk + 60 if who == "left" else clerk - 60
    side = BOARD - 42 if who == "left" else BOARD + 42
    reads = does.startswith("reads")
    shapes += [rect(BOARD - 36, y - 22, 72, 40, "quiet"), text(BOARD, y + 4, str(shows), 18),
               rect(clerk - 58, y - 22, 116, 40, "first" if reads else "second"), text(clerk, y + 4, does, 15),
               line(side, y - 2, edge, y - 2, arrow=True) if reads else line(edge, y - 2, side, y - 2, arrow=True)]
shapes += [line(40, 60, 40, 270, arrow=True), text(40, 48, "time", 14),
           text(BOARD, 312, "two customers, and the board says 8", 15, style="italic")]

write(__file__, 330, "How an update is lost",
      "The board shows 7. One clerk reads 7, the other reads 7, the first writes 8, the second writes 8. One of two customers is lost.",
      shapes)
