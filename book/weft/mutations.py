"""Small faults, as a hurried programmer makes them, in what an exercise asks the reader to write.

`mutants_of(solution)` yields the solution with one fault at a time. Only code between the marks of a solution is touched, and
neither comments nor strings are.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from weft import regions

# What is replaced, and by what. An operator stands between spaces, which brackets of templates and pointers do not.
SWAPS = {
    "comparison": (r"(?<=\s)(?:<=|>=|<|>|==|!=)(?=\s)", {"<": ["<="], "<=": ["<"], ">": [">="], ">=": [">"], "==": ["!="], "!=": ["=="]}),
    "arithmetic": (r"(?<=\s)[-+*/%](?=\s)", {"+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"]}),
    "assignment": (r"(?<=\s)[-+*]=(?=\s)", {"+=": ["-=", "="], "-=": ["+=", "="], "*=": ["/=", "="]}),
    "logic": (r"(?<=\s)(?:&&|\|\|)(?=\s)", {"&&": ["||"], "||": ["&&"]}),
    "negation": (r"(?<=[\s(])!(?=[\w(])", {"!": [""]}),
    "axis": (r"(?<=(?:Idx|Dim)\.)[xy]\b", {"x": ["y"], "y": ["x"]}),
    "truth": (r"\b(?:true|false)\b", {"true": ["false"], "false": ["true"]}),
    "width": (r"\b(?:std::size_t|unsigned long long)\b", {"std::size_t": ["unsigned"], "unsigned long long": ["unsigned"]}),
    "precision": (r"\bdouble\b", {"double": ["float"]}),
    "barrier": (r"\b__sync(?:threads|warp)\([^;()]*\);", None),
}
NUMBER = re.compile(r"(?<![\w.])(\d+)(?=(?:[uU]|[lL]|u?ll)?(?![\w.]))")
CHECKED = re.compile(r"\bweft::check\(")
GUARD = re.compile(r"\bif \(")
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)


@dataclass(frozen=True)
class Mutant:
    kind: str
    line: int  # of the solution, from 1
    before: str  # that line, less the space around it
    after: str  # what became of it
    text: str  # the whole solution with this fault

    def __str__(self) -> str:
        return f"{self.before}  =>  {self.after or '(nothing)'}"


def mutants_of(solution: str) -> Iterator[Mutant]:
    code = NOT_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), solution)
    for first, last in regions.spans_of(solution):
        for kind, start, end, new in sorted(faults(code, first, last), key=lambda fault: fault[1:]):
            text = solution[:start] + new + solution[end:]
            line = solution.count("\n", 0, start) + 1
            yield Mutant(kind, line, solution.splitlines()[line - 1].strip(), text.splitlines()[line - 1].strip(), text)


def faults(code: str, first: int, last: int) -> Iterator[tuple[str, int, int, str]]:
    """(kind, start, end, new text) of every fault between two places of the code."""
    for kind, (pattern, swaps) in SWAPS.items():
        for match in re.compile(pattern).finditer(code, first, last):
            for new in swaps[match[0]] if swaps else [""]:
                yield kind, match.start(), match.end(), new
    for match in NUMBER.finditer(code, first, last):
        yield "off by one", match.start(1), match.end(1), str(int(match[1]) + 1)
    for match in CHECKED.finditer(code, first, last):
        yield "unchecked", match.start(), match.end(), "static_cast<void>("
    for match in GUARD.finditer(code, first, last):
        closes = closing(code, match.end() - 1)
        yield "guard", match.end(), closes, "true"
    for start, end in statements(code, first, last):
        yield "statement", start, end, ""


def statements(code: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Statements that stand alone on a line. Those that declare something do not compile without it, and count for nothing."""
    at = first
    for line in code[first:last].splitlines(keepends=True):
        inner = line.strip()
        if inner.endswith(";") and balanced(inner) and not inner.startswith("__sync"):
            start = at + line.index(inner)
            yield start, start + len(inner)
        at += len(line)


def balanced(text: str) -> bool:
    return all(text.count(opening) == text.count(ending) for opening, ending in ("()", "{}", "[]"))


def closing(code: str, opening: int) -> int:
    """Where the bracket closes that opens at this place."""
    depth = 0
    for at in range(opening, len(code)):
        depth += {"(": 1, ")": -1}.get(code[at], 0)
        if depth == 0:
            return at
    raise ValueError(f"the bracket at {opening} is not closed")
