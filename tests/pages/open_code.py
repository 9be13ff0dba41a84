#!/usr/bin/env python3
"""Less than a fifth of the code that is open on a page is test or harness: open_code.py FOLDER [PAGE...]

What a page folds (`book/site/filters/proof.lua`) is one thing, and what this counts is another: it reads the lines that are open on the page,
without the marks of authors and weaver, and takes for test and harness
- test cases, `main` and includes,
- host functions that assert, print, time, make random inputs or bring results back, or that are named as a reference,
- in all other code the lines that assert or take times. A function of a solution is what the exercise asks for, so it counts as such code.
With names of pages, their shares and the lines in question are printed.
"""
from __future__ import annotations

import pathlib
import re
import sys
from typing import Iterator

import dom

MOST = 0.2
ASSERTS = re.compile(r"\b(CHECK|REQUIRE|INFO|CAPTURE|FAIL|SUBCASE|WARN)(_\w+)?\s*\(|\bdoctest\b")
TIMES = re.compile(r"\b(median_seconds|side_by_side|steady_clock|cudaEventElapsedTime)\b|\bweft::(report|measuring|observe)\b|\bloom::observe\b")
SERVES = re.compile(r"\bstd::f?printf?\b|\bstd::c(out|err)\b|\bmt19937|\bto_host\(|\bApprox\b")
REFERENCE = re.compile(r"\w*(expect|reference|on_host|by_host|largest_error|random)\w*\(")
DEVICE = re.compile(r"\b__(global|device|shared|constant|managed)__")
TYPE = re.compile(r"^(struct|class|enum|union|concept|using|namespace)\b", re.MULTILINE)
ALWAYS = re.compile(r"(TEST_CASE|#include|#pragma once|int main\()")


def open_code(page: dom.Node) -> Iterator[tuple[list[str], bool]]:
    """The lines of each listing that a reader sees without unfolding anything, and whether it is of a solution, which has no id."""
    for figure in visible(page, "figure"):
        if "listing" in figure.classes:
            yield [line for pre in visible(figure) for line in pre.text.split("\n")], not figure.get("id")


def visible(node: dom.Node, tag: str = "pre") -> Iterator[dom.Node]:
    for child in node.children:
        if isinstance(child, dom.Node) and (child.tag != "details" or "open" in child.attributes):
            if child.tag == tag:
                yield child
            yield from visible(child, tag)


def items(lines: list[str]) -> Iterator[list[str]]:
    """Stretches of code that begin in the first column and end with a brace or a semicolon there, or in one line."""
    item: list[str] = []
    for line in lines:
        if not line.strip() and (not item or not item[-1][:1].isspace() and item[-1][-1:] in ";}"):
            continue
        item.append(line)
        opened = sum(text.count(bracket) for text in item for bracket in "({") - sum(text.count(bracket) for text in item for bracket in ")}")
        if line.startswith("#") or opened <= 0 and line.rstrip().endswith((";", "}", ">")) and not line.startswith("template") or line.startswith("}"):
            yield item
            item = []
    if item:
        yield item


def serving(item: list[str], is_solution: bool) -> list[str]:
    """The lines of an item that are test or harness."""
    lines = [line for line in item if line.strip()]
    code = [line for line in lines if not line.lstrip().startswith("//")]
    text = "\n".join(re.sub(r"//.*", "", line) for line in code)
    if ALWAYS.match(text):
        return lines
    is_function = "(" in text and "{" in text and not TYPE.search(text) and code and not code[0][:1].isspace() and len(lines) > 1
    if is_function and not is_solution and not DEVICE.search(text):
        head = text.partition("{")[0]
        if ASSERTS.search(text) or TIMES.search(text) or SERVES.search(text) or REFERENCE.search(head):
            return lines
    return [line for line in lines if ASSERTS.search(line) or TIMES.search(line)]


def count(page: dom.Node) -> tuple[list[str], int]:
    """The lines that are test or harness, and the number of all lines of code that are open."""
    found, total = [], 0
    for lines, is_solution in open_code(page):
        total += sum(1 for line in lines if line.strip())
        for item in items(lines):
            found += serving(item, is_solution)
    return found, total


def main() -> int:
    folder, chosen = pathlib.Path(sys.argv[1]), sys.argv[2:]
    problems, pages = [], 0
    for path in [folder / name for name in chosen] or sorted(folder.glob("*.html")):
        found, total = count(dom.read(path))
        pages += 1
        if chosen:
            print("\n".join([f"{path.name}: {len(found)} of {total} lines", *(f"    {line}" for line in found)]))
        if found and len(found) >= MOST * total:
            problems.append(f"{path.name}: {len(found)} of {total} open lines of code are test or harness, more than a fifth; "
                            "fold them with .proof, or see them with the name of the page after the folder")
    print("\n".join(problems) or f"{pages} pages show code, and fold its tests")
    return 1 if problems or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
