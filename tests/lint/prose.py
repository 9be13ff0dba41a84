"""The words in a file: the prose of a page, and the comments and strings of code. Everything else is left out, and lines keep their numbers."""
from __future__ import annotations

import pathlib
import re

CUT = "\0"  # what is left out; no phrase reaches across

C_LIKE = r"""//[^\n]* | /\*.*?\*/ | R"\((?P<raw>.*?)\)" | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])'"""
QUOTED = r"""'''.*?''' | "{3}.*?"{3} | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'"""
TOKENS = {ending: re.compile(pattern, re.DOTALL | re.VERBOSE) for endings, pattern in {
    (".cu", ".cuh", ".cpp", ".hpp", ".h", ".c", ".css"): C_LIKE,
    (".js", ".mjs"): r"//[^\n]* | /\*.*?\*/ | `(?:\\.|[^`\\])*` | " + QUOTED,
    (".py", "weft", ".build"): r"\#[^\n]* | " + QUOTED,
    (".lua",): r"--\[(=*)\[.*?\]\1\] | --[^\n]* | \[(=*)\[.*?\]\2\] | " + QUOTED,
}.items() for ending in endings}
LEADER = re.compile(r"^[ \t]*(?://+|/\*+|\*+/?|\#+|--+)?[ \t]*|[ \t]*\*+/$", re.MULTILINE)

FENCE = re.compile(r"^(?P<marks> *(?P<fence>`{3,}|~{3,}))(?P<language>[^\n]*)\n(?P<body>.*?)^(?P=marks) *$", re.DOTALL | re.MULTILINE)
LEFT_OUT = re.compile(r"""`[^`\n]+(?:\n[^`\n]+)?` | \]\([^)\n]*\) | \b(?:measured|predicted|counted|quoted|holds)="[^"]*" """, re.VERBOSE)


def prose(name: str, text: str) -> str | None:
    """The words of this file; None where its kind has none."""
    ending = pathlib.Path(name).suffix or pathlib.Path(name).name
    if ending in (".md", ".html"):
        return page(text)
    if ending == ".edit":  # the names of the cases that fail, before the first edit
        head = text.split("<<<<", 1)[0]
        return head + cut(text[len(head):])
    if ending == ".txt" and name.startswith("tests/mutants/"):  # an explanation is indented
        return "\n".join(line if line.startswith(" ") else CUT for line in text.split("\n"))
    return code(text, TOKENS[ending]) if ending in TOKENS else None


def page(text: str) -> str:
    """Prose, and the comments and strings of CUDA fences. `Code`, addresses and expressions are left out."""
    words, end = "", 0
    for fence in FENCE.finditer(text):
        words += inline(text[end:fence.start()]) + cut(text[fence.start():fence.start("body")])
        words += code(fence["body"], TOKENS[".cu"]) if "cuda" in fence["language"] else cut(fence["body"])
        end = fence.end("body")
    return words + inline(text[end:])


def inline(text: str) -> str:
    def kept(found: re.Match) -> str:
        return "`" + "\n" * found[0].count("\n") if found[0][0] == "`" else "](" if found[0][0] == "]" else found[0].split('"')[0]
    return LEFT_OUT.sub(kept, text)


def code(text: str, tokens: re.Pattern) -> str:
    """Comments without their marks and strings without their quotes; lines of comments, and strings that follow one another, read on."""
    words, end = "", 0
    for token in tokens.finditer(text):
        words += cut(text[end:token.start()])
        quote = token[0][0]
        words += token[0].strip(quote) if quote in "\"'`" else LEADER.sub("", token[0])
        end = token.end()
    return words + cut(text[end:])


def cut(text: str) -> str:
    """White space of at most one line's end stays, so that a comment reads on in the next line."""
    return "\n".join(CUT if line.strip() else "" for line in text.split("\n"))
