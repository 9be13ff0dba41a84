"""Two memories, the four directions of a copy, and the one access that a kernel cannot make."""

from svg import code, line, rect, text, write

shapes = [
    rect(30, 44, 230, 236, "quiet"), text(145, 32, "host", 16, weight="bold"),
    rect(460, 44, 230, 236, "quiet"), text(575, 32, "device", 16, weight="bold"),
    rect(70, 64, 150, 44), text(145, 91, "CPU"),
    rect(500, 64, 150, 44, "second"), text(575, 91, "threads of a kernel", 14),
    rect(50, 160, 190, 100, "first"), text(145, 250, "host memory", 14),
    rect(480, 160, 190, 100, "first"), text(575, 250, "global memory", 14),
    line(145, 108, 145, 156, arrow=True), line(145, 156, 145, 112, arrow=True),
    line(575, 108, 575, 156, arrow=True), line(575, 156, 575, 112, arrow=True),
]

for y, name, start, end in ((190, "HostToDevice", 240, 476), (226, "DeviceToHost", 480, 244)):
    shapes += [line(start, y, end, y, 2.5, arrow=True), code(360, y - 7, name, 14)]

# From a memory to itself.
for x, name in ((145, "HostToHost"), (575, "DeviceToDevice")):
    shapes += [line(x + 70, 190, x + 70, 212, 2.5), line(x + 70, 212, x - 70, 212, 2.5),
               line(x - 70, 212, x - 70, 186, 2.5, arrow=True), code(x, 204, name, 14)]

# What a kernel may not do.
shapes += [line(500, 92, 244, 160, 1.5, "6 5"), line(362, 116, 382, 136, 3), line(382, 116, 362, 136, 3),
           text(372, 102, "not by a host address", 14, style="italic")]

write(__file__, 296, "Two memories",
      "Copies go from host memory to global memory, back, and within each. Threads of a kernel access only global "
      "memory; the path from them to host memory is crossed out.", shapes)
