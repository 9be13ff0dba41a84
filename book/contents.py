#!/usr/bin/env python3
"""Writes the list of chapters: contents.py OUTPUT CHAPTER.md..., in reading order.

Each chapter's number comes from its file name, its title and summary from its header. The file is left alone when
nothing in it changes, so that editing the text of one chapter does not make the pages of all the others.
"""

import json
import re
import sys
from pathlib import Path


def header(path: Path) -> dict[str, str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    fields = {}
    if lines[:1] == ["---"] and "---" in lines[1:]:
        for line in lines[1:lines.index("---", 1)]:
            if match := re.match(r"(\w+):\s+(.*)", line):
                fields[match[1]] = match[2].strip().strip("\"'")
    for wanted in ("title", "summary"):
        if not fields.get(wanted):
            sys.exit(f"{path}:1: this chapter's header has no {wanted}; write it as '{wanted}: …' on one line")
    return fields


def entry(path: Path) -> dict[str, object]:
    fields = header(path)
    return {"name": path.stem, "number": int(path.stem.split("-")[0]),
            "title": fields["title"], "summary": fields["summary"]}


def main() -> None:
    output, *chapters = map(Path, sys.argv[1:])
    text = json.dumps([entry(path) for path in chapters], indent=1, ensure_ascii=False) + "\n"
    if not output.exists() or output.read_text(encoding="utf-8") != text:
        output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
