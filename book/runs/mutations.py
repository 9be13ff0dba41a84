"""Small faults, as a hurried programmer makes them, in the code that an exercise leaves to the reader.

`mutants_of(solution)` yields the solution with one fault at a time. Only code between the marks of a solution is touched, and
neither comments nor strings are.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from runs import regions


def swapped(*pairs: str) -> dict[str, list[str]]:
    """{"a": ["b"], "b": ["a"]} for "a b", and so on."""
    return {one: [other] for pair in pairs for one, other in (pair.split(), reversed(pair.split()))}


# What is replaced, and by what. An operator is between spaces, which brackets of templates and pointers do not.
SWAPS = {
    "comparison": (r"(?<=\s)(?:<=|>=|<|>|==|!=)(?=\s)", swapped("< <=", "> >=", "== !=")),
    "arithmetic": (r"(?<=\s)[-+*/%](?=\s)", swapped("+ -", "* /") | {"%": ["/"]}),
    "assignment": (r"(?<=\s)[-+*]=(?=\s)", {"+=": ["-=", "="], "-=": ["+=", "="], "*=": ["/=", "="]}),
    "bits": (r"(?<=\s)(?:[&|^]|<<|>>)=?(?=\s)", swapped("& |", "&= |=", "<< >>", "<<= >>=") | {"^": ["|"], "^=": ["|="]}),
    "logic": (r"(?<=\s)(?:&&|\|\|)(?=\s)", swapped("&& ||")),
    "negation": (r"(?<=[\s(])!(?=[\w(])", {"!": [""]}),
    "axis": (r"(?<=(?:Idx|Dim)\.)[xyz]\b", swapped("x y") | {"z": ["x"]}),
    "truth": (r"\b(?:true|false)\b", swapped("true false")),
    "width": (r"\b(?:std::size_t|std::u?int64_t|(?:unsigned )?long long)\b|(?<=\d)u?ll\b",
              {"std::size_t": ["unsigned"], "std::uint64_t": ["std::uint32_t"], "std::int64_t": ["std::int32_t"],
               "unsigned long long": ["unsigned"], "long long": ["int"], "ull": ["u"], "ll": [""]}),
    "precision": (r"\bdouble\b", {"double": ["float"]}),
    "extreme": (r"\b(?:f?min|f?max|fminf|fmaxf|atomicMin|atomicMax)(?=[(<])",
                swapped("min max", "fmin fmax", "fminf fmaxf", "atomicMin atomicMax")),
    "library": (r"(?<=\bCUBLAS_)(?:OP_[NT]|FILL_MODE_(?:LOWER|UPPER)|SIDE_(?:LEFT|RIGHT)|DIAG_(?:NON_)?UNIT)\b",
                swapped("OP_N OP_T", "FILL_MODE_LOWER FILL_MODE_UPPER", "SIDE_LEFT SIDE_RIGHT", "DIAG_UNIT DIAG_NON_UNIT")),
    "barrier": (r"\b__sync(?:threads|warp)\([^;()]*\);", None),
}
LAUNCH = re.compile(r"<<<")
KERNEL = re.compile(r"\b__global__\b")
# A kernel's body, done by one thread for all, and by one block for all. The parameters hide CUDA's own variables. No test
# launches more than 4,096 blocks in a row; some imagine a grid of billions, which would take hours.
BY_ONE_THREAD = ("const auto of_thread = [&](uint3 blockIdx, uint3 threadIdx) { ",
                 "\n}; if (blockIdx.x + blockIdx.y + blockIdx.z + threadIdx.x + threadIdx.y + threadIdx.z == 0)"
                 " for (uint3 b{}; b.z < gridDim.z; ++b.z) for (b.y = 0; b.y < gridDim.y; ++b.y) for (b.x = 0; b.x < gridDim.x && b.x < 4096; ++b.x)"
                 " for (uint3 t{}; t.z < blockDim.z; ++t.z) for (t.y = 0; t.y < blockDim.y; ++t.y) for (t.x = 0; t.x < blockDim.x; ++t.x)"
                 " of_thread(b, t); ")
BY_ONE_BLOCK = ("const auto of_block = [&](uint3 blockIdx) { ",
                "\n}; if (blockIdx.x + blockIdx.y + blockIdx.z == 0)"
                " for (uint3 b{}; b.z < gridDim.z; ++b.z) for (b.y = 0; b.y < gridDim.y; ++b.y) for (b.x = 0; b.x < gridDim.x && b.x < 4096; ++b.x)"
                " { of_block(b); __syncthreads(); } ")
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
        found = [*faults(code, first, last), *serial(solution, code, first, last)]
        for kind, start, end, new in sorted(found, key=lambda fault: fault[1:]):
            text = solution[:start] + new + solution[end:]
            line = solution.count("\n", 0, start) + 1
            yield Mutant(kind, line, solution.splitlines()[line - 1].strip(), text.splitlines()[line - 1].strip(), text)


def faults(code: str, first: int, last: int) -> Iterator[tuple[str, int, int, str]]:
    """(kind, start, end, new text) of every fault between two positions in the code."""
    for kind, (pattern, swaps) in SWAPS.items():
        for match in re.compile(pattern).finditer(code, first, last):
            for new in swaps[match[0]] if swaps else [""]:
                yield kind, match.start(), match.end(), new
    for match in NUMBER.finditer(code, first, last):
        for other in (int(match[1]) + 1, int(match[1]) - 1):
            if other >= 0:
                yield "off by one", match.start(1), match.end(1), str(other)
    for match in CHECKED.finditer(code, first, last):
        yield "unchecked", match.start(), match.end(), "static_cast<void>("
    for match in GUARD.finditer(code, first, last):
        closes = closing(code, match.end() - 1)
        for always in ("true", "false"):
            yield "guard", match.end(), closes, always
    for start, end in statements(code, first, last):
        yield "statement", start, end, ""


def serial(solution: str, code: str, first: int, last: int) -> Iterator[tuple[str, int, int, str]]:
    """The same work done by one thread, and by one block: as launched, and within the kernel."""
    for start, grid, block in launches(code, first, last):
        if code[start:block].replace(" ", "") != "1,1":
            yield "one thread", start, block, "1, 1"
        if code[start:grid].strip() != "1":
            yield "one block", start, grid, "1"
    for start, end in kernels(code, first, last):
        for kind, (before, after) in (("one thread", BY_ONE_THREAD), ("one block", BY_ONE_BLOCK)):
            yield kind, start, end, before + solution[start:end] + after


def launches(code: str, first: int, last: int) -> Iterator[tuple[int, int, int]]:
    """Of every launch, where the size of its grid begins and ends, and where that of its blocks ends."""
    for match in LAUNCH.finditer(code, first, last):
        ends, depth = [], 0
        for at in range(match.end(), last):
            depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(code[at], 0)
            if depth == 0 and (code[at] == "," or code.startswith(">>>", at)):
                ends.append(at)
            if depth == 0 and code.startswith(">>>", at):
                break
        yield match.end(), ends[0], ends[1]


def kernels(code: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    """What stands between two positions of every kernel's body: from its first statement to its last."""
    for match in KERNEL.finditer(code):
        opening = code.find("{", match.end())
        if opening < 0 or ";" in code[match.end():opening]:
            continue  # a declaration
        start, end = max(first, opening + 1), min(last, closing(code, opening, "{}"))
        if body := code[start:end].strip():
            start = code.index(body, start)
            yield start, start + len(body)


def statements(code: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Statements on a line of their own. A program without one of its declarations does not compile, so those are not counted."""
    at = first
    for line in code[first:last].splitlines(keepends=True):
        inner = line.strip()
        if inner.endswith(";") and balanced(inner) and not inner.startswith("__sync"):
            start = at + line.index(inner)
            yield start, start + len(inner)
        at += len(line)


def balanced(text: str) -> bool:
    return all(text.count(opening) == text.count(ending) for opening, ending in ("()", "{}", "[]"))


def closing(code: str, opening: int, pair: str = "()") -> int:
    """The position at which the bracket closes that opens at this position."""
    depth = 0
    for at in range(opening, len(code)):
        depth += (code[at] == pair[0]) - (code[at] == pair[1])
        if depth == 0:
            return at
    raise ValueError(f"the bracket at {opening} is not closed")
