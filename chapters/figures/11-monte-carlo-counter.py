"""A state that changes with every draw, next to a function of a counter."""

from svg import code, line, rect, text, write

shapes = [text(165, 24, "a state", 16, weight="bold"), text(535, 24, "a counter", 16, weight="bold"), line(340, 14, 340, 232, 0.6, "4 4")]
for i in range(4):
    x = 20 + i * 80
    shapes += [rect(x, 60, 50, 44, "first"), text(x + 25, 87, f"s{'₀₁₂₃'[i]}", 16, style="italic"), line(x + 25, 104, x + 25, 150, 1.5, arrow=True),
               text(x + 25, 168, "word", 13)]
    if i < 3:
        shapes.append(line(x + 50, 82, x + 80, 82, 1.5, arrow=True))
shapes += [text(165, 206, "each draw changes the state;", 14), text(165, 225, "a jump needs mathematics", 14)]
for i, (path, draw) in enumerate(((0, 0), (0, 1), (1, 0), (999999, 7))):
    x = 358 + i * 92
    shapes += [code(x + 40, 46, f"{path},{draw}", 12.5), line(x + 40, 52, x + 40, 68, 1.5, arrow=True), rect(x, 70, 80, 34, "second"),
               text(x + 40, 92, "ten rounds", 13)]
    paths = "".join(f"M{x + 12 + w * 18.7:g} 104v34m-7 2h14v14h-14z" for w in range(4))
    shapes.append(f'<path d="{paths}" fill="none" stroke="currentColor" stroke-width="1.2"/>')
shapes += [code(535, 176, "path,draw", 12.5), text(535, 206, "four words from each counter, in any order;", 14), text(535, 225, "nothing is kept", 14)]

write(__file__, 240, "State and counter", "Left, four states in a row, each made from the one before and giving a word. Right, four counters, each turned "
      "into four words by ten rounds.", shapes)
