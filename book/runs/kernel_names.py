"""What a kernel is called: `take_in<4>` for what a tool prints as `void take_in<(int)4>(const float *, float *)`.

c++filt, cu++filt and ncu write template arguments in different ways, and all of them are brought to one form, so that loops and counters of
one instance have one name. An anonymous namespace is left out.
"""
from __future__ import annotations

import re

ANONYMOUS = re.compile(r"\(anonymous namespace\)::|<unnamed>::")
CAST = re.compile(r"\((?:(?:unsigned|signed) )?(?:char|short|int|long|long long)\)(?=-?\d)")  # (unsigned int)4
SUFFIX = re.compile(r"(?<=\d)(?:ull|ul|ll|u|l)\b")  # 4u
OPENING, CLOSING = "<([{", ">)]}"


def parts(demangled: str) -> tuple[str, str]:
    """A function's qualified name with template arguments, and its parameters; the return type is left out."""
    text = ANONYMOUS.sub("", demangled.strip())
    text = SUFFIX.sub("", CAST.sub("", text).replace("(bool)1", "true").replace("(bool)0", "false"))
    depth, start, end = 0, 0, len(text)
    for i, letter in enumerate(text):
        if letter == "(" and depth == 0:
            end = i
            break
        if letter == " " and depth == 0:
            start = i + 1
        depth += (letter in OPENING) - (letter in CLOSING)
    return re.sub(r"\s*([<>,&*])\s*", lambda match: ", " if match[1] == "," else match[1], text[start:end]), text[end:]


def instance_of(demangled: str) -> str:
    return parts(demangled)[0]


def short(instance: str) -> str:
    """Without any namespace, as records and sentences name it: `reduce_all<Sum<float>>` for `weft::reduce_all<weft::Sum<float>>`."""
    return re.sub(r"\w+::", "", instance)


def without_arguments(instance: str) -> str:
    """Without the template arguments at its end: `weft::take_in` for `weft::take_in<4>`."""
    if not instance.endswith(">"):
        return instance
    depth = 0
    for i in range(len(instance) - 1, -1, -1):
        depth += (instance[i] == ">") - (instance[i] == "<")
        if depth == 0:
            return instance[:i]
    return instance


def plain(name: str) -> str:
    """Only the name: `take_in` for `weft::take_in<4>`."""
    return without_arguments(name).rpartition("::")[2]


def is_called(instance: str, name: str) -> bool:
    """Whether the author's name means this instance. It may omit namespaces, template arguments and parameters, which then may be any."""
    (written, parameters), (wanted, of_these) = parts(instance), parts(name)
    forms = written, without_arguments(written)
    return of_these in ("", parameters) and any(form == wanted or form.endswith(f"::{wanted}") for form in forms)
