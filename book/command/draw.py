"""Draws the figures that programs in chapters/figures/ make, some of them from what a program of the book does."""
from __future__ import annotations

import pathlib
import subprocess
import sys

from command import building
from runs import project
from runs.project import UserError

folder = project.root / "chapters/figures"


def draw(wanted: str | None, ready_to_run) -> int:
    """One figure, or all of them; says which changed. 0 if all could be drawn. `ready_to_run` prepares the build if need be."""
    chosen = [find(wanted)] if wanted else sorted(drawn())
    from_runs = {name: program["draws"] for name, program in project.programs().items() if "draws" in program}
    of_program = {pathlib.Path(figure).stem: (name, figure) for name, figures in from_runs.items() for figure in figures}
    programs: dict[str, list[str]] = {}
    for stem in chosen:
        if stem in of_program:
            name, figure = of_program[stem]
            programs.setdefault(name, []).append(figure)
    if programs:
        ready_to_run()
        if not building.ninja([f"{project.target('snippets', name)}.run" for name in programs]):
            raise UserError("A program does not build, so nothing was drawn; see the compiler output above.")
    before = pictures()
    commands = [[str(folder / f"{stem}.py")] for stem in chosen if stem not in of_program]
    commands += [[str(project.root / "book/runs/__main__.py"), "drawing", "--write", str(folder),
                  str(project.build / f"{project.target('snippets', name)}.run"), *figures] for name, figures in programs.items()]
    complete = all([subprocess.run([sys.executable, *command]).returncode == 0 for command in commands])
    for path, picture in pictures().items():
        if before.get(path) != picture:
            print(f"drew {path.relative_to(project.root)}")
    return 0 if complete else 1


def drawn() -> set[str]:
    """The figures that have a program, by its name; what they share has no chapter's number and so no hyphen."""
    return {path.stem for path in folder.glob("*-*.py")}


def find(wanted: str) -> str:
    stem = pathlib.Path(wanted).stem
    if stem not in drawn():
        raise project.unknown(stem, {name: name for name in drawn()}, "figure")
    return stem


def pictures() -> dict[pathlib.Path, bytes]:
    return {path: path.read_bytes() for ending in ("svg", "png") for path in sorted(folder.glob(f"*.{ending}"))}
