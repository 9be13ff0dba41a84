#!/usr/bin/env python3
"""Are all files laid out as .editorconfig says? Prints file, line and what is wrong. Only the patterns `*` and `*.ENDING` are known."""
from __future__ import annotations

import configparser
import pathlib
import sys

from lint import ROOT, tracked


def main() -> int:
    sections = read_config((ROOT / ".editorconfig").read_text(encoding="utf-8"))
    faults = [f"{name}:{line}: {what}" for name in tracked() for line, what in faults_of((ROOT / name).read_bytes(), rules_of(name, sections))]
    print("\n".join(faults))
    return 1 if faults else 0


def read_config(text: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(f"[top]\n{text}")  # what stands before the first section
    return parser


def rules_of(name: str, sections: configparser.ConfigParser) -> dict[str, str]:
    """Later sections overrule earlier ones, as editors read them."""
    return {key: value for pattern in sections.sections() if pattern == "*" or pattern == f"*{pathlib.Path(name).suffix}"
            for key, value in sections[pattern].items()}


def faults_of(content: bytes, rules: dict[str, str]) -> list[tuple[int, str]]:
    """Line and sentence of each fault; none in a binary file."""
    if not content or b"\0" in content or rules["charset"] == "unset":
        return []
    try:
        text = content.decode(rules["charset"])
    except UnicodeDecodeError as error:
        return [(content[:error.start].count(b"\n") + 1, f"this is not {rules['charset']}")]
    faults = []
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if "\r" in line:
            faults.append((number, f"the line does not end as {rules['end_of_line']}"))
        elif rules["trim_trailing_whitespace"] == "true" and line != line.rstrip():
            faults.append((number, "white space at the end of the line"))
        if rules["indent_style"] == "space" and "\t" in line[:len(line) - len(line.lstrip())]:
            faults.append((number, "a tab in the indentation"))
    if rules["insert_final_newline"] == "true" and lines[-1]:
        faults.append((len(lines), "no newline at the end of the file"))
    return faults


if __name__ == "__main__":
    sys.exit(main())
