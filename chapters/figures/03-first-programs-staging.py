"""Data from pageable memory are copied twice; from pinned memory, once."""

from svg import line, rect, text, write

shapes = [
    rect(20, 40, 440, 240, "quiet"), text(240, 28, "host", 16, weight="bold"),
    rect(540, 40, 160, 240, "quiet"), text(620, 28, "device", 16, weight="bold"),
    rect(560, 60, 120, 200, "first"), text(620, 165, "global memory", 14),
    rect(40, 70, 150, 70, "first", dash="6 4"), text(115, 100, "pageable", 15), text(115, 120, "may be moved", 14, style="italic"),
    rect(330, 80, 110, 50, "second"), text(385, 102, "staging", 14), text(385, 119, "buffer", 14),
    line(190, 105, 326, 105, 2.5, arrow=True), text(258, 95, "the CPU copies", 14), text(258, 126, "piece by piece", 14),
    line(440, 105, 556, 105, 2.5, arrow=True), text(498, 95, "DMA", 14),
    rect(40, 190, 150, 70, "second"), text(115, 220, "pinned", 15), text(115, 240, "stays put", 14, style="italic"),
    line(190, 225, 556, 225, 2.5, arrow=True), text(373, 215, "DMA", 14),
]

write(__file__, 296, "The staging buffer",
      "Pageable memory is copied by the CPU into a staging buffer and fetched from there by the device. Pinned memory "
      "is fetched directly.", shapes)
