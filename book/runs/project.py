"""Where things are: chapters, programs, exercises, and what they are called."""
from __future__ import annotations

import difflib
import functools
import json
import pathlib
import re
from collections.abc import Iterable

root = pathlib.Path(__file__).resolve().parents[2]
build = root / "build"


NEAR = 0.6  # how alike two words must be for one to be suggested for the other
LISTS = {"exercise": " ./weft exercises lists them.", "program": " They are in snippets/, by chapter.",
         "chapter": " chapters/contents.txt lists them."}


class UserError(Exception):
    """Something that the user can put right; the message says how."""
    status = 1


class SetUpError(UserError):
    """Something that the machine lacks, or that is not set up as it should be."""


class UsageError(UserError):
    """A command that is not written as it should be."""
    status = 2


def version() -> str:
    return (root / "subprojects/loom/VERSION").read_text(encoding="utf-8").strip()


def parts() -> list[tuple[str, list[str]]]:
    """The parts of the book with the chapters of each, from chapters/contents.txt: a part's line (its name and, after a colon, what it
    is about), and its chapters indented below it."""
    found: list[tuple[str, list[str]]] = []
    for line in (root / "chapters/contents.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            found[-1][1].append(line.strip())
        elif line and not line.startswith("#"):
            found.append((line, []))
    return found


def chapters() -> list[str]:
    return [chapter for _, chapters in parts() for chapter in chapters]


@functools.cache
def moved() -> dict[str, list[str]]:
    """Names that chapters had before, and what they are now, from chapters/moved.txt; a chapter that was split is several."""
    path = root / "chapters/moved.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {words[0]: words[1:] for words in map(str.split, lines) if words and not words[0].startswith("#")}


def is_chapter(chapter: str, word: str) -> bool:
    """Does this word mean the chapter: its name, its number, or a name that it had before?"""
    return word in short_forms_of_chapter(chapter) or chapter in moved().get(word, [])


def name_now(name: str, known: Iterable[str]) -> str:
    """The name that something has now whose chapter was renamed or split since; any other name stays as it is."""
    chapter, _, own = name.partition("/")
    return next((full for full in known if full in {f"{new}/{own}" for new in moved().get(chapter, [])}), name)


def manifest(chapter: str) -> dict:
    """What tangling says of a chapter; book/site/filters/README.md lists the fields. Empty lists for a chapter never tangled."""
    path = root / "snippets" / chapter / "manifest.json"
    try:
        return read_manifest(path, path.stat().st_mtime_ns)
    except FileNotFoundError:
        return {"title": "", "summary": "", "programs": [], "outputs": [], "exercises": []}


@functools.cache
def read_manifest(path: pathlib.Path, _written: int) -> dict:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return {"title": found["title"], **found, **{part: found[part] for part in ("programs", "outputs", "exercises")}}
    except (ValueError, KeyError, TypeError):
        raise damaged(path) from None


def damaged(path: pathlib.Path) -> UserError:
    """Something that is tangled cannot be read: a merge has left its marks there, say."""
    name = path.relative_to(root)
    return UserError(f"{name} is damaged, perhaps by a merge. Write it again: rm {name} && ./weft tangle")


def programs() -> dict[str, dict]:
    """Every program by name, as its chapter's manifest describes it, in the order of the book."""
    return {f"{chapter}/{program['name']}": program for chapter in chapters() for program in manifest(chapter)["programs"]}


def source(name: str) -> pathlib.Path:
    """The text of a program."""
    return root / "snippets" / f"{name}.cu"


def texts_of(chapter: str) -> list[pathlib.Path]:
    """The programs, headers and solutions of a chapter, its manifest, and the headers that all chapters share."""
    own = [*(root / "snippets" / chapter).glob("*.cu*"), root / "snippets" / chapter / "manifest.json"]
    return sorted([*own, *(root / "solutions" / chapter).glob("*.cu*"), *(root / "snippets/common").glob("*.cuh")])


def target(folder: str, name: str) -> str:
    """What Meson calls what is built of a program or an exercise: `snippets/05-vectors.add`."""
    return f"{folder}/{name.replace('/', '.')}"


def exercises() -> dict[str, dict]:
    """Every exercise by name, in the order of the book."""
    return {f"{chapter}/{exercise['task']}": exercise for chapter in chapters() for exercise in manifest(chapter)["exercises"]}


def listing() -> list[str]:
    """What Meson must know to lay out the build, a line each, with fields between bars:
    `part|NAME`, `chapter|NAME`, `program|CHAPTER|NAME|KIND|RANKS|FIGURES|NEEDS` and `exercise|CHAPTER|TASK|WRONG-ANSWERS|NEEDS`. The chapters'
    manifests say which programs and exercises there are; the folders, which wrong answers."""
    lines = []
    for part, own in parts():
        lines.append(f"part|{part}")
        for chapter in own:
            lines.append(f"chapter|{chapter}")
            for program in manifest(chapter)["programs"]:
                lists = (" ".join(map(str, program.get(key, []))) for key in ("ranks", "draws"))
                lines.append("|".join(["program", chapter, program["name"], kind_of(program), *lists,
                                       capability_needed(root / "snippets" / chapter / f"{program['name']}.cu")]))
            for exercise in manifest(chapter)["exercises"]:
                lines.append("|".join(["exercise", chapter, exercise["task"], " ".join(wrong_answers(chapter, exercise["task"])),
                                       capability_needed(root / "tests/exercises" / chapter / f"{exercise['task']}.cu")]))
    return lines


def capability_needed(program: pathlib.Path) -> str:
    """The compute capability, only its first number, below which this program skips itself, if any. nvcc may refuse it for an older device."""
    found = re.search(r"\bNeedsCapability \w+\((\d+)\);", program.read_text(encoding="utf-8")) if program.exists() else None
    return found[1] if found else ""


def kind_of(program: dict) -> str:
    """What is special about a program: `refused` by the compiler, or `broken`, so that loom finds something or misses it; else nothing."""
    return "refused" if "compile_error" in program else "broken" if "finds" in program or "misses" in program else ""


def unit(name: str) -> pathlib.Path | None:
    """The translation unit of an exercise's answers, where it is not the answer by itself: with instances of a template that the test needs,
    or a kernel once more for a grid that is only imagined."""
    path = root / "tests/exercises" / f"{name}.unit.cu"
    return path if path.exists() else None


def wrong_answers(chapter: str, task: str) -> list[str]:
    return sorted(path.name for path in (root / "tests/wrong" / chapter / task).glob("*"))


def find(name: str, known: Iterable[str], what: str) -> str:
    """The name that was meant: in full, without its chapter, or with only the chapter's number."""
    path = pathlib.Path(name).resolve()  # from whichever folder it is called
    if path.suffix == ".cu" and path.is_file() and root in path.parents:
        name = str(path.relative_to(root))
    name = name.removesuffix(".cu").rstrip("/")
    for folder in ("exercises/", "snippets/"):
        name = name.removeprefix(folder)
    name = name_now(name, known)
    meant = [full for full in known if name in short_forms(full)]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise UserError(f"{name} is the name of several {what}s: {', '.join(meant)}. Put the chapter in front.")
    raise unknown(name, {form: full for full in known for form in short_forms(full)}, what)


def unknown(name: str, known: dict[str, str], what: str) -> UserError:
    """Nothing is called that; `known` maps everything that could have been typed to its meaning."""
    near = difflib.get_close_matches(name, known, n=1, cutoff=NEAR)
    hint = f" The nearest is {known[near[0]]}." if near else LISTS.get(what, "")
    return UserError(f"There is no {what} called {name}.{hint}")


def short_forms(name: str) -> list[str]:
    chapter, own = name.split("/")
    return [own, *(f"{form}/{own}" for form in short_forms_of_chapter(chapter))]


def short_forms_of_chapter(chapter: str) -> list[str]:
    number = chapter.split("-")[0]
    return [chapter, number, number.lstrip("0")]
