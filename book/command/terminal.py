"""Text for a terminal: no line wider than 80 columns or the window, no word broken, formulas without TeX."""
from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from typing import TextIO

WIDEST = 80
SYMBOLS = {"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ", "eta": "η",
           "theta": "θ", "lambda": "λ", "mu": "μ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "omega": "ω",
           "cdot": "·", "times": "×", "dots": "…", "ldots": "…", "cdots": "…", "sum": "∑", "int": "∫", "prod": "∏", "le": "≤",
           "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "approx": "≈", "pm": "±", "in": "∈", "to": "→",
           "infty": "∞", "quad": "  ", "left": "", "right": "", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉"}
GROUP = r"(\{[^{}]*\}|\\[a-zA-Z]+|[^\s\\{}])"  # what TeX takes as one argument
INDEX, POWER = "\ue000", "\ue001"  # for _ and ^ that have been read
TOGETHER = "\ue002"  # for a blank at which no line ends
SUPERSCRIPTS = str.maketrans("0123456789+-ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱ")


def open_what_is_closed() -> bool:
    """A standard stream that is closed would be taken by the first file that is opened; so it becomes /dev/null. False if it was stdout."""
    there = sys.stdout is not None
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)
    os.close(number)
    sys.stdin = sys.stdin or open(0, encoding="utf-8", closefd=False)
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8", closefd=False)
    return there


def width() -> int:
    return min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns)


def paragraphs(text: str) -> str:
    """Text of a chapter, each paragraph and each item of a list set for the terminal; code stays as it is."""
    parts = re.split(r"(```.*?```)", references(formulas(text)), flags=re.S)
    return "".join(part if number % 2 else "\n\n".join(block(each) for each in part.split("\n\n"))
                   for number, part in enumerate(parts))


def references(text: str) -> str:
    """`[](05-vectors.md)` as "Chapter 5". What an id stands for only pages know, so it is said as it is written: “float or double”."""
    def words(link: re.Match) -> str:
        number, anchor = link[1], (link[2] or "").replace("-", " ")
        chapter = number and (f"Chapter {int(number)}" if number.isdigit() else f"Appendix {number.upper()}")
        return " in ".join(part for part in (anchor and f"“{anchor}”", chapter) if part)
    return re.sub(r"\[\]\((?!\))(?:(\d+|[a-z])-[a-z0-9-]+\.md)?(?:#([a-z0-9-]+))?\)", words, text)


def block(text: str) -> str:
    """A paragraph, or a list, whose items are indented under their marks."""
    if not text.strip():
        return text
    items = re.split(r"\n(?=(?:-|\*|\d+\.) )", text)
    return "\n".join(fill(item, len(mark[0]) if (mark := re.match(r"(?:-|\*|\d+\.) +", item)) else 0) for item in items)


def say(text: object, file: TextIO | None = None) -> None:
    """Prints a sentence of ours, within the width; of several lines only the last is ours, the others are a compiler's. A command with which
    it ends stays on one line, to be copied."""
    others, end, sentence = str(text).rpartition("\n")
    words, colon, command = re.fullmatch(r"(.*?)((?:: )?)((?:(?<=: )(?:\./weft|sudo|rm|cp) .*)?)", sentence).groups()
    whole = command.replace(" ", TOGETHER) if len(command) <= width() else command
    print(others + end + fill(words + colon + whole).replace(TOGETHER, " "), file=file, flush=True)


def fill(text: str, indent: int = 0) -> str:
    return textwrap.fill(text, width(), subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)


def formulas(text: str) -> str:
    """`$n^2$` as n²; what is in backticks is code and stays."""
    parts = re.split(r"(`[^`]*`|\$\$?[^$]+\$\$?)", text)
    return "".join(formula(part.strip("$")) if part.startswith("$") else part for part in parts)


def formula(tex: str) -> str:
    tex = re.sub(r"\\(?:text|mathrm|operatorname|mathbf)\s*\{([^{}]*)\}", r"\1", tex)
    tex = tex.replace("\\,", " ").replace("\\;", " ").replace("\\ ", " ").replace("\\!", "").replace("\\{", "❴").replace("\\}", "❵")
    for _ in range(len(tex)):  # from the inside out
        simpler = re.sub(rf"\\d?t?frac\s*{GROUP}\s*{GROUP}", lambda found: f"{operand(found[1])}/{operand(found[2])}", tex)
        simpler = re.sub(rf"\\sqrt\s*{GROUP}", lambda found: f"√{operand(found[1])}", simpler)
        simpler = re.sub(rf"\^\s*{GROUP}", lambda found: raised(found[1]), simpler)
        simpler = re.sub(rf"_\s*{GROUP}", lambda found: f"{INDEX}{operand(found[1])}", simpler)
        if simpler == tex:
            break
        tex = simpler
    tex = re.sub(r"\\([a-zA-Z]+)", lambda found: SYMBOLS.get(found[1], found[1]), tex)
    return re.sub(r"[{}]", "", tex).replace("❴", "{").replace("❵", "}").replace(INDEX, "_").replace(POWER, "^")


def operand(group: str) -> str:
    inner = group.strip("{}")
    return inner if re.fullmatch(r"[\w.…∞]+|\\[a-zA-Z]+", inner) else f"({inner})"


def raised(group: str) -> str:
    inner = group.strip("{}")
    if re.fullmatch(r"[0-9+\-ni]+", inner):
        return inner.translate(SUPERSCRIPTS)
    return f"{POWER}{operand(group)}"
