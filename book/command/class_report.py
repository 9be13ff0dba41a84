"""The reports of a class as one table, and the groups of students with the same text."""
from __future__ import annotations

import csv
import dataclasses
import io
import json
import pathlib
from collections import defaultdict

from command import exercises, teacher_report, terminal
from runs import files, project, source_hash
from runs.project import UserError

STATES = ("solved", "begun", "not begun")
COPIED, DOUBTFUL, MISSING = "solution copied", "doubtful", "not reported"  # what a cell can say besides
FEW_TOKENS = 25  # so short an answer may be the same by chance


class NotAReport(Exception):
    """A file that is not what ./weft check --report writes; says why."""


@dataclasses.dataclass
class Student:
    """What one report says. `states` and `answers` are by exercise of this book."""
    name: str
    states: dict[str, str] = dataclasses.field(default_factory=dict)
    answers: dict[str, str] = dataclasses.field(default_factory=dict)
    hints: int = 0
    notes: list[str] = dataclasses.field(default_factory=list)

    def count(self, state: str) -> int:
        return sum(one == state for one in self.states.values())


def combine(folders: list[pathlib.Path], table: pathlib.Path) -> int:
    """Prints who has solved what and who has the same text, and writes the whole table as CSV."""
    refuse_to_replace(table)
    students = students_in(folders)
    names = [name for name in project.exercises() if any(name in student.states for student in students)]
    files.replace(table, as_csv(students, names))
    print(as_text(students))
    print_exercises(students, names)
    print_same(students, names)
    terminal.say(f"{len(students)} reports, {sum(not student.states for student in students)} of them not readable. Every exercise of every student is in {table}")
    return 0


def refuse_to_replace(table: pathlib.Path) -> None:
    if table.exists() and not table.read_text(encoding="utf-8", errors="replace").startswith("student,"):
        raise UserError(f"{table} already exists and is not such a table. Name another file: ./weft report FOLDER --csv FILE")


# Reading ---------------------------------------------------------------------------------------------------------


def students_in(folders: list[pathlib.Path]) -> list[Student]:
    found = {}
    for folder in folders:
        for path in reports_in(folder):
            name = name_of(path, folder)
            if name in found:
                name = f"{folder.name}/{name}"
            found[name] = student(name, path)
    if not found:
        raise UserError(f"There is no report in {', '.join(map(str, folders))}. A report is named report.json, or is a .json file directly in the folder.")
    return [found[name] for name in sorted(found)]


def reports_in(folder: pathlib.Path) -> list[pathlib.Path]:
    """All .json files directly in a folder, and every report.json below it: a copy of the book has other .json files as well."""
    if not folder.is_dir():
        raise UserError(f"There is no folder {folder}.")
    return sorted({*folder.glob("*.json"), *folder.rglob("report.json")})


def name_of(path: pathlib.Path, folder: pathlib.Path) -> str:
    """The name of the file, or that of the folder that has a report.json, as it was cloned or unpacked."""
    if path.name != "report.json":
        return path.stem
    parts = [part for part in path.relative_to(folder).parent.parts if part != "exercises"]
    return "/".join(parts) or folder.resolve().name


def student(name: str, path: pathlib.Path) -> Student:
    made = Student(name)
    try:
        read(made, path)
    except NotAReport as reason:
        made.states.clear()
        made.answers.clear()
        made.notes.append(str(reason))
    return made


def read(made: Student, path: pathlib.Path) -> None:
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise NotAReport(f"cannot be read ({error.__class__.__name__})") from None
    if not isinstance(report, dict) or report.get("made_by") != teacher_report.MADE_BY or not isinstance(report.get("exercises"), list):
        raise NotAReport("is not a report of ./weft check --report")
    if report.get("version") != project.version():
        made.notes.append(f"made with version {str(report.get('version', 'unknown'))[:20]}, this is {project.version()}")
    unknown = 0
    for entry in report["exercises"]:
        if not isinstance(entry, dict) or not isinstance(entry.get("exercise"), str) or entry.get("state") not in STATES:
            raise NotAReport("has an entry that no ./weft has written")
        exercise = project.name_now(entry["exercise"], project.exercises())
        if exercise in project.exercises():
            take(made, exercise, entry)
        else:
            unknown += 1
    if unknown:
        made.notes.append(f"exercises that this book does not have: {unknown}")
    if not made.states:
        raise NotAReport("has no exercise of this book")
    if doubtful := made.count(DOUBTFUL):
        made.notes.append(f"called solved without an answer that could be: {doubtful}")


