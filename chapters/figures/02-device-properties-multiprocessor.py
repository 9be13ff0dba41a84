"""One multiprocessor of compute capability 9.0: four partitions and what they share."""

from svg import rect, text, write

shapes = [rect(6, 10, 708, 400)]
for partition in range(4):
    x = 18 + 172 * partition
    shapes.append(rect(x, 22, 164, 262, "quiet"))
    shapes.append(rect(x + 8, 30, 148, 34, "none"))
    shapes.append(text(x + 82, 52, "warp scheduler", 14))
    shapes.append(rect(x + 8, 70, 148, 50, "second"))
    shapes.append(text(x + 82, 91, "registers", 14))
    shapes.append(text(x + 82, 109, "16,384 words", 14))
    for lane in range(32):
        shapes.append(rect(x + 9 + 18.5 * (lane % 8), 128 + 22 * (lane // 8), 16, 18, "first", 1, 2))
    shapes.append(text(x + 82, 234, "32 lanes", 14))
    shapes.append(rect(x + 8, 244, 148, 32, "first"))
    shapes.append(text(x + 82, 265, "tensor core", 14))
shapes.append(rect(18, 294, 508, 50, "second"))
shapes.append(text(272, 325, "L1 cache and shared memory, 256 KiB", 16))
shapes.append(rect(534, 294, 164, 50, "first"))
shapes.append(text(616, 325, "texture units", 15))
shapes.append(text(360, 382, "The upper parts belong to one partition each, the lower ones to all four.", 15))

write(__file__, 420, "A multiprocessor of compute capability 9.0",
      "Four partitions, each with a warp scheduler, registers, 32 lanes and a tensor core, above the L1 cache, shared "
      "memory and texture units that they share.", shapes)
