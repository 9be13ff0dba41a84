"""A large GPU in outline, from the bus and the memory at its edge to the multiprocessors."""

from svg import line, rect, text, write

shapes = [rect(110, 56, 500, 316)]
shapes.append(text(360, 46, "bus to the host", 15))
shapes.append(line(440, 41, 440, 58, 2, arrow=True))
shapes.append(line(280, 58, 280, 41, 2, arrow=True))
for side in (0, 1):
    for stack in range(3):
        x, y = (10, 616)[side], 74 + 100 * stack
        shapes.append(rect(x, y, 94, 80, "second"))
        shapes.append(text(x + 47, y + 36, "memory", 14))
        shapes.append(text(x + 47, y + 55, "stack", 14))
for row in range(2):
    for cluster in range(4):
        x, y = 122 + 121 * cluster, 68 + 192 * row
        shapes.append(rect(x, y, 113, 100, "quiet"))
        for sm in range(16):
            shapes.append(rect(x + 8 + 25 * (sm % 4), y + 8 + 22 * (sm // 4), 21, 18, "first", 1, 2))
shapes.append(rect(122, 180, 476, 68, "second"))
shapes.append(text(360, 220, "L2 cache, shared by all", 16))
for x, fill, words in ((140, "first", "multiprocessor"), (320, "quiet", "cluster"), (450, "second", "memory and its cache")):
    shapes.append(rect(x, 388, 18, 18, fill))
    shapes.append(text(x + 26, 403, words, anchor="start"))

write(__file__, 420, "A GPU in outline",
      "Clusters of multiprocessors around a common L2 cache, memory stacks at both edges, and the bus to the host.",
      shapes)
