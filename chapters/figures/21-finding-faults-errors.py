"""Where two kinds of error are reported: a refused launch, and a fault in a kernel."""

from svg import line, rect, text, write

LEFT, HIGH = 90, 32
shapes = []


def box(x, y, width, words, fill="none"):
    return [rect(x, y, width, HIGH, fill), text(x + width / 2, y + 21, words, 14)]


def rows(top, title):
    return [text(LEFT, top - 10, title, 14, "start", style="italic"), text(LEFT - 12, top + 21, "host", 14, "end"),
            text(LEFT - 12, top + 85, "device", 14, "end"), line(LEFT, top + 52, 710, top + 52, 1, "2 4")]


top = 34
shapes += rows(top, "a refused launch")
shapes += box(LEFT, top, 110, "launch A", "second") + box(LEFT + 130, top, 110, "launch B")
shapes += box(LEFT + 430, top, 180, "check: error of A", "second") + box(LEFT + 250, top + 64, 130, "B runs", "first")
shapes += [line(LEFT + 240, top + HIGH, LEFT + 256, top + 63, arrow=True), text(LEFT + 55, top + 85, "A does not run", 13)]
top = 190
shapes += rows(top, "a fault in a kernel")
shapes += box(LEFT, top, 110, "launch A") + box(LEFT + 130, top, 110, "launch B") + box(LEFT + 260, top, 100, "copy")
shapes += box(LEFT + 430, top, 180, "copy returns error", "second")
shapes += box(LEFT + 120, top + 64, 120, "A runs") + [rect(LEFT + 240, top + 64, 40, HIGH, "second"), text(LEFT + 260, top + 85, "✗", 16)]
shapes += [text(LEFT + 300, top + 85, "B and the copy do not run", 13, "start"), line(LEFT + 110, top + HIGH, LEFT + 124, top + 63, arrow=True),
           line(LEFT + 280, top + 70, LEFT + 428, top + HIGH, arrow=True), line(LEFT + 360, top + 16, LEFT + 429, top + 16, 1, "3 3")]
write(__file__, 300, "Where errors are reported", "Two time lines of host and device. Above, launch A is refused, B runs, and a check after B reports the error of A. "
      "Below, A runs and faults, B and a copy do not run, and the call of the copy returns the error.", shapes)
