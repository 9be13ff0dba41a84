"""Three stopwatches around one kernel, and the interval that each measured."""

from svg import line, rect, text, write

HOST, DEVICE, HEIGHT = 30, 110, 40

shapes = [
    text(20, HOST + 26, "host", 16, "start", "bold"), text(20, DEVICE + 26, "device", 16, "start", "bold"),
    rect(100, HOST, 70, HEIGHT, "second"), text(135, HOST + 26, "launch", 14),
    rect(170, HOST, 470, HEIGHT, dash="4 4"), text(405, HOST + 26, "waits for the second event", 14, style="italic"),
    rect(210, DEVICE, 390, HEIGHT, "first"), text(405, DEVICE + 26, "the kernel runs", 14),
    line(135, HOST + HEIGHT, 206, DEVICE - 2, arrow=True),
    line(600, DEVICE, 638, HOST + HEIGHT + 2, arrow=True),
]
for x in (150, 597):
    shapes.append(rect(x, DEVICE - 10, 6, HEIGHT + 20, "second", 1))


def bracket(y, start, end, label):
    shapes.extend([line(start, y, end, y, 2.5), line(start, y - 7, start, y + 7, 2.5), line(end, y - 7, end, y + 7, 2.5),
                   text((start + end) / 2 if end - start > 300 else end + 12, y + (20 if end - start > 300 else 5), label,
                        14, "middle" if end - start > 300 else "start")])


bracket(192, 100, 170, "host clock, not waiting: the launch")
bracket(222, 100, 640, "host clock, waiting: everything")
bracket(270, 153, 600, "events: the kernel, and the wait for its launch")

write(__file__, 304, "Three stopwatches",
      "The clock that does not wait covers only the launch. The clock that waits covers launch, kernel and wait. The "
      "two events enclose the kernel and, on an idle stream, the wait for its launch.", shapes)
