"""What an answer may not do to the test that judges it, as far as its text shows."""
from __future__ import annotations

import collections
import pathlib
import re

# doctest's macros, short and long.
MACROS = re.compile(r"""DOCTEST_\w+|
    (FAST_)?(CHECK|REQUIRE|WARN)(_(EQ|NE|LT|GT|LE|GE|FALSE|NOTHROW|UNARY(_FALSE)?|THROWS(_AS|_WITH|_WITH_AS)?))?(_MESSAGE)?|
    TEST_CASE(_\w+)?|TEST_SUITE(_\w+)?|SCENARIO(_\w+)?|SUBCASE|GIVEN|(AND_)?(WHEN|THEN)|
    CAPTURE|INFO|MESSAGE|FAIL(_CHECK)?|ADD_(MESSAGE|FAIL|FAIL_CHECK)_AT|
    REGISTER_(EXCEPTION_TRANSLATOR|LISTENER|REPORTER)|TO_LVALUE|TYPE_TO_STRING(_AS)?""", re.VERBOSE)
KEYWORDS = {"if", "for", "while", "switch", "return", "sizeof", "alignas", "decltype", "catch", "noexcept", "static_assert",
            "__launch_bounds__", "__attribute__", "__align__", "requires", "operator"}
MACRO = re.compile(r"^[ \t]*#[ \t]*(?:define|undef)[ \t]+(\w+)", re.M)


def complaint(answer: pathlib.Path, stub: str, test: str) -> str | None:
    """Why this answer is not judged, as the end of a sentence; None if there is no reason. `test` is all of the test's text."""
    defined_by_stub = definitions(code(stub))
    used_by_test = set(re.findall(r"\b[A-Za-z_]\w*", without_literals(code(test)))) - set(MACRO.findall(code(stub)))
    sources = with_own_includes(answer)
    for source in sources:
        for name in MACRO.findall(source):
            if MACROS.fullmatch(name):
                return f"it defines {name}, a macro of the test library; rename yours"
            if name in defined_by_stub:
                return f"it defines a macro {name}, which is the name of the required function; write the function"
            if name in used_by_test:
                return f"it defines a macro {name}, a name that its test uses; rename yours"
        if pushed := re.search(r"(?:push|pop)_macro\s*\(\s*\"(\w+)", source):
            if MACROS.fullmatch(pushed[1]):
                return f"it changes {pushed[1]}, a macro of the test library; remove that line"
    found = sum((collections.Counter(definitions(source)) for source in sources), collections.Counter())
    for name, count in defined_by_stub.items():
        if found[name] > count:
            return f"it defines {name} more than once, so the test might call the wrong one; rename the other"
    return None


def with_own_includes(answer: pathlib.Path) -> list[str]:
    """The code of an answer and of the reader's own files that it takes in, directly or through others, each once."""
    found: dict[pathlib.Path, str] = {}
    todo = [answer]
    while todo:
        path = todo.pop().resolve()
        if path not in found:
            found[path] = code(path.read_text(encoding="utf-8", errors="surrogateescape"))
            names = re.findall(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', found[path], flags=re.M)
            todo += [path.parent / name for name in names if (path.parent / name).is_file()]
    return list(found.values())


def code(text: str) -> str:
    """Without comments, the contents of long literals, continued lines and digraphs."""
    text = re.sub(r"\\[ \t]*\r?\n", "", text).replace("%:", "#")
    pattern = r'//[^\n]*|/\*.*?\*/|R"([^()\s\\]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\''
    return re.sub(pattern, lambda found: found[0] if found[0][0] in "\"'" else " ", text, flags=re.S)


def without_literals(text: str) -> str:
    return re.sub(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', '""', text)


def definitions(text: str) -> dict[str, int]:
    """How many functions of each name are defined outside classes and functions."""
    text = without_literals(re.sub(r"^[ \t]*#[^\n]*", "", text, flags=re.M))
    found: dict[str, int] = {}
    opened: list[bool] = []  # the braces around this position: is each a namespace's?
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
