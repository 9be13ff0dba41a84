#!/usr/bin/env python3
"""Fills a style sheet for e-readers, which know no variables, with the colours of the pages: colours.py STYLE SHEET OUTPUT"""
import pathlib
import re
import sys


def main() -> None:
    style, sheet, output = map(pathlib.Path, sys.argv[1:])
    colours = dict(re.findall(r"(--[\w-]+): (#\w+);", style.read_text(encoding="utf-8")))

    def colour(found: re.Match[str]) -> str:
        return colours.get(found[1]) or sys.exit(f"{sheet.name}: {style.name} has no colour {found[1]}")

    output.write_text(re.sub(r"var\((--[\w-]+)\)", colour, sheet.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
