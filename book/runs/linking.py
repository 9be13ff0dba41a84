"""Links an answer with the test of its exercise: two translation units that share only the functions of the exercise's interface.

    linking ANSWER SOLUTION TEST PROGRAM COMPILER ARGUMENT... -- ARGUMENT...

ANSWER, SOLUTION and TEST are object files; the arguments after `--` follow these on the linker's command line. The interface is what the
test leaves undefined and the book's solution defines. First, all other symbols of the answer become local to it. Otherwise a function,
a specialisation or an inline function with the name of one in the test, in a library or in the standard library could replace that one.
"""
from __future__ import annotations

import pathlib
import re
import subprocess
import sys
import tempfile


class Refused(Exception):
    """Why an answer and its test do not make a program."""


def main(arguments: list[str]) -> None:
    (answer, solution, test, program, *linker), last = split(arguments)
    try:
        link(pathlib.Path(answer), pathlib.Path(solution), pathlib.Path(test), pathlib.Path(program), linker, last)
    except Refused as reason:
        sys.exit(str(reason))


def split(arguments: list[str]) -> list[list[str]]:
    """The arguments between the `--`."""
    groups: list[list[str]] = [[]]
    for argument in arguments:
        if argument == "--":
            groups.append([])
        else:
            groups[-1].append(argument)
    return groups


def link(answer: pathlib.Path, solution: pathlib.Path, test: pathlib.Path, program: pathlib.Path, first: list[str], last: list[str]) -> None:
    defined, needed = symbols(answer)
    test_defines, test_needs = symbols(test)
    interface = test_needs & symbols(solution)[0]
    refuse_unless_complete(interface - defined)
    if borrowed := needed & test_defines:
        raise Refused(f"Your answer calls a function of its test, {names(borrowed)[0]}. Write your own.")
    with tempfile.TemporaryDirectory() as folder:
        alone, keep = pathlib.Path(folder) / "answer.o", pathlib.Path(folder) / "interface"
        keep.write_text("".join(f"{name}\n" for name in sorted(interface)), encoding="utf-8")
        call(["ld", "-r", "--force-group-allocation", "-o", str(alone), str(answer)])
        call(["objcopy", f"--keep-global-symbols={keep}", str(alone)])
        call([*first, "-o", str(program), str(test), str(alone), *last])


def refuse_unless_complete(missing: set[str]) -> None:
    """The same function in another namespace is the answer's once more, in an imagined grid."""
    functions = names(missing)
    lacking = [name for name in functions if not any(name.endswith(f"::{other}") for other in functions)]
    if lacking:
        raise Refused("\n".join(f"Your answer does not define {name}, which its test calls. A definition must have these parameters, "
                                "and be neither static nor inline." for name in lacking))


def symbols(path: pathlib.Path) -> tuple[set[str], set[str]]:
    """The global symbols that an object file defines, and those that it needs."""
    defined, needed = set(), set()
    for line in call(["nm", "--format=posix", "--extern-only", str(path)]).splitlines():
        name, kind = line.split()[:2]
        (needed if kind in "Uvw" else defined).add(name)
    return defined, needed


def names(mangled: set[str]) -> list[str]:
    """Symbols as C++ writes them."""
    return call(["c++filt", *sorted(mangled)]).splitlines() if mangled else []


def call(command: list[str]) -> str:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    if done.returncode == 0:
        return done.stdout
    undefined = dict.fromkeys(re.findall(r"undefined reference to `(.*)'$", done.stderr, flags=re.M))
    raise Refused("\n".join(f"Your answer calls {name}, which is declared and not defined." for name in undefined) or done.stdout + done.stderr)
