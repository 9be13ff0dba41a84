"""The reader's exercises: their state, hints, comparing with the solution, starting over."""
from __future__ import annotations

import difflib
import pathlib
import shutil
import textwrap

from command import locking, progress, terminal
from runs import files, project, regions
from runs.project import UserError


SIDE_BY_SIDE = 150  # columns that two listings need side by side


def own(name: str) -> pathlib.Path:
    return project.root / "exercises" / f"{name}.cu"


def solution(name: str) -> pathlib.Path:
    return project.root / "solutions" / f"{name}.cu"


def stub(name: str) -> str:
    try:
        return regions.stub_of(solution(name).read_text(encoding="utf-8"))
    except regions.Unmarked as mistake:
        raise UserError(f"{solution(name).relative_to(project.root)}: {mistake}") from None


def answer(name: str) -> str:
    if not own(name).exists():
        raise UserError(f"{own(name).relative_to(project.root)} is missing. Get it back: ./weft reset {name}")
    return own(name).read_text(encoding="utf-8", errors="surrogateescape")


def mark(name: str) -> str:
    """Identifies an answer with everything that it includes."""
    return progress.mark_of(answer(name), own(name))


def conflict(name: str) -> int | None:
    """The line of an answer with one of Git's conflict marks."""
    return files.conflict_at(answer(name))


def is_the_solution(name: str, text: str) -> bool:
    """Word for word: white space may differ."""
    return text.split() == solution(name).read_text(encoding="utf-8").split()


def begun(name: str) -> bool:
    return own(name).exists() and answer(name) != stub(name)


def state(name: str) -> str:
    if not begun(name):
        return "not begun"
    return "solved" if progress.is_solved(name, answer(name), own(name)) else "begun"


def next_after(name: str | None = None) -> str | None:
    """The exercise to do next: the first one after `name` that is not solved, or else the first of all."""
    names = list(project.exercises())
    start = names.index(name) + 1 if name else 0
    return next((other for other in names[start:] + names[:start] if other != name and state(other) != "solved"), None)


def tell_next(name: str | None = None) -> None:
    following = next_after(name)
    if following:
        terminal.say(f"Next: {project.exercises()[following]['title']}, {where(following)}")
    else:
        print("You have solved every exercise of the book.")


def where(name: str) -> str:
    return str(own(name).relative_to(project.root))


def show_list() -> None:
    chapter = ""
    for name, exercise in project.exercises().items():
        if chapter != name.split("/")[0]:
            chapter = name.split("/")[0]
            print(chapter)
        print(textwrap.fill(f"  {exercise['task']:<24} {state(name):<10} {exercise['title']}", terminal.width(),
                            subsequent_indent=" " * 38, drop_whitespace=True, break_long_words=False, break_on_hyphens=False))
    states = [state(name) for name in project.exercises()]
    print(f"\n{bar(states.count('solved'), len(states))}")
    tell_next()
    print(terminal.fill("Edit it, then run ./weft check TASK; or ./weft watch checks it whenever you save."))


def bar(done: int, total: int, width: int = 40) -> str:
    """The filled part is the solved share, rounded down: the bar is full only when everything is solved."""
    filled = width * done // total if total else 0
    return f"[{'#' * filled}{'.' * (width - filled)}] {done} of {total} solved"


def hint(name: str, again: bool = False) -> None:
    hints = project.exercises()[name]["hints"]
    with locking.progress_notes():  # two calls at once give two hints
        seen = hints_seen(name)
        number = min(max(seen, 1) if again else seen + 1, len(hints))
        progress.note(name, hints=str(max(number, min(seen, len(hints)))))
    print(f"Hint {number} of {len(hints)} for {name}\n\n{terminal.paragraphs(hints[number - 1])}\n")
    if number == len(hints):
        terminal.say(f"That was the last hint. To compare your answer with the solution: ./weft solution {name}")
    else:
        terminal.say("The same command gives the next hint. To see this one again: ./weft hint --again " + name)


def list_hints(names: list[str]) -> None:
    """The exercises of a chapter, with the hints of each."""
    for name in names:
        print(f"  {name}: {hints_seen(name)} of {len(project.exercises()[name]['hints'])} hints seen")
    terminal.say(f"For the next hint to one of them: ./weft hint {names[0]}")


def hints_seen(name: str) -> int:
    noted = progress.read(name).get("hints", "")
    return int(noted) if noted.isdecimal() else 0


def show_solution(name: str) -> None:
    """Next to the reader's own; if that is not solved, only at the second request."""
    mine = answer(name)
    if state(name) != "solved" and "solution" not in progress.read(name):
        progress.note(name, solution="requested")
        say_what_is_left(name)
        return
    if state(name) != "solved":
        progress.note(name, solution="seen")
    left, right = mine.splitlines(), solution(name).read_text(encoding="utf-8").splitlines()
    columns = shutil.get_terminal_size((160, 24)).columns
    if columns < SIDE_BY_SIDE:
        show_below_each_other(left, right)
        return
    width = (columns - 3) // 2
    print(f"{'yours':<{width}} | the solution\n{'-' * width}-+-{'-' * width}")
    for ours, theirs in side_by_side(left, right):
        mark = "|" if ours == theirs else "*"
        print(f"{ours:<{width}} {mark} {theirs}".rstrip())


def say_what_is_left(name: str) -> None:
    left = len(project.exercises()[name]["hints"]) - hints_seen(name)
    hints = f"{left} hint{'s' if left > 1 else ''} left" if left > 0 else "no hint left"
    terminal.say(f"You have not solved {name} yet, and there {'are' if left > 1 else 'is'} {hints}.")
    if left > 0:
        terminal.say(f"For a hint: ./weft hint {name}")
    terminal.say(f"To see the solution anyway, repeat the command: ./weft solution {name}")


def show_below_each_other(left: list[str], right: list[str]) -> None:
    """For a narrow terminal: what only one of them has is marked."""
    print("- yours\n+ the solution\n")
    for line in difflib.ndiff(left, right):
        if not line.startswith("?"):
            print(line.rstrip())


def side_by_side(left: list[str], right: list[str]) -> list[tuple[str, str]]:
    rows = []
    for _, a, b, c, d in difflib.SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        for row in range(max(b - a, d - c)):
            rows.append((left[a + row] if a + row < b else "", right[c + row] if c + row < d else ""))
    return rows


def reset(name: str) -> None:
    path = own(name)
    if path.exists() and not begun(name):
        terminal.say(f"{path.relative_to(project.root)} is unchanged, so there is nothing to reset.")
        return
    if path.exists():
        kept = keep(path)
        terminal.say(f"Your answer is saved as {kept.relative_to(project.root)}.")
    path.parent.mkdir(exist_ok=True)  # an author begins a chapter
    files.replace(path, stub(name))
    terminal.say(f"{path.relative_to(project.root)} has been reset.")


def keep(path: pathlib.Path) -> pathlib.Path:
    """Copies a file to the first free name in its folder, task.cu.1.kept and so on."""
    kept = name_to_keep(path)
    shutil.copy2(path, kept)
    return kept


def name_to_keep(path: pathlib.Path) -> pathlib.Path:
    """The first free name in the folder of an answer, task.cu.1.kept and so on."""
    number = 1
    while (kept := path.with_name(f"{path.name}.{number}.kept")).exists():
        number += 1
    return kept
