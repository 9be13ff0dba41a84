"""From a slow program to its limit: five questions, what each answer leads to, and what remains."""

from svg import line, rect, text, write

STEPS = [("Has the stage a small share of the time?", "leave it as it is"),
         ("Does the device idle meanwhile?", "fewer waits, streams, graphs"),
         ("Is it a copy?", "pinned memory, overlap, fewer bytes"),
         ("Is a memory near its peak throughput?", "fewer bytes and sectors, better locality"),
         ("Is a pipe, or issue, near its peak?", "fewer or cheaper instructions"),
         ("Neither of them: latency", "the largest stall reason: cure that")]
WIDE, HIGH, STEP = 330, 38, 62
shapes = []
for index, (question, answer) in enumerate(STEPS):
    y = 10 + index * STEP
    last = index == len(STEPS) - 1
    shapes += [rect(16, y, WIDE, HIGH, "second" if last else "first"), text(16 + WIDE / 2, y + 24, question, 14),
               line(16 + WIDE, y + 19, 406, y + 19, arrow=True), rect(408, y, 300, HIGH, "quiet"), text(558, y + 24, answer, 14)]
    if not last:
        shapes += [text(376, y + 13, "yes", 13), line(16 + WIDE / 2, y + HIGH, 16 + WIDE / 2, y + STEP - 1, arrow=True),
                   text(28 + WIDE / 2, y + HIGH + 16, "no", 13, "start")]
write(__file__, 10 + len(STEPS) * STEP - 14, "From a slow stage to its limit",
      "Five questions, one below the other, each with what to do if the answer is yes. Small share of the time: leave it. The device idles: fewer "
      "waits, streams, graphs. A copy: pinned memory, overlap, fewer bytes. A memory near its peak: fewer bytes and sectors. A pipe "
      "or issue near its peak: fewer or cheaper instructions. If neither, it is latency: the largest stall reason.", shapes)
