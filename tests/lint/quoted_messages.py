#!/usr/bin/env python3
"""The page "When it will not start" quotes messages as the code has them, and every error of set-up.

A `.text` fence there is a message of ours or of the CUDA runtime, with … for what varies. Messages of other programs are in backquotes, and
are not checked. CUDA's are compared with those of loom, which are CUDA's own, and with the runtime library where there is a toolkit.
"""
from __future__ import annotations

import ast
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "book/site/pages/when-it-will-not-start.md"
CUDART = pathlib.Path("/usr/local/cuda/lib64/libcudart.so")
SHORTEST = 12  # letters that a quotation must have besides its …


def quotations(page: str) -> list[tuple[int, str]]:
    """Each with its line."""
    return [(page[:found.start()].count("\n") + 2, " ".join(found[1].split())) for found in re.finditer(r"```\{\.text\}\n(.*?)```", page, re.S)]


def messages_of_python(text: str) -> set[str]:
    return {message for node in ast.walk(ast.parse(text)) if (message := message_of(node))}


def message_of(node: ast.AST) -> str:
    """A string, with … for what varies; nothing of another expression."""
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
    return re.sub(r"%[ds](?:\.%[ds])?", "…", node.value) if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def errors_of_set_up(text: str) -> set[str]:
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    return {message for call in calls if call.func.id == "SetUpError" and (message := message_of(call.args[0]))}


def messages_of_cpp(text: str) -> set[str]:
    """What is thrown as text: literals one after another, with + and an expression between them."""
    found = set()
    for thrown in re.findall(r"throw \w+\((.*?)\);", text, re.S):
        pieces = re.findall(r'"((?:[^"\\]|\\.)*)"|([^"]+)', thrown)
        found.add("".join(literal if literal or not code.strip() else "…" for literal, code in pieces))
    return found


def texts() -> list[str]:
    """Our Python."""
    paths = [ROOT / "weft", *(ROOT / "book/command").glob("*.py"), *(ROOT / "book/runs").glob("*.py")]
    return [path.read_text(encoding="utf-8") for path in paths]


def ours() -> set[str]:
    found = set().union(*map(messages_of_python, texts()))
    for path in (ROOT / "subprojects/loom/src/compile/driver.cpp", ROOT / "subprojects/loom/observe/cupti.cpp"):
        found |= messages_of_cpp(path.read_text(encoding="utf-8"))
    return {" ".join(line.split()) for message in found for line in message.splitlines()}


def of_cuda() -> set[str]:
    return set(re.findall(r'LOOM_ERROR\(\w+, \d+, "(.*)"\)', (ROOT / "subprojects/loom/include/loom/errors.def").read_text(encoding="utf-8")))


def is_quoted(quotation: str, messages: set[str]) -> bool:
    """Is it one of these, with … for any text?"""
    pattern = re.compile(".*".join(map(re.escape, quotation.split("…"))))
    return len(quotation.replace("…", "")) >= SHORTEST and any(pattern.fullmatch(message) for message in messages)


def problems(page: str) -> list[str]:
    ours_here, cudas = ours(), of_cuda()
    library = CUDART.read_bytes() if CUDART.exists() else None
    found = []
    for line, quotation in quotations(page):
        if quotation in cudas:
            if library and quotation.encode() not in library:
                found.append(f"line {line}: the CUDA runtime does not say: {quotation}")
        elif not is_quoted(quotation, ours_here):
            found.append(f"line {line}: no message of ours or of CUDA reads: {quotation}")
    for error in sorted(set().union(*map(errors_of_set_up, texts()))):
        if not any(is_quoted(quotation, {error}) for _, quotation in quotations(page)):
            found.append(f"an error of set-up is not quoted: {error}")
    return found


def main() -> int:
    found = problems(PAGE.read_text(encoding="utf-8"))
    for problem in found:
        print(f"{PAGE.relative_to(ROOT)}: {problem}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
