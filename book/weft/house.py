"""Where things are: chapters, programs, exercises, and what they are called."""
from __future__ import annotations

import ast
import difflib
import json
import pathlib
import re
from collections.abc import Iterable

root = pathlib.Path(__file__).resolve().parents[2]
build = root / "build"


class Trouble(Exception):
    """Something the reader can mend; the sentence says how."""


def chapters() -> list[str]:
    return re.findall(r"'([^']+)'", (root / "chapters/meson.build").read_text(encoding="utf-8"))


def listed(chapter: str, what: str) -> list[dict]:
    """What tangling has listed of a chapter: its `exercises` or its `outputs`."""
    path = root / "snippets" / chapter / f"{what}.json"
    return json.loads(path.read_text(encoding="utf-8"))[what] if path.exists() else []


def programs() -> dict[str, dict]:
    """Every program by name, with what its fence says of it, from the list that tangling writes for Meson."""
    found = {}
    for chapter in chapters():
        path = root / "snippets" / chapter / "meson.build"
        text = path.read_text(encoding="utf-8") if path.exists() else "programs += []"
        entries = text[text.index("programs += ") + len("programs += "):]
        entries = re.sub(r"^(\s*'output': )(true|false)", lambda match: match[1] + match[2].title(), entries, flags=re.M)
        found.update({f"{chapter}/{program['name']}": program for program in ast.literal_eval(entries)})
    return found


def target(folder: str, name: str) -> str:
    """What Meson calls what is built of a program or an exercise: `snippets/05-vectors.add`."""
    return f"{folder}/{name.replace('/', '.')}"


def exercises() -> dict[str, dict]:
    """Every exercise by name, in the order of the book."""
    return {f"{chapter}/{exercise['task']}": exercise for chapter in chapters() for exercise in listed(chapter, "exercises")}


def find(asked: str, known: Iterable[str], what: str) -> str:
    """The name that was meant: in full, without its chapter, or with the chapter's number alone."""
    asked = asked.removesuffix(".cu").rstrip("/")
    for folder in ("exercises/", "snippets/"):
        asked = asked.removeprefix(folder)
    meant = [name for name in known if asked in short_forms(name)]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise Trouble(f"{asked} is the name of several {what}s: {', '.join(meant)}. Put the chapter in front.")
    raise unknown(asked, {form: name for name in known for form in short_forms(name)}, what)


def unknown(asked: str, known: dict[str, str], what: str) -> Trouble:
    """Nothing is called that; `known` gives for everything that could have been typed what it stands for."""
    near = difflib.get_close_matches(asked, known, n=1, cutoff=0.0)
    hint = f" The nearest is {known[near[0]]}." if near else ""
    return Trouble(f"There is no {what} called {asked}.{hint}")


def short_forms(name: str) -> list[str]:
    chapter, own = name.split("/")
    return [own, *(f"{form}/{own}" for form in short_forms_of_chapter(chapter))]


def short_forms_of_chapter(chapter: str) -> list[str]:
    number = chapter.split("-")[0]
    return [chapter, number, number.lstrip("0")]
