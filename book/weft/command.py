"""What each word after ./weft does."""
from __future__ import annotations

import argparse
import difflib
import pathlib
import signal
import sys
import time

from weft import building, checking, devices, exercises, gpu, house, needs, page_tests, record, report, watching
from weft.tangle import tangle

DESCRIPTION = "Warp & Weft: CUDA C++ in executable chapters."
PAGE, PDF, EPUB = "book/index.html", "book/warp-and-weft.pdf", "book/warp-and-weft.epub"  # in build/
REPORT = "exercises/report.json"


def main() -> int:
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # so that `./weft exercises | head` ends as other commands do
    sys.stdout.reconfigure(line_buffering=True)  # so that our words and those of the programs we call keep their order
    try:
        asked = parser().parse_args(sys.argv[1:] or ["--help"])
        return asked.work(asked) or 0
    except house.Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def parser() -> argparse.ArgumentParser:
    top = Parser(prog="./weft", description=DESCRIPTION)
    words = top.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)

    def word(name: str, work, about: str) -> argparse.ArgumentParser:
        added = words.add_parser(name, help=about, description=about[0].upper() + about[1:] + ".")
        added.set_defaults(work=work)
        return added

    def buildable(name: str, work, about: str) -> argparse.ArgumentParser:
        added = word(name, work, about)
        added.add_argument("-D", dest="options", action="append", default=[], metavar="OPTION=VALUE",
                           help="an option of the build, such as -Dcuda=disabled (meson_options.txt has them all)")
        return added

    making = buildable("book", make_book, "run every program and make the pages")
    making.add_argument("--pdf", action="store_true", help="the whole book to print as well, one PDF")
    making.add_argument("--epub", action="store_true", help="the whole book for e-readers as well")
    tests = buildable("test", run_tests, "test the book: programs, exercises, pages and the tools themselves")
    tests.add_argument("names", nargs="*", help="only these tests, such as 01-the-cuda-model/hello or 'solutions/*'")
    running = buildable("run", run_one, "run a program of the book, or any CUDA file of your own")
    running.add_argument("name", help="01-the-cuda-model/hello, hello, or FILE.cu")
    running.add_argument("arguments", nargs="*", help="what the program itself is given (after --)")
    running.add_argument("--device", choices=devices.NAMES, help="loom, or cuda for a GPU; loom if you do not say")

    word("exercises", lambda _: exercises.show_list(), "list the exercises and how far you are")
    checks = buildable("check", check, "test your answer to an exercise, to those of a chapter, or all that have changed")
    checks.add_argument("name", nargs="?", help="an exercise, or a chapter by its number or name")
    checks.add_argument("--report", nargs="?", const=REPORT, type=pathlib.Path, metavar="FILE",
                        help=f"write how you stand to one file, for a teacher; {REPORT} if you name none")
    watches = buildable("watch", watch, "check an exercise again whenever you save it")
    watches.add_argument("name", nargs="?", help="an exercise or a chapter; without it, all exercises")
    for name, work, about in [("hint", exercises.hint, "give the next hint to an exercise"),
                              ("solution", exercises.show_solution, "show the solution beside your answer"),
                              ("reset", exercises.reset, "begin an exercise anew; your answer is kept beside it")]:
        of_one = word(name, lambda asked, work=work: work(exercise(asked.name)), about)
        of_one.add_argument("name")

    word("tangle", tangle_all, "for authors: write the chapters' programs to snippets/")
    recording = buildable("record", record_all, "for authors: write what programs print into the chapters; "
                                                "with --device cuda, what this GPU makes of them into book/measurements/")
    recording.add_argument("--device", choices=devices.NAMES, default="loom")
    recording.add_argument("--sanitize", action="store_true", help="on a GPU: also under compute-sanitizer's four tools")
    measuring = buildable("measure", measure, "for authors: measure on this GPU, into book/measurements/")
    for added in (recording, measuring):
        added.add_argument("--revision", help="the revision that is recorded, where Git cannot tell")
    return top


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence; answers an unknown word with the nearest one it knows."""

    def error(self, message: str) -> None:
        raise house.Trouble(f"{message[0].upper()}{message[1:]}. {self.prog} --help tells what there is.")

    def _check_value(self, action: argparse.Action, value: str) -> None:
        if action.choices is not None and value not in action.choices:
            near = difflib.get_close_matches(value, action.choices, n=1, cutoff=0.0)
            what = "command" if isinstance(action, argparse._SubParsersAction) else "choice"
            raise house.Trouble(f"There is no {what} {value}. The nearest is {near[0]}.")


def make_book(asked: argparse.Namespace) -> int:
    files = [PDF] * asked.pdf + [EPUB] * asked.epub
    prepare(asked, ["loom", "book"], needs.TO_SEARCH, needs.TO_PRINT if asked.pdf else {})
    if not building.ninja(["pages", *files]):
        raise house.Trouble("The book was not finished; the words above say why.")
    print(f"The book is ready. Open {(house.build / PAGE).as_uri()}")
    for file in files:
        print(f"One file of all of it: {house.build / file}")
    return 0


def run_tests(asked: argparse.Namespace) -> int:
    pages = not building.disabled("book", options(asked))
    prepare(asked, ["loom", "book"], {**needs.TO_TEST, **(needs.TO_SEARCH | page_tests.wishes() if pages else {})})
    if pages:
        page_tests.fetch()
    return building.test(asked.names)


def prepare(asked: argparse.Namespace, parts: list[str], wishes: dict[str, str] | None = None,
            besides: dict[str, str] | None = None) -> None:
    building.configure(options(asked), parts, wishes or {}, besides or {})


def options(asked: argparse.Namespace) -> list[str]:
    return [f"-D{option}" for option in asked.options]


def run_one(asked: argparse.Namespace) -> int:
    file = pathlib.Path(asked.name)
    inside = (house.root / "snippets") in file.resolve().parents
    if file.suffix in (".cu", ".cpp") and not inside:
        if not file.exists():
            raise house.Trouble(f"There is no file {asked.name}.")
        prepare(asked, ["loom"])
        targets = building.targets()
        return devices.run(devices.compile_file(file, devices.chosen(asked.device, targets), targets), asked.arguments)
    name = house.find(f"{file.parent.name}/{file.stem}" if inside else asked.name, house.programs(), "program")
    prepare(asked, ["loom"])
    targets = building.targets()
    device = devices.chosen(asked.device, targets)
    if house.programs()[name]["compile_error"]:
        print("The compiler refuses this program, and its chapter tells why.\n", file=sys.stderr)
        devices.compile_file(house.root / "snippets" / f"{name}.cu", device, targets)
    program = house.target("snippets", name) + devices.SUFFIX[device]
    if not building.ninja([program]):
        raise house.Trouble(f"{name} does not build; the compiler's words are above.")
    return devices.run(house.build / program, asked.arguments)


def exercise(name: str) -> str:
    return house.find(name, house.exercises(), "exercise")


def check(asked: argparse.Namespace) -> int:
    names = meant(asked.name)
    if asked.report:
        report.refuse_to_replace(asked.report)
        prepare(asked, ["loom"])
        report.write(names, ready_to_check(), asked.report)
        return 0
    if asked.name is None or len(names) > 1:
        begun = [name for name in names if exercises.begun(name)]
        if not begun:
            raise house.Trouble("You have not begun an exercise yet. ./weft exercises lists them.")
        names = [name for name in begun if exercises.state(name) != "solved"]
        if not names:
            print("Nothing has changed since you solved it.")
            exercises.tell_next()
            return 0
    prepare(asked, ["loom"])
    return checking.check(names, ready_to_check())


def watch(asked: argparse.Namespace) -> int:
    names = {exercises.own(name): name for name in meant(asked.name)}
    prepare(asked, ["loom"])
    on = ready_to_check()
    if not asked.name:
        exercises.tell_next()
    print("Save an exercise, and it is checked. Ctrl-C ends this.")
    try:
        for changed in watching.saves(list(names)):
            for file in changed:
                print(f"\n{time.strftime('%H:%M:%S')}  {names[file]}")
                checking.check([names[file]], on)
    except KeyboardInterrupt:
        print()
    return 0


def meant(asked: str | None) -> list[str]:
    """The exercises of the book, of a chapter, or the one of that name."""
    every = list(house.exercises())
    if asked is None:
        return every
    of_chapter = [name for name in every if asked.rstrip("/") in house.short_forms_of_chapter(name.split("/")[0])]
    return of_chapter or [exercise(asked)]


def ready_to_check() -> list[str]:
    """Builds what checking any exercise needs, and tells on which devices it is done."""
    on = checking.devices_here()
    if not building.ninja([f"snippets/main{devices.SUFFIX[device]}.o" for device in on]):
        raise house.Trouble("What compiles your answer could not be built; the compiler's words are above.")
    return on


def tangle_all(_: argparse.Namespace) -> int:
    return 0 if tangle(always=True) else 1


def record_all(asked: argparse.Namespace) -> int:
    if asked.device == "cuda":
        prepare(asked, [])
        return gpu.record(asked.revision, asked.sanitize)
    prepare(asked, ["loom", "book"])
    status = record.record()
    return status if tangle() else 1


def measure(asked: argparse.Namespace) -> int:
    prepare(asked, [])
    return gpu.measure(asked.revision)
