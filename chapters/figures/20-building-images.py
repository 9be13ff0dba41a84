"""Which code runs on which device: the rules, written out."""

from svg import code, line, rect, text, write

DEVICES = [(8, 0), (8, 6), (8, 9), (9, 0), (10, 0), (10, 3), (12, 0)]
CODES = ["sm_80", "sm_86", "sm_90", "sm_90a", "sm_100f", "compute_80", "compute_90", "compute_90a", "compute_100f"]
LEFT, TOP, WIDTH, ROW = 160, 44, 74, 27


def runs(name, device):
    """The rules of the chapter for one kind of code each."""
    version = name.split("_")[1]
    major, minor = divmod(int(version.rstrip("af")), 10)
    if version.endswith("a"):
        return device == (major, minor)
    if name.startswith("sm_") or version.endswith("f"):
        return device[0] == major and device[1] >= minor
    return device >= (major, minor)


shapes = [text(LEFT - 14, 28, "runs on", 14, "end")]
shapes += [code(LEFT + WIDTH * (column + 0.5), 28, f"{major}.{minor}", 14) for column, (major, minor) in enumerate(DEVICES)]
for row, name in enumerate(CODES):
    y = TOP + ROW * row + (10 if name.startswith("compute_") else 0)
    shapes.append(code(LEFT - 14, y + 17, name, 14, "end"))
    for column, device in enumerate(DEVICES):
        x = LEFT + WIDTH * column
        shapes.append(rect(x, y, WIDTH - 4, ROW - 4, "none", 0.5))
        if runs(name, device):
            shapes.append(rect(x, y, WIDTH - 4, ROW - 4, "first" if name.startswith("sm_") else "second", 1.5))
            shapes.append(text(x + WIDTH / 2 - 2, y + 16, "SASS" if name.startswith("sm_") else "JIT", 12))
shapes.append(line(LEFT - 120, TOP + 5 * ROW + 3, LEFT + WIDTH * len(DEVICES), TOP + 5 * ROW + 3, 0.5))

write(__file__, TOP + ROW * len(CODES) + 16, "Which code runs where", "Rows are kinds of code, columns devices. SASS runs within its major version, upwards; PTX on all that is not older; "
      "with an a on one version only, with an f within one major version.", shapes)
