"""A wrong answer written as an edit of the solution, and why it must fail.

    fails: the doctest test case that must fail     (or, where loom is what notices)
    finds: the kind of loom's finding
    <<<<
    old text, which occurs exactly once in the solution: whole lines, or a part of one
    ====
    new text
    >>>>

Several blocks may follow each other. A whole file says its reason in its first line, `// fails: …` or `// finds: …`.
"""
from __future__ import annotations

import re

REASON = re.compile(r"(?://\s*)?(fails|finds):\s*(.+?)\s*$")
OPENS, TURNS, CLOSES = "<<<<", "====", ">>>>"


class Mistake(Exception):
    """A wrong answer that cannot be made; says where and why."""


def reason_of(text: str) -> tuple[str, str]:
    """('fails', test case) or ('finds', kind), from the first line."""
    first = text.split("\n", 1)[0]
    match = REASON.match(first)
    if not match:
        raise Mistake("line 1: says neither `fails: <test case>` nor `finds: <kind>`")
    return match.group(1), match.group(2)


def blocks_of(edit: str) -> list[tuple[int, str, str]]:
    """(line, old text, new text) of every block."""
    blocks, old, new, part, opened = [], [], [], None, 0
    for number, line in enumerate(edit.splitlines()[1:], 2):
        if part is None and line == OPENS:
            old, new, part, opened = [], [], "old", number
        elif part is None and line.strip():
            raise Mistake(f"line {number}: stands outside the blocks")
        elif part == "old" and line == TURNS:
            part = "new"
        elif part == "new" and line == CLOSES:
            blocks.append((opened, "\n".join(old), "\n".join(new)))
            part = None
        elif part:
            (old if part == "old" else new).append(line)
    if part:
        raise Mistake(f"line {opened}: this block never ends; close it with {CLOSES}")
    if not blocks:
        raise Mistake(f"has no block; open one with {OPENS}")
    return blocks


def apply(edit: str, solution: str) -> str:
    edited = solution
    for line, old, new in blocks_of(edit):
        times = edited.count(old) if old.strip() else 0
        if times != 1:
            raise Mistake(f"line {line}: the old text occurs {times} times in the solution, not once")
        edited = edited.replace(old, new)
    if edited == solution:
        raise Mistake("changes nothing")
    return edited
