"""Values as Lua, for the filters: a file written here is read with `files.value`."""
from __future__ import annotations

import pathlib
import re


def literal(value: object) -> str:
    """The text of what JSON knows: objects and arrays become tables, null becomes nil."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"[{literal(key)}] = {literal(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "{" + ", ".join(map(literal, value)) + "}"
    if isinstance(value, str):
        return '"' + re.sub(r'[\x00-\x1f"\\\x7f]', lambda found: f"\\{ord(found[0]):03d}", value) + '"'
    if value is None or isinstance(value, bool):
        return {None: "nil", True: "true", False: "false"}[value]
    return repr(value)


def write(path: pathlib.Path, value: object) -> None:
    """Does not touch a file with the same text, so that nothing made from it is made again."""
    # A list has a line for each member: a change reads well in a diff.
    members = ",\n".join(map(literal, value)) if isinstance(value, list) else None
    text = "return " + (literal(value) if members is None else "{\n" + members + "\n}") + "\n"
    write_if_new(path, text)


def write_if_new(path: pathlib.Path, text: str) -> None:
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
