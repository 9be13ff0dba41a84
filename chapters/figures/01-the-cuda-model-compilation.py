"""From hello.cu to an executable: two compilers, and two stages for the device."""

from svg import code, line, rect, text, write

shapes = []


def box(x, y, width, name, below="", fill="quiet", mono=False):
    shapes.append(rect(x, y, width, 54, fill))
    shapes.append((code if mono else text)(x + width / 2, y + (24 if below else 32), name))
    if below:
        shapes.append(text(x + width / 2, y + 44, below, 14))


box(10, 93, 96, "hello.cu", mono=True)
box(170, 24, 150, "host code", "C++ compiler", "second")
box(170, 162, 150, "device code", "first stage", "first")
box(370, 162, 90, "PTX", "virtual", "first")
box(506, 162, 90, "SASS", "sm_90", "first")
box(540, 24, 160, "executable", "host + PTX + SASS", "quiet")
shapes.append(line(106, 112, 168, 60, arrow=True))
shapes.append(line(106, 128, 168, 182, arrow=True))
shapes.append(code(118, 172, "nvcc", 14, "end"))
shapes.append(line(320, 51, 538, 51, arrow=True))
shapes.append(line(320, 189, 368, 189, arrow=True))
shapes.append(line(460, 189, 504, 189, arrow=True))
shapes.append(line(440, 162, 560, 80, arrow=True))
shapes.append(line(556, 162, 600, 80, arrow=True))
shapes.append(line(672, 78, 672, 236, 1.5, "5 5"))
shapes.append(line(672, 236, 476, 236, 1.5, "5 5", arrow=True))
shapes.append(text(466, 241, "on a newer device the driver compiles the PTX at start-up", 14, "end"))

write(__file__, 262, "How nvcc compiles",
      "Host code goes to the C++ compiler. Device code becomes PTX, then SASS. All are linked into one executable; "
      "the driver can compile the PTX again when the program starts.", shapes)