def take(made: Student, exercise: str, entry: dict) -> None:
    """The state is judged by the text of the answer, since a report can be edited. Whether an answer passes is left to ./weft check."""
    hints = entry.get("hints_seen")
    made.hints += hints if isinstance(hints, int) else 0
    lines = entry.get("answer")
    text = "\n".join(map(str, lines)) if isinstance(lines, list) else ""
    made.states[exercise] = entry["state"]
    if entry["state"] == "not begun":
        return
    if exercises.is_the_solution(exercise, text):
        made.states[exercise] = COPIED
    elif entry["state"] == "solved" and (entry.get("wrong") or not text or source_hash.tokens_of(text) == tokens_of_stub(exercise)):
        made.states[exercise] = DOUBTFUL
    elif text:
        made.answers[exercise] = text


# The same text ---------------------------------------------------------------------------------------------------


def tokens_of_stub(exercise: str) -> list[str]:
    return source_hash.tokens_of(exercises.stub(exercise))


def same_texts(students: list[Student], exercise: str) -> list[tuple[int, list[str]]]:
    """Groups of students with the same answer, each with the number of tokens that it has more than the stub."""
    by_text: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for one in students:
        if exercise in one.answers:
            by_text[tuple(source_hash.tokens_of(one.answers[exercise]))].append(one.name)
    begun_with = len(tokens_of_stub(exercise))
    alike = [(max(0, len(text) - begun_with), names) for text, names in by_text.items() if len(names) > 1]
    return sorted(alike, reverse=True)


# Writing ---------------------------------------------------------------------------------------------------------


def as_csv(students: list[Student], names: list[str]) -> str:
    """One line per student. A spreadsheet must not take a name for a formula."""
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(["student", "solved", "begun", COPIED, DOUBTFUL, "hints", "notes", *names])
    for one in students:
        name = f"'{one.name}" if one.name[0] in "=+-@" else one.name
        table.writerow([name, *(one.count(state) for state in ("solved", "begun", COPIED, DOUBTFUL)), one.hints, "; ".join(one.notes),
                        *(one.states.get(exercise, MISSING) for exercise in names)])
    return written.getvalue()


def as_text(students: list[Student]) -> str:
    width = max(len("student"), *(len(one.name) for one in students))
    lines = [f"{'student':<{width}}  solved  begun  copied  hints"]
    for one in students:
        numbers = (f"{one.count('solved'):>6}  {one.count('begun'):>5}  {one.count(COPIED):>6}  {one.hints:>5}" if one.states else "")
        lines.append(f"{one.name:<{width}}  {numbers}".rstrip())
        lines += [terminal.fill(f"    {note}", 4) for note in one.notes]
    return "\n".join(lines) + "\n"


def print_exercises(students: list[Student], names: list[str]) -> None:
    print("solved by, begun by, with the solution copied by, of each exercise")
    for name in names:
        counts = [sum(one.states.get(name) == state for one in students) for state in ("solved", "begun", COPIED)]
        print("".join(f"{count:>4}" for count in counts) + f"  {name}")
    print()


def print_same(students: list[Student], names: list[str]) -> None:
    """The same text is a reason to ask, not a proof: there are few ways to write a short answer."""
    found = [(length, name, who) for name in names for length, who in same_texts(students, name)]
    if not found:
        print("No two students handed in the same text.\n")
        return
    print("The same text, apart from comments and white space:")
    for length, name, who in sorted(found, key=lambda one: -one[0]):
        chance = ", which may be chance" if length < FEW_TOKENS else ""
        print(terminal.fill(f"  {name}: {', '.join(who)} ({length} words and signs of their own{chance})", 4))
    print()
