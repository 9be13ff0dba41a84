"""Twenty bytes in five words, and the four at position 5 of them."""

from svg import code, line, rect, text, write

WIDE, LEFT, TOP, HIGH = 33, 30, 40, 36
LETTERS = "O Mouse, do you know"
PLACE = 5

shapes = [text(LEFT + 8 * WIDE, 20, "own 16 bytes, one load", 14), text(LEFT + 18 * WIDE, 20, "the next word", 14)]
for word in range(5):
    shapes.append(rect(LEFT + 4 * word * WIDE + 1, TOP, 4 * WIDE - 2, HIGH, "first" if word < 4 else "second"))
shapes += [code(LEFT + (k + 0.5) * WIDE, TOP + 24, letter if letter != " " else "\N{OPEN BOX}", 17) for k, letter in enumerate(LETTERS)]
shapes += [code(LEFT + (k + 0.5) * WIDE, TOP + HIGH + 16, str(k), 11) for k in range(20)]
shapes.append(rect(LEFT + PLACE * WIDE, TOP - 5, 4 * WIDE, HIGH + 10, stroke=3))
below = TOP + HIGH + 62
shapes += [line(LEFT + (PLACE + 2) * WIDE, TOP + HIGH + 22, LEFT + (PLACE + 2) * WIDE, below - 4, arrow=True),
           rect(LEFT + PLACE * WIDE, below, 4 * WIDE, HIGH, "quiet")]
shapes += [code(LEFT + (PLACE + k + 0.5) * WIDE, below + 24, LETTERS[PLACE + k], 17) for k in range(4)]
shapes.append(code(LEFT + 9.4 * WIDE, below + 24, "__funnelshift_r(words[1], words[2], 8)", 14, "start"))

write(__file__, below + HIGH + 8, "Four bytes at any position", "Twenty letters in five boxes of four. A frame around letters 5 to 8 covers three letters of the second box and one of the third.", shapes)
