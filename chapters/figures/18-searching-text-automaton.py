"""The Aho-Corasick automaton for he, she, his and hers."""

from svg import FILLS, code, line, text, write

AT = {0: (50, 130), 1: (190, 70), 2: (190, 190), 3: (330, 70), 4: (330, 130), 5: (330, 190), 6: (470, 70), 7: (470, 130), 8: (470, 190), 9: (610, 70)}
EDGES = [(0, 1, "h"), (0, 2, "s"), (1, 3, "e"), (1, 4, "i"), (2, 5, "h"), (3, 6, "r"), (4, 7, "s"), (5, 8, "e"), (6, 9, "s")]
BACK = [(5, 1), (8, 3), (7, 2), (9, 2)]
ENDS = {3: "he", 7: "his", 8: "she, he", 9: "hers"}
R = 17

shapes = []
for a, b in BACK:
    (x1, y1), (x2, y2) = AT[a], AT[b]
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    if a == 9:  # round the others
        shapes.append(f'<path d="M{x1} {y1 + R}V240H{x2}V{y2 + R}" fill="none" stroke="#e0923f" style="stroke:var(--figure-2, #e0923f)" stroke-width="1.5" stroke-dasharray="5 4"/>')
    else:
        shapes.append(f'<path d="M{x1 + R * ux:.0f} {y1 + R * uy:.0f}L{x2 - R * ux:.0f} {y2 - R * uy:.0f}" fill="none" stroke="#e0923f"'
                      ' style="stroke:var(--figure-2, #e0923f)" stroke-width="1.5" stroke-dasharray="5 4"/>')
for a, b, letter in EDGES:
    (x1, y1), (x2, y2) = AT[a], AT[b]
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    shapes += [line(x1 + R * ux, y1 + R * uy, x2 - R * ux, y2 - R * uy, arrow=True), code((x1 + x2) / 2 - 4, (y1 + y2) / 2 - 7, letter, 16)]
for state, (x, y) in AT.items():
    fill = FILLS["first" if state in ENDS else "quiet"]
    shapes += [f'<circle cx="{x}" cy="{y}" r="{R}" {fill} stroke="currentColor" stroke-width="1.5"/>', text(x, y + 5, str(state), 14)]
shapes += [text(AT[3][0], AT[3][1] - 24, "he", 14, style="italic"), text(AT[7][0] + 25, AT[7][1] + 5, "his", 14, "start", style="italic"),
           text(AT[8][0] + 25, AT[8][1] + 5, "she, he", 14, "start", style="italic"), text(AT[9][0], AT[9][1] - 24, "hers", 14, style="italic")]

write(__file__, 252, "An Aho-Corasick automaton", "A tree of ten states for he, she, his and hers. Dashed lines lead from sh to h, from she to he, from his to s and from hers to s.", shapes)
