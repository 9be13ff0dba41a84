"""What an answer may not do to the test that judges it, as far as its text shows."""
from __future__ import annotations

import pathlib
import re

MACROS = re.compile(r"(DOCTEST_\w+|(CHECK|REQUIRE|WARN)(_\w+)?|TEST_CASE\w*|TEST_SUITE\w*|SUBCASE|SCENARIO\w*|GIVEN|WHEN|(AND_)?THEN|"
                    r"CAPTURE|INFO|MESSAGE|FAIL(_CHECK)?|ADD_\w+_AT|REGISTER_\w+|TYPE_TO_STRING\w*)\Z")
KEYWORDS = {"if", "for", "while", "switch", "return", "sizeof", "alignas", "decltype", "catch", "noexcept", "static_assert",
            "__launch_bounds__", "__attribute__", "__align__", "requires", "operator"}


def complaint(answer: pathlib.Path, stub: str) -> str | None:
    """Why this answer is not judged, as the end of a sentence; None where nothing speaks against it."""
    text = code(answer.read_text(encoding="utf-8", errors="surrogateescape"))
    defined_by_stub = definitions(code(stub))
    for source in [text, *included(text, answer.parent)]:
        for name in re.findall(r"^[ \t]*#[ \t]*(?:define|undef)[ \t]+(\w+)", source, flags=re.M):
            if MACROS.match(name):
                return f"it defines {name}, a macro of the test library; give yours another name"
            if name in defined_by_stub:
                return f"it makes a macro of {name}, the function that is asked for; write the function"
        if pushed := re.search(r"(?:push|pop)_macro\s*\(\s*\"(\w+)", source):
            if MACROS.match(pushed[1]):
                return f"it changes {pushed[1]}, a macro of the test library"
    found = definitions(text)
    for name, count in defined_by_stub.items():
        if found.get(name, 0) > count:
            return f"it defines {name} more than once, so the test may not call the one that is asked for; give the other another name"
    return None


def included(text: str, folder: pathlib.Path) -> list[str]:
    """The reader's own files that an answer takes in, one level deep."""
    names = re.findall(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', text, flags=re.M)
    return [code((folder / name).read_text(encoding="utf-8", errors="surrogateescape")) for name in names if (folder / name).is_file()]


def code(text: str) -> str:
    """Without comments, the contents of long literals, continued lines and digraphs."""
    text = re.sub(r"\\[ \t]*\r?\n", "", text).replace("%:", "#")
    pattern = r'//[^\n]*|/\*.*?\*/|R"([^()\s\\]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\''
    return re.sub(pattern, lambda found: found[0] if found[0][0] in "\"'" else " ", text, flags=re.S)


def definitions(text: str) -> dict[str, int]:
    """How many functions of each name are defined outside classes and functions."""
    text = re.sub(r"^[ \t]*#[^\n]*", "", text, flags=re.M)
    text = re.sub(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', '""', text)
    found: dict[str, int] = {}
    opened: list[bool] = []  # the braces around a place: is each a namespace's?
    begins = 0
    for at, character in enumerate(text):
        if character == "{":
            head = text[begins:at]
            namespace = bool(re.search(r"\bnamespace\b[\w\s:]*$|extern\s*\"\"\s*$", head))
            if all(opened) and not namespace and (name := function_of(head)):
                found[name] = found.get(name, 0) + 1
            opened.append(namespace)
        elif character == "}" and opened:
            opened.pop()
        if character in "{};" and all(opened):
            begins = at + 1
    return found


def function_of(head: str) -> str | None:
    """The name of the function whose body begins after `head`, if it is one."""
    if re.search(r"=\s*$|\b(class|struct|enum|union)\s+\w+[^()]*$", head):
        return None
    names = [name for name in re.findall(r"\b([A-Za-z_]\w*)\s*\(", head) if name not in KEYWORDS]
    return names[0] if names else None
