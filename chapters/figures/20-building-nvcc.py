"""What nvcc makes of one file: the device's way above, the host's way below."""

from svg import code, line, rect, text, write

TOP, BOTTOM, HEIGHT = 70, 190, 40


def stage(x, y, width, words, fill="none", what=None):
    shapes = [rect(x, y, width, HEIGHT, fill), code(x + width / 2, y + 25, words, 14)]
    return shapes + ([text(x + width / 2, y + HEIGHT + 16, what, 13)] if what else [])


def arrow(x1, y1, x2, y2):
    return line(x1, y1, x2, y2, arrow=True)


shapes = stage(8, 130, 78, "add.cu", "quiet")
shapes += [rect(110, 44, 372, 98, "none", 1, dash="4 3"), text(116, 38, "device pass, once for each __CUDA_ARCH__", 13, "start")]
shapes += stage(120, TOP, 76, "g++ -E") + stage(220, TOP, 60, "cicc", "first")
shapes += [text(314, TOP + 18, "PTX", 14)] + stage(350, TOP, 66, "ptxas", "first") + [text(449, TOP + 18, "cubin", 14)]
shapes += stage(506, TOP, 94, "fatbinary", "first", "SASS and PTX")
shapes += [text(116, BOTTOM - 10, "host pass", 13, "start")]
shapes += stage(120, BOTTOM, 76, "g++ -E") + stage(220, BOTTOM, 94, "cudafe++", "second") + [text(385, BOTTOM + 18, "C++ with stubs", 14)]
shapes += stage(506, BOTTOM, 94, "g++ -c", "second") + stage(634, 130, 78, "add.o", "quiet")
shapes += [arrow(86, 140, 119, TOP + 26), arrow(86, 160, 119, BOTTOM + 16), arrow(196, TOP + 26, 219, TOP + 26), arrow(280, TOP + 26, 349, TOP + 26),
           arrow(416, TOP + 26, 505, TOP + 26), arrow(196, BOTTOM + 26, 219, BOTTOM + 26), arrow(314, BOTTOM + 26, 505, BOTTOM + 26),
           arrow(553, TOP + HEIGHT + 22, 553, BOTTOM - 1), arrow(600, BOTTOM + 16, 633, 164)]

write(__file__, 240, "What nvcc does with a file", "Two ways from add.cu to add.o. Above: preprocessor, cicc, PTX, ptxas, cubin, for each architecture, "
      "and fatbinary. Below: preprocessor, cudafe++, C++ with stubs, and the host's compiler, which gets the packed device code as well.", shapes)
