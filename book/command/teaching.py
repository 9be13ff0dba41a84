"""What teachers take from the book, slides and questions of a chapter, and what they make of their students' reports."""
from __future__ import annotations

import argparse
import pathlib
from collections.abc import Callable

from command import building, class_report, locking
from runs import project
from runs.project import UserError

KIT = "book/kit"  # in build/
Prepare = Callable[[argparse.Namespace, list[str]], None]


def add_words(word: Callable[..., argparse.ArgumentParser], buildable: Callable[..., argparse.ArgumentParser], prepare: Prepare) -> None:
    """Adds the commands for teachers."""
    slides = buildable("slides", lambda args: make(args, prepare, "slides.html", "The slides are ready. Open"),
                       "for teachers: make slides of chapters, each in one file")
    slides.add_argument("names", nargs="+", metavar="CHAPTER", help="a chapter by its number or name, such as 05")
    questions = buildable("questions", lambda args: make(args, prepare, "moodle.xml", "The questions are ready. Import"),
                          "for teachers: make a question bank for Moodle from the questions of chapters")
    questions.add_argument("names", nargs="+", metavar="CHAPTER", help="a chapter by its number or name, such as 05")
    reports = word("report", lambda args: class_report.combine(args.folders, args.csv),
                   "for teachers: combine the reports of a class into one table, and name those with the same text")
    reports.add_argument("folders", nargs="+", metavar="FOLDER", type=pathlib.Path, help="a folder with reports, or with a copy of the book per student")
    reports.add_argument("--csv", default="class.csv", metavar="FILE", type=pathlib.Path, help="where to write the table; class.csv by default")


def make(args: argparse.Namespace, prepare: Prepare, ending: str, what: str) -> int:
    """Makes one file of each chapter."""
    chapters = [chapter_named(name) for name in args.names]
    files = [f"{KIT}/{chapter}.{ending}" for chapter in chapters]
    with locking.build_folder():
        prepare(args, ["loom", "book"])
        if not building.ninja(files):
            raise UserError("Not everything could be made; see the messages above.")
    for file in files:
        print(f"{what} {(project.build / file).as_uri()}")
    return 0


def chapter_named(name: str) -> str:
    chapters = project.chapters()
    for chapter in chapters:
        if project.is_chapter(chapter, name.rstrip("/")):
            return chapter
    raise project.unknown(name, {form: chapter for chapter in chapters for form in project.short_forms_of_chapter(chapter)}, "chapter")
