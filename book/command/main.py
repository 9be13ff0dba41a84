"""What each word after ./weft does."""
from __future__ import annotations

import argparse
import difflib
import pathlib
import shutil
import signal
import sys

from command import building, checking, devices, draw, errors, exercises, locking, moving, needs, page_tests, proving, record, release, teacher_report, teaching, terminal, testing, watching
from runs import processes, project
from runs.project import UsageError, UserError
from command.tangle import tangle

DESCRIPTION = "Warp & Weft: CUDA C++ in executable chapters."
PAGE, PDF, EPUB = "book/index.html", "book/warp-and-weft.pdf", "book/warp-and-weft.epub"  # in build/
REPORT = "exercises/report.json"


def main() -> int:
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # so that `./weft exercises | head` ends as other commands do
    if not terminal.open_what_is_closed():
        terminal.say("Standard output is closed, so nothing can be shown. "
                     "Start this again with a terminal, a file or a pipe as output.", sys.stderr)
        return 1
    sys.stdout.reconfigure(line_buffering=True)  # so that our output and that of the programs we call stay in order
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # a terminal may not know all of our letters
    processes.look_after()
    try:
        return errors.status_of(lambda: act(sys.argv[1:] or ["--help"]))
    finally:
        processes.end_all()


def act(words: list[str]) -> int | None:
    ours, theirs = words, []
    if "--" in words:  # what follows is for the program that is run
        ours, theirs = words[:words.index("--")], words[words.index("--") + 1:]
    if ours[:1] == ["help"]:
        ours = [*ours[1:2], "--help"]
    args, unknown = parser().parse_known_args(ours)
    if unknown:
        command = f"./weft {ours[0]}" if args.work else "./weft"
        raise UsageError(f"{command} does not take {unknown[0]}. {command} --help lists what it takes.")
    if not args.work:
        raise UsageError("Name a command. ./weft --help lists them.")
    if theirs and args.work is not run_one:
        raise UsageError("Only ./weft run takes arguments after --.")
    args.arguments = theirs
    if args.work in (make_book, run_tests, record_all, draw_figures, make_mutants, make_release, measure):
        with locking.build_folder():
            return args.work(args)
    return args.work(args)


