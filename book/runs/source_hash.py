"""The hash that identifies a program: over its code and the code of everything it includes from the book.

Comments and layout do not count, so a better comment does not make a record stale; any other change of a token does. The text is split as
C++ splits it: lines that end in a backslash are joined, comments become a space, and literals (raw strings and digit separators included)
stay whole. A preprocessor directive ends at its line end. Files are taken in the order in which the program first includes them, each once,
by the spelling of the #include, so neither the order of a folder nor the path of the checkout matters. An included file that is in none of
the roots, such as <cstdio>, counts only by its name. Both branches of an #if are read. An #include whose name is a macro is not followed.

A file that cannot be read is an OSError; text that is not UTF-8 or not C++ is hashed as it is and is not an error.
"""
from __future__ import annotations

import functools
import hashlib
import json
import os
import pathlib
import re
from collections.abc import Iterable

DIGITS = 16  # hexadecimal digits of SHA-256: 64 bits

RAW = r'\b(?:u8|[uUL])?R"(?P<delimiter>[^()\\\s"]{0,16})\((?s:.*?)\)(?P=delimiter)"'
STRING = r'"(?:\\(?s:.)|[^"\\\n])*"'
CHARACTER = r"'(?:\\(?s:.)|[^'\\\n])+'"
SEPARATED = r"\b\d[\w.]*(?:'[\w.]+)+"  # 1'000: its quotation mark starts no character literal
COMMENT = r"//(?:\\\n|[^\n])*|/\*(?s:.*?)\*/"
NUMBER = r"\.?\d(?:[eEpP][+-]|'?\w|\.)*"
OPERATOR = r"<=>|->\*|\.\.\.|<<<|>>>|<<=|>>=|::|\.\*|->|\+\+|--|<<|>>|[-+*/%&|^<>=!]=|&&|\|\||##"

# Literals are matched here only so that nothing in them is taken for a comment.
COMMENTS = re.compile(rf"(?P<raw>{RAW})|(?P<comment>{COMMENT})|{STRING}|{CHARACTER}|{SEPARATED}|\\\n")
TOKEN = re.compile(rf"{RAW}|(?:\b(?:u8|[uUL]))?(?:{STRING}|{CHARACTER})|{NUMBER}|\w+|{OPERATOR}|\S")
DIRECTIVE_OR_TOKEN = re.compile(rf"^[ \t]*(?P<directive>#(?:{RAW.replace('delimiter', 'within')}|[^\n])*)|{TOKEN.pattern}", re.MULTILINE)
INCLUDE = re.compile(r'#\s*include\s*(?:"(?P<quoted>[^"\n]+)"|<(?P<angled>[^>\n]+)>)')
FUNCTION_MACRO = re.compile(r"#\s*define\s+\w+\(")  # with a space before the parenthesis, it would be a macro without parameters


def hash_of(path: pathlib.Path, roots: list[pathlib.Path], extra: Iterable[str] = ()) -> str:
    """The hash of the program at this path. Includes are looked up in the folder of the including file (if quoted) and then in the roots, in order.

    `extra` is what identifies the program besides its code, such as its expected exit status and its numbers of processes.
    """
    found: dict[str, str] = {}
    read_into(found, os.path.abspath(path), [os.path.abspath(root) for root in roots])
    return hashlib.sha256(json.dumps([*found.values(), list(extra)]).encode()).hexdigest()[:DIGITS]


def read_into(found: dict[str, str], path: str, roots: list[str]) -> None:
    """Adds the hashes of this file and of what it includes, unless the file is there already, as in a cycle of includes."""
    if path in found:
        return
    entry = os.stat(path)
    found[path], includes = parsed(path, entry.st_mtime_ns, entry.st_size)
    for name, quoted in includes:
        candidates = (os.path.join(folder, name) for folder in ([os.path.dirname(path), *roots] if quoted else roots))
        if included := next(filter(os.path.isfile, candidates), None):
            read_into(found, os.path.normpath(included), roots)


@functools.cache
def parsed(path: str, modified: int, size: int) -> tuple[str, list[tuple[str, bool]]]:
    """The hash of a file's tokens, and what the file includes: name, and whether it is quoted. Time and size belong to the cache's key."""
    tokens = tokens_of(pathlib.Path(path).read_text(encoding="utf-8", errors="surrogateescape"))
    includes = [(match["quoted"] or match["angled"], bool(match["quoted"])) for match in map(INCLUDE.match, tokens) if match]
    return hashlib.sha256("\0".join(tokens).encode("utf-8", "surrogateescape")).hexdigest(), includes


def tokens_of(text: str) -> list[str]:
    """The tokens of a text. A directive is one of them."""
    text = COMMENTS.sub(without_comment, text)
    return [directive(match["directive"]) if match["directive"] else match[0] for match in DIRECTIVE_OR_TOKEN.finditer(text)]


def without_comment(match: re.Match) -> str:
    if match["raw"]:
        return match[0]
    return " " if match["comment"] else match[0].replace("\\\n", "")


def directive(line: str) -> str:
    """A directive's tokens, separated by one space each; a name in an #include is one token."""
    if include := INCLUDE.match(line):
        return f'#include "{include["quoted"]}"' if include["quoted"] else f'#include <{include["angled"]}>'
    tokens = [match[0] for match in TOKEN.finditer(line)]
    if FUNCTION_MACRO.match(line):
        tokens[2:4] = ["".join(tokens[2:4])]
    return " ".join(tokens)
