"""The host launches, does other work, and waits only in the copy of the result."""

from svg import code, line, rect, text, write

HOST, DEVICE, HEIGHT = 40, 140, 40

shapes = [
    text(20, HOST + 26, "host", 16, "start", "bold"), text(20, DEVICE + 26, "device", 16, "start", "bold"),
    rect(100, HOST, 60, HEIGHT, "second"), text(130, HOST + 26, "launch", 14),
    rect(160, HOST, 150, HEIGHT, "quiet"), text(235, HOST + 26, "work of its own", 14),
    rect(310, HOST, 250, HEIGHT, dash="4 4"), text(435, HOST + 26, "waits", 14, style="italic"),
    rect(560, HOST, 130, HEIGHT, "quiet"), text(625, HOST + 26, "uses the result", 14),
    code(310, HOST - 12, "cudaMemcpy(…)", 14, "start"),
    rect(185, DEVICE, 295, HEIGHT, "first"), text(332, DEVICE + 26, "the kernel runs", 14),
    rect(480, DEVICE, 80, HEIGHT, "second"), text(520, DEVICE + 26, "copy", 14),
    line(130, HOST + HEIGHT, 183, DEVICE - 2, arrow=True),
    line(310, HOST + HEIGHT, 478, DEVICE - 2, arrow=True),
    line(560, DEVICE, 560, HOST + HEIGHT + 2, arrow=True),
    line(235, DEVICE + HEIGHT + 44, 235, HOST + HEIGHT + 4, 1.5, "6 5", arrow=True),
    text(245, DEVICE + HEIGHT + 40, "reading here is too early: the result is not there yet", 14, "start", style="italic"),
    line(560, DEVICE + HEIGHT + 76, 690, DEVICE + HEIGHT + 76, arrow=True),
    text(548, DEVICE + HEIGHT + 81, "time", 14, "end"),
]

write(__file__, 270, "When the host waits",
      "The host launches, continues, and waits from the call of cudaMemcpy until the kernel and the copy after it are "
      "done. Reading before that is too early.", shapes)
