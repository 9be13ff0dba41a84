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


NEAR = 0.6  # how alike two words must be for one to be suggested for the other
LISTS = {"exercise": " ./weft exercises lists them.", "program": " They are in snippets/, by chapter."}


class UserError(Exception):
    """Something that the user can put right; the message says how."""
    status = 1


class UsageError(UserError):
    """A command that is not written as it should be."""
    status = 2


def chapters() -> list[str]:
    return re.findall(r"'((?:\d\d|[a-z])-[^']+)'", (root / "chapters/meson.build").read_text(encoding="utf-8"))


def exercises_of(chapter: str) -> list[dict]:
    """What tangling has listed of a chapter's exercises."""
    path = root / "snippets" / chapter / "exercises.json"
    try:
        return json.loads(path.read_text(encoding="utf-8"))["exercises"] if path.exists() else []
    except (ValueError, KeyError, TypeError):
        raise damaged(path) from None


def damaged(path: pathlib.Path) -> UserError:
    """Something that is tangled cannot be read: a merge has left its marks there, say."""
    name = path.relative_to(root)
    return UserError(f"{name} is damaged, perhaps by a merge. Have it written anew: rm {name} && ./weft tangle")


def programs() -> dict[str, dict]:
    """Every program by name, with what its fence says of it, from the list that tangling writes for Meson."""
    found = {}
    for chapter in chapters():
        path = root / "snippets" / chapter / "meson.build"
        try:
            text = path.read_text(encoding="utf-8") if path.exists() else "programs += []"
            entries = text[text.index("programs += ") + len("programs += "):]
            entries = re.sub(r"^(\s*'output': )(true|false)", lambda match: match[1] + match[2].title(), entries, flags=re.M)
            found.update({f"{chapter}/{program['name']}": program for program in ast.literal_eval(entries)})
        except (ValueError, SyntaxError, KeyError, TypeError):
            raise damaged(path) from None
    return found


def target(folder: str, name: str) -> str:
    """What Meson calls what is built of a program or an exercise: `snippets/05-vectors.add`."""
    return f"{folder}/{name.replace('/', '.')}"


def exercises() -> dict[str, dict]:
    """Every exercise by name, in the order of the book."""
    return {f"{chapter}/{exercise['task']}": exercise for chapter in chapters() for exercise in exercises_of(chapter)}


def listing(chapters: list[str]) -> list[str]:
    """The exercises of chapters with their wrong answers, as Meson reads them: `CHAPTER/TASK: WRONG-ANSWER…`. A chapter's text says which
    exercises it has; the folder, which wrong answers."""
    return [f"{chapter}/{exercise['task']}: {' '.join(wrong_answers(chapter, exercise['task']))}"
            for chapter in chapters for exercise in exercises_of(chapter)]


def wrong_answers(chapter: str, task: str) -> list[str]:
    return sorted(path.name for path in (root / "tests/wrong" / chapter / task).glob("*"))


def find(name: str, known: Iterable[str], what: str) -> str:
    """The name that was meant: in full, without its chapter, or with the chapter's number alone."""
    path = pathlib.Path(name).resolve()  # from whichever folder it is called
    if path.suffix == ".cu" and path.is_file() and root in path.parents:
        name = str(path.relative_to(root))
    name = name.removesuffix(".cu").rstrip("/")
    for folder in ("exercises/", "snippets/"):
        name = name.removeprefix(folder)
    meant = [full for full in known if name in short_forms(full)]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise UserError(f"{name} is the name of several {what}s: {', '.join(meant)}. Put the chapter in front.")
    raise unknown(name, {form: full for full in known for form in short_forms(full)}, what)


def unknown(name: str, known: dict[str, str], what: str) -> UserError:
    """Nothing is called that; `known` gives for everything that could have been typed what it stands for."""
    near = difflib.get_close_matches(name, known, n=1, cutoff=NEAR)
    hint = f" The nearest is {known[near[0]]}." if near else LISTS.get(what, "")
    return UserError(f"There is no {what} called {name}.{hint}")


def short_forms(name: str) -> list[str]:
    chapter, own = name.split("/")
    return [own, *(f"{form}/{own}" for form in short_forms_of_chapter(chapter))]


def short_forms_of_chapter(chapter: str) -> list[str]:
    number = chapter.split("-")[0]
    return [chapter, number, number.lstrip("0")]
