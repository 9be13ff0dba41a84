"""From what one sees to the tool with which to begin."""

from svg import line, rect, text, write

LEFT, WIDE, HIGH, STEP = 16, 300, 38, 62
ROWS = [("Does a call return an error?", "memcheck, and a wait after each step"),
        ("Does it never end?", "fewer blocks, synccheck, cuda-gdb"),
        ("Is the result another one in each run?", "less concurrency, racecheck"),
        ("Does it depend on what ran before?", "poison, initcheck"),
        ("Is it always wrong in the same way?", "the pattern of wrong elements, tests")]

shapes = []
for row, (question, answer) in enumerate(ROWS):
    y = 10 + row * STEP
    shapes += [rect(LEFT, y, WIDE, HIGH, "first"), text(LEFT + WIDE / 2, y + 24, question, 14),
               line(LEFT + WIDE, y + HIGH / 2, 398, y + HIGH / 2, arrow=True), text(357, y + 13, "yes", 13),
               rect(400, y, WIDE, HIGH, "quiet"), text(400 + WIDE / 2, y + 24, answer, 14)]
    if row + 1 < len(ROWS):
        shapes += [line(LEFT + WIDE / 2, y + HIGH, LEFT + WIDE / 2, y + STEP - 1, arrow=True), text(LEFT + WIDE / 2 + 12, y + HIGH + 16, "no", 13, "start")]
write(__file__, 10 + 4 * STEP + HIGH + 12, "Which tool first", "Five questions, one below the other, each with what to begin with if the answer is yes. A call returns an error: memcheck, "
      "and a wait after each step. It never ends: fewer blocks, synccheck, cuda-gdb. Another result in each run: less concurrency, racecheck. "
      "It depends on what ran before: poison, initcheck. Always wrong in the same way: the pattern of wrong elements, and tests.", shapes)
