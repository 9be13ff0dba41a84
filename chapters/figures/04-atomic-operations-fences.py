"""Handing over data: the writer's fence and the reader's."""

from svg import line, rect, text, write

WRITER, READER = 170, 550
STEPS = [(WRITER, 78, "write the data", "first"), (WRITER, 134, "fence", None), (WRITER, 190, "set the flag", "second"),
         (READER, 190, "read the flag", "second"), (READER, 246, "fence", None), (READER, 302, "read the data", "first")]

shapes = [text(WRITER, 40, "writer", 16, weight="bold"), text(READER, 40, "reader", 16, weight="bold")]
for x, y, what, colour in STEPS:
    if colour:
        shapes += [rect(x - 80, y - 22, 160, 40, colour), text(x, y + 4, what, 15)]
    else:
        shapes += [line(x - 110, y + 8, x + 110, y + 8), text(x, y, what, 15, style="italic")]
shapes += [line(WRITER + 84, 188, READER - 84, 188, arrow=True), text(360, 176, "if it is seen here", 14),
           line(40, 60, 40, 320, arrow=True), text(40, 48, "time", 14)]

write(__file__, 340, "Handing over data",
      "The writer writes the data, passes a fence and sets the flag. The reader reads the flag, passes a fence and reads the data.", shapes)