def parser() -> argparse.ArgumentParser:
    top = Parser(prog="./weft", description=DESCRIPTION)
    top.add_argument("--version", action="version", version=f"Warp & Weft {project.version()}")
    top.set_defaults(work=None)
    words = top.add_subparsers(metavar="COMMAND", parser_class=Parser)

    def word(name: str, work, about: str) -> argparse.ArgumentParser:
        added = words.add_parser(name, help=about, description=about[0].upper() + about[1:] + ".")
        added.set_defaults(work=work)
        return added

    def buildable(name: str, work, about: str) -> argparse.ArgumentParser:
        added = word(name, work, about)
        added.add_argument("-D", dest="options", action="append", default=[], metavar="OPTION=VALUE",
                           help="an option of the build, such as -Dcuda=disabled (meson_options.txt has them all)")
        return added

    making = buildable("book", make_book, "make the pages, then run every program")
    making.add_argument("--pdf", action="store_true", help="also make one PDF of the whole book, to print")
    making.add_argument("--epub", action="store_true", help="also make an EPUB of the whole book, for e-readers")
    tests = buildable("test", run_tests, "test the book: programs, exercises and the structure of its pages")
    tests.add_argument("names", nargs="*", help="run only these tests, such as 01-the-cuda-model/hello or 'solutions/*'")
    tests.add_argument("--all", action="store_true",
                       help="also what makes the book: its tools, loom, and the pages in a browser and on paper")
    running = buildable("run", run_one, "run a program of the book, or any CUDA file of your own")
    running.add_argument("names", nargs="+", metavar="NAME",
                         help="01-the-cuda-model/hello, hello, or your own FILE.cu and its further source files; "
                              "arguments after -- go to the program")
    running.add_argument("--device", choices=devices.NAMES, help="loom (the default), or cuda for a GPU")

    word("exercises", list_exercises, "list the exercises and your progress")
    checks = buildable("check", check, "test your answers to the exercises or chapters that you name, or all that have changed")
    checks.add_argument("names", nargs="*", metavar="NAME", help="an exercise, or a chapter by its number, name or folder")
    checks.add_argument("--report", nargs="?", const=str(project.root / REPORT), metavar="FILE.json",
                        help=f"write your progress to one file, for a teacher; {REPORT} by default")
    watches = buildable("watch", watch, "check an exercise again whenever you save it")
    watches.add_argument("names", nargs="*", metavar="NAME", help="an exercise or a chapter; without it, all exercises")
    for name, work, about in [("hint", exercises.hint, "give the next hint to an exercise, or list the exercises of a chapter"),
                              ("solution", exercises.show_solution, "show the solution next to your answer"),
                              ("reset", exercises.reset, "start an exercise over; your answer is saved next to it")]:
        of_one = word(name, lambda args, work=work: work(exercise(args.name)), about)
        of_one.add_argument("name")
        if name == "hint":
            of_one.add_argument("--again", action="store_true", help="show the last hint once more")
            of_one.set_defaults(work=hint)

    teaching.add_words(word, buildable, prepare)

    releases = buildable("release", make_release, "for authors: make what a release needs: site, PDF, EPUB, source, checksums")
    releases.add_argument("--draft", action="store_true", help="of what is there now, committed or not, and without a date")
    word("tangle", tangle_all, "for authors: write the chapters' programs to snippets/")
    drawing = buildable("draw", draw_figures, "for authors: draw all figures again, or one of them")
    drawing.add_argument("name", nargs="?", help="a figure, such as 05-vectors-rounds")
    faults = buildable("mutants", make_mutants, "for authors: mutation-test the exercises: make small faults in the solutions and count those that the tests detect")
    faults.add_argument("name", nargs="?", help="an exercise or a chapter; without it, all exercises")
    recording = buildable("record", record_all, "for authors: write what programs print into the chapters; "
                                                "with --device cuda, the results of this GPU into book/records/")
    recording.add_argument("--device", choices=devices.NAMES, default="loom")
    recording.add_argument("--sanitize", action="store_true", help="on a GPU: also run them under compute-sanitizer's four tools")
    measuring = buildable("measure", measure, "for authors: measure on this GPU, into book/records/")
    for added in (recording, measuring):
        added.add_argument("names", nargs="*", metavar="NAME", help="only these programs or chapters")
        added.add_argument("--revision", help="the revision to record, if this copy is not a Git checkout")
    return top


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence; for an unknown word, suggests the nearest one."""

    def error(self, message: str) -> None:
        raise UsageError(f"{message[0].upper()}{message[1:]}. {self.prog} --help lists them.")

    def _check_value(self, action: argparse.Action, value: str) -> None:
        if action.choices is not None and value not in action.choices:
            near = difflib.get_close_matches(value, action.choices, n=1, cutoff=project.NEAR)
            what = "command" if isinstance(action, argparse._SubParsersAction) else "choice"
            hint = f"The nearest is {near[0]}." if near else f"There {'is' if len(action.choices) == 1 else 'are'}: {', '.join(action.choices)}."
            raise UsageError(f"There is no {what} {value}. {hint}")


def make_book(args: argparse.Namespace) -> int:
    """The pages first, from chapters and records; then every program runs here, and the pages say so."""
    files = [PDF] * args.pdf + [EPUB] * args.epub
    prepare(args, ["loom", "book"], needs.FOR_PAGES | for_programs(args), needs.TO_PRINT if args.pdf else {})
    ready = "The pages are ready" if make_pages([]) else "The other pages are ready"
    page = project.build / PAGE
    if not proving.proved():
        print(f"{ready}, with what is recorded of each program: {page.as_uri()}\nNow every program runs on this machine. "
              "Stop it with Ctrl-C if you like; the next ./weft book continues from there.", flush=True)
    ran = building.ninja(["runs"], keep_going=True)
    unbuilt = [] if ran else proving.not_built(building.outdated(["runs"]))
    complete = make_pages(files) and ran
    false = proving.false_claims()
    for sentence in [*false, *unbuilt]:
        terminal.say(sentence, sys.stderr)
    if not complete or false:
        raise UserError(proving.summary(false, unbuilt) or "The book was not finished; the messages above say why.")
    print(f"The book is ready. Open {page.as_uri()}")
    for file in files:
        print(f"The whole book in one file: {project.build / file}")
    return 0


def make_pages(files: list[str]) -> bool:
    made = building.ninja(["pages", *files], keep_going=True)
    if not made:
        proving.stamp_others(building.outdated(["pages"]))
    return made


def for_programs(args: argparse.Namespace) -> dict[str, str]:
    """What some programs need to run at all, or to show all they can. A machine without loom is left as it is."""
    return {} if building.disabled("loom", options(args)) else needs.FOR_RANKS | needs.TO_COUNT


def run_tests(args: argparse.Namespace) -> int:
    if args.all and args.names:
        raise UsageError("--all means every test, so it takes no names.")
    optional = for_programs(args) | ({} if building.disabled("book", options(args)) else needs.FOR_PAGES)
    prepare(args, ["loom", "book"], optional)
    names = [name for pattern in args.names for name in testing.tests_like(pattern)]
    suites = testing.suites_of(names) if names or args.all else set()
    extra = {need: package for suite in suites for need, package in needs.TO_TEST.get(suite, {}).items()}
    if needs.missing(extra):
        prepare(args, ["loom", "book"], optional, extra)
    if "browsers" in suites:
        page_tests.fetch()
    return testing.test(names, args.all)


def prepare(args: argparse.Namespace, parts: list[str], optional: dict[str, str] | None = None,
            extra: dict[str, str] | None = None, chapters: bool = True) -> None:
    with locking.build_folder():
        building.configure(options(args), parts, optional or {}, extra or {}, chapters)


def options(args: argparse.Namespace) -> list[str]:
    return [f"-D{option}" for option in args.options]


def run_one(args: argparse.Namespace) -> int:
    paths = [pathlib.Path(name) for name in args.names]
    own = [path.suffix in (".cu", ".cpp") and not in_snippets(path) for path in paths]
    if len(paths) > 1 and not all(own):
        raise UsageError("Name one program of the book, or any number of your own files, which become one program.")
    if own[0]:
        # A program of one's own may not look at the error of a kernel that never ended.
        program = build_own(args, paths)
        return devices.end(program, devices.run(program, args.arguments, {"LOOM_FAILED_KERNEL_STATUS": "1"}))
    name, device = build_program(args, paths[0])
    program = project.build / (project.target("snippets", name) + devices.SUFFIX[device])
    status = devices.run(program, args.arguments, {})
    if status != 0 and not args.arguments:
        proving.tell_if_false(name, device)
    return devices.end(program, status)


def in_snippets(path: pathlib.Path) -> bool:
    return (project.root / "snippets") in path.resolve().parents


def build_own(args: argparse.Namespace, paths: list[pathlib.Path]) -> pathlib.Path:
    for path in paths:
        if not path.exists():
            raise UserError(f"There is no file {path}.")
    with locking.build_folder():
        prepare(args, ["loom"], chapters=False)
        targets = building.targets()
        return devices.compile_files(paths, devices.chosen(args.device, targets), targets)


def build_program(args: argparse.Namespace, path: pathlib.Path) -> tuple[str, str]:
    """The name of the program that was meant, and the device for which it is built."""
    name = project.find(f"{path.parent.name}/{path.stem}" if in_snippets(path) else args.names[0], project.programs(), "program")
    with locking.build_folder():
        prepare(args, ["loom"])
        targets = building.targets()
        device = devices.chosen(args.device, targets)
        if project.kind_of(project.programs()[name]) == "refused":
            print("The compiler refuses this program, and its chapter explains why.\n", file=sys.stderr)
            devices.compile_files([project.root / "snippets" / f"{name}.cu"], device, targets)
        if not building.ninja([project.target("snippets", name) + devices.SUFFIX[device]]):
            raise UserError(f"{name} does not build; see the compiler output above.")
    return name, device


def list_exercises(_: argparse.Namespace) -> None:
    moving.bring_along()
    exercises.show_list()


def exercise(word: str) -> str:
    """The one exercise that a word means."""
    names = exercises_of(word)
    if len(names) > 1:
        raise UserError(f"{word} means {len(names)} exercises. Name one of them: {', '.join(names)}")
    return names[0]


def hint(args: argparse.Namespace) -> None:
    names = exercises_of(args.name)
    if len(names) > 1:
        exercises.list_hints(names)
    else:
        exercises.hint(names[0], args.again)


def check(args: argparse.Namespace) -> int:
    if args.report:
        words, file = teacher_report.names_and_file(args.names, args.report, project.root / REPORT)
        names = select_exercises(words)
        teacher_report.refuse_to_replace(file)
        prepare(args, ["loom"])
        teacher_report.write(names, ready_to_check(), file)
        return 0
    names = select_answers(args.names)
    if not names:
        print("Everything that you have begun is solved and has not changed since.")
        exercises.tell_next()
        return 0
    prepare(args, ["loom"])
    return checking.check(names, ready_to_check())


def watch(args: argparse.Namespace) -> int:
    names = {exercises.own(name): name for name in select_exercises(args.names)}
    prepare(args, ["loom"])
    on = ready_to_check()
    if not args.names:
        exercises.tell_next()
    print("Each exercise is checked when you save it. Stop with Ctrl-C.")
    try:
        watching.follow(names, lambda name: checking.check([name], on))
    except KeyboardInterrupt:
        print()
    return 0


def exercises_of(word: str) -> list[str]:
    """The exercises that a word means: those of the book or of a chapter, by folder, number or name, or the one of that name."""
    moving.bring_along()
    every = list(project.exercises())
    folder = pathlib.Path(word).resolve()
    if folder in (project.root, project.root / "exercises"):
        return every
    chapter = folder.name if folder.parent == project.root / "exercises" else word.rstrip("/")
    return [name for name in every if project.is_chapter(name.split("/")[0], chapter)] or [project.find(word, every, "exercise")]


def select_exercises(words: list[str]) -> list[str]:
    """The exercises that any of these words means, in the order of the book; without words, all."""
    meant = {name for word in words or [str(project.root)] for name in exercises_of(word)}
    return [name for name in project.exercises() if name in meant]


def select_answers(words: list[str]) -> list[str]:
    """What is to be checked: an exercise that is named in any case; those of a chapter, or of the book, if they are begun and not solved."""
    named = [word for word in words if len(exercises_of(word)) == 1]
    others = [word for word in words if word not in named]
    names = {exercises_of(word)[0] for word in named}
    begun = [name for name in select_exercises(others) if exercises.begun(name)] if others or not words else []
    if not names and not begun:
        raise UserError("You have not begun an exercise yet. ./weft exercises lists them.")
    names.update(name for name in begun if exercises.state(name) != "solved")
    return [name for name in project.exercises() if name in names]


def ready_to_check() -> list[str]:
    """Builds what checking any exercise needs, and returns the devices on which to check it."""
    on = checking.devices_here()
    with locking.build_folder():
        ready = building.ninja([f"{part}{devices.SUFFIX[device]}.o" for device in on for part in ("snippets/main", "tests/exercises/seal")])
    if not ready:
        raise UserError("The files that every answer is linked with do not build; see the compiler output above.")
    return on


def draw_figures(args: argparse.Namespace) -> int:
    return draw.draw(args.name, lambda: prepare(args, ["loom"]))


def make_release(args: argparse.Namespace) -> int:
    version, date = release.edition(args.draft)
    if not args.draft:
        release.refuse_changes()
    prepare(args, ["loom", "book"], needs.FOR_PAGES, needs.TO_PRINT)
    if not make_pages([PDF, EPUB]):
        raise UserError("The pages could not be made; see the messages above.")
    for path in release.assemble(version, [project.build / PDF, project.build / EPUB]):
        print(path)
    print(f"Version {version}, {date}. The folder for a web server: {project.build / 'release/site'}")
    return 0


def make_mutants(args: argparse.Namespace) -> int:
    prepare(args, ["loom"])
    return testing.mutants(select_exercises([args.name] if args.name else []), args.name is None)


def tangle_all(_: argparse.Namespace) -> int:
    return 0 if tangle(always=True) else 1


def record_all(args: argparse.Namespace) -> int:
    prepare(args, [] if args.device == "cuda" else ["loom", "book"])
    status = record.record(args.device, args.revision, *select_programs(args.names), args.sanitize)
    return status if not shutil.which("pandoc") or tangle() else 1


def measure(args: argparse.Namespace) -> int:
    prepare(args, [])
    listed = project.programs()
    measuring = [name for name in select_programs(args.names)[0] if "measures" in listed[name]]
    if args.names and not measuring:
        raise UserError(f"There are no measurements in {', '.join(args.names)}.")
    return record.measure(args.revision, measuring)


def select_programs(names: list[str]) -> tuple[list[str], list[str]]:
    """The programs that can be built here, and the exercises, that are meant by names of programs and chapters; without any, all."""
    programs = [name for name, program in project.programs().items()
                if not ("ranks" in program and needs.missing(needs.FOR_RANKS))]
    exercises = list(project.exercises())
    if not names:
        return programs, exercises
    wanted = {chapter for name in names for chapter in project.chapters() if project.is_chapter(chapter, name.rstrip("/"))}
    of_chapters = {name for name in names if any(project.is_chapter(chapter, name.rstrip("/")) for chapter in wanted)}
    single = {project.find(name, programs, "program") for name in names if name not in of_chapters}
    return ([name for name in programs if name in single or name.split("/")[0] in wanted],
            [name for name in exercises if name.split("/")[0] in wanted])
