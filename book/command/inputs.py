"""The files on which the verdict of an answer depends: the answer, and every file that it or one of them names in a directive.

A name counts in #include and #import, in __has_include, and in a macro that an #include uses: wherever a directive has it in quotation
marks or angle brackets. Of the book's files none counts, unless an answer names it by its path; so an update of the book leaves solved what
was solved. A file that does not exist yet counts as soon as it does.
"""
from __future__ import annotations

import functools
import pathlib
import re

from runs import project, source_hash

NAME = re.compile(r'"([^"\n]+)"|<([^<>\n]+)>')


def texts(answer: pathlib.Path, text: str) -> dict[pathlib.Path, str]:
    """The text of each, by its path; that of the answer is given."""
    found = {answer: text}
    todo = [answer]
    while todo:
        path = todo.pop()
        for quoted, angled in named(found[path]):
            folders = [*[path.parent] * bool(quoted), project.root / "exercises"]
            other = next((file for folder in folders if (file := folder / (quoted or angled)).is_file()), None)
            if other and (other := other.resolve()) not in found:
                found[other] = other.read_text(encoding="utf-8", errors="surrogateescape")
                todo.append(other)
    return found


@functools.lru_cache(maxsize=1000)
def named(text: str) -> list[tuple[str, str]]:
    return [name for token in source_hash.tokens_of(text) if token.startswith("#") for name in NAME.findall(token)]
