#!/usr/bin/env python3
"""What ./weft says without building anything: names, hints, the solution, starting over, errors a reader can make."""
import contextlib
import errno
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import scratch_project, tools  # noqa: E402
from command import errors, exercises, main, progress, terminal
from runs import files, project  # noqa: E402

OWN = f"exercises/{scratch_project.CHAPTER}/triple.cu"
PROGRESS = "exercises/progress.txt"


class Names(scratch_project.ScratchProject):
    def setUp(self) -> None:
        super().setUp()
        self.succeeds("tangle")

    def test_without_a_word_it_tells_what_there_is(self) -> None:
        for arguments in ([], ["--help"]):
            output = self.succeeds(*arguments)
            for word in ("book", "test", "run", "check", "watch", "hint", "solution", "reset", "exercises", "tangle", "draw", "mutants", "record", "measure"):
                self.assertIn(f"\n    {word}", output)

    def test_help_and_version_are_answered_as_everywhere(self) -> None:
        self.assertEqual(self.succeeds("help"), self.succeeds("--help"))
        self.assertEqual(self.succeeds("help", "check"), self.succeeds("check", "--help"))
        self.assertEqual(self.succeeds("--version"), f"Warp & Weft {self.read('subprojects/loom/VERSION').strip()}\n")

    def test_an_unknown_word_is_answered_with_the_nearest(self) -> None:
        self.refuses("There is no command bok. The nearest is book.", "bok", status=2)
        self.refuses("There is no choice gpu. There are: loom, cuda.", "run", "twice", "--device", "gpu", status=2)
        self.refuses("./weft exercises does not take --fast. ./weft exercises --help lists what it takes.", "exercises", "--fast", status=2)
        self.refuses("./weft hint does not take second. ./weft hint --help lists what it takes.", "hint", "triple", "second", status=2)
        self.refuses("./weft does not take --fast. ./weft --help lists what it takes.", "--fast", status=2)
        self.refuses("The following arguments are required: name. ./weft hint --help lists them.", "hint", status=2)
        self.refuses("Only ./weft run takes arguments after --.", "exercises", "--", "fast", status=2)
        self.refuses("Name one program of the book, or any number of your own files, which become one program.",
                     "run", "twice", "mine.cu", status=2)

    def test_an_unknown_name_is_answered_with_the_nearest(self) -> None:
        self.refuses("There is no exercise called tripel. The nearest is 07-small/triple.", "hint", "tripel")
        self.refuses("There is no exercise called twice. ./weft exercises lists them.", "check", "twice")
        self.refuses("There is no program called 07-small/twin. The nearest is 07-small/twice.", "run", "07-small/twin")
        self.refuses("There is no file mine.cu.", "run", "mine.cu")

    def test_short_names_do(self) -> None:
        for name in ("triple", "07/triple", "7/triple", "07-small/triple", OWN):
            self.assertIn("for 07-small/triple", self.succeeds("hint", name))

    def test_a_name_that_two_chapters_use_needs_its_chapter(self) -> None:
        self.write("chapters/contents.txt", "Part I\n  07-small\n  08-other\n")
        self.write("chapters/08-other.md", scratch_project.TEXT)
        self.succeeds("tangle")
        self.assertIn("for 07-small/triple", self.succeeds("hint", "7/triple"))
        self.refuses("triple is the name of several exercises: 07-small/triple, 08-other/triple. Put the chapter in front.", "hint", "triple")
        self.assertIn("Hint 1 of 2 for 08-other/triple", self.succeeds("hint", "8/triple"))

    def test_a_chapter_has_a_list_of_hints_and_not_one_solution(self) -> None:
        self.write(f"chapters/{scratch_project.CHAPTER}.md", scratch_project.TEXT + scratch_project.TEXT[scratch_project.TEXT.index(":::"):].replace("triple", "other"))
        self.succeeds("tangle")
        self.succeeds("hint", "triple")
        for word in ("7", "07-small", "exercises/07-small/"):
            self.assertEqual(self.succeeds("hint", word), "  07-small/triple: 1 of 2 hints seen\n  07-small/other: 0 of 2 hints seen\n"
                                                          "For the next hint to one of them: ./weft hint 07-small/triple\n")
        for command in ("solution", "reset"):
            self.refuses("7 means 2 exercises. Name one of them: 07-small/triple, 07-small/other", command, "7")


class Figures(scratch_project.ScratchProject):
    def test_all_or_one_are_drawn_and_what_changed_is_named(self) -> None:
        script = "import pathlib\npathlib.Path(__file__).with_suffix('.svg').write_text('{}')\n"
        for name in ("one", "two"):
            self.write(f"chapters/figures/07-small-{name}.py", script.format(name))
        self.assertEqual(self.succeeds("draw"), "drew chapters/figures/07-small-one.svg\ndrew chapters/figures/07-small-two.svg\n")
        self.assertEqual(self.succeeds("draw"), "")
        for name in ("one", "two"):
            self.write(f"chapters/figures/07-small-{name}.svg", "old")
        self.assertEqual(self.succeeds("draw", "07-small-two"), "drew chapters/figures/07-small-two.svg\n")
        self.assertEqual(self.read("chapters/figures/07-small-one.svg"), "old")
        self.refuses("There is no figure called 07-small-tow. The nearest is 07-small-two.", "draw", "07-small-tow")


class Exercises(scratch_project.ScratchProject):
    def setUp(self) -> None:
        super().setUp()
        self.succeeds("tangle")

    def test_hints_come_one_by_one_and_the_last_one_stays(self) -> None:
        self.assertIn("Hint 1 of 2 for 07-small/triple\n\nFirst hint.", self.succeeds("hint", "triple"))
        for _ in range(2):
            output = self.succeeds("hint", "triple")
            self.assertIn("Hint 2 of 2 for 07-small/triple\n\nSecond hint.", output)
            self.assertIn("./weft solution 07-small/triple", output)

    def test_the_list_tells_what_was_begun_and_what_is_next(self) -> None:
        output = self.succeeds("exercises")
        self.assertRegex(output, r"07-small\n  triple +not begun  Three times\n")
        self.assertIn(f"\n[{'.' * 40}] 0 of 1 solved\nNext: Three times, {OWN}\n", output)
        self.write(OWN, scratch_project.SOLUTION)
        self.assertRegex(self.succeeds("exercises"), r"\n  triple +begun +Three times\n")

    def test_nobody_need_read_to_the_end(self) -> None:
        unread = subprocess.run(f"{self.root}/weft exercises | (exec <&-; sleep 1)", shell=True, capture_output=True, text=True)
        self.assertEqual(unread.stderr, "")

    def test_a_solved_one_stays_so_until_it_changes(self) -> None:
        self.write(OWN, scratch_project.SOLUTION)
        self.write(PROGRESS, f"07-small/triple  answer={hashlib.sha1(scratch_project.SOLUTION.encode()).hexdigest()[:8]}")
        output = self.succeeds("exercises")
        self.assertRegex(output, r"\n  triple +solved +Three times\n")
        self.assertIn(f"\n[{'#' * 40}] 1 of 1 solved\nYou have solved every exercise of the book.\n", output)
        self.assertIn("Everything that you have begun is solved and has not changed since.", self.succeeds("check"))
        self.write(OWN, scratch_project.SOLUTION.replace("3 * n", "n * 3"))
        self.assertRegex(self.succeeds("exercises"), r"\n  triple +begun ")

    def test_a_solved_one_stays_so_when_a_comment_changes(self) -> None:
        mark = progress.mark_of(scratch_project.SOLUTION, self.root / OWN)
        self.write(PROGRESS, f"07-small/triple  answer={mark}")
        self.write(OWN, scratch_project.SOLUTION.replace("// Three times.", "// A better comment."))
        self.assertRegex(self.succeeds("exercises"), r"\n  triple +solved +Three times\n")

    def test_what_was_written_in_a_chapter_with_another_name_comes_along(self) -> None:
        self.write("chapters/moved.txt", "# before, now\n05-tiny 06-other 07-small\n")
        answer = scratch_project.SOLUTION.replace("3 * n", "n * 3")
        mark = hashlib.sha1(answer.encode()).hexdigest()[:8]
        self.write("exercises/05-tiny/triple.cu", answer)
        self.write("exercises/05-tiny/triple.cu.1.kept", "an earlier one")
        self.write("exercises/05-tiny/mine.txt", "no answer")
        self.write(PROGRESS, f"my own words\n05-tiny/triple  solved=2025-11-01  answer={mark}  hints=1\n")
        self.assertIn("exercises/05-tiny/triple.cu is now exercises/07-small/triple.cu.\n", self.succeeds("hint", "05-tiny/triple"))
        self.assertEqual(self.read(OWN), answer)
        self.assertEqual(self.read(f"{OWN}.1.kept"), "an earlier one")
        self.assertEqual([path.name for path in (self.root / "exercises/05-tiny").iterdir()], ["mine.txt"])
        self.assertRegex(self.read(PROGRESS), r"^my own words\n07-small/triple  solved=2025-11-01  answer=\w{8}  hints=2\n$")
        self.assertRegex(self.succeeds("exercises"), r"\n  triple +solved +Three times\n")

    def test_an_answer_in_a_chapter_with_another_name_replaces_none(self) -> None:
        self.write("chapters/moved.txt", "05-tiny 07-small\n")
        self.write("exercises/05-tiny/triple.cu", scratch_project.SOLUTION)
        self.write(OWN, scratch_project.SOLUTION.replace("3 * n", "n * 3"))
        self.assertIn("is now exercises/07-small/triple.cu.1.kept.", self.succeeds("exercises"))
        self.assertIn("n * 3", self.read(OWN))
        self.assertEqual(self.read(f"{OWN}.1.kept"), scratch_project.SOLUTION)

    def test_a_stub_with_notes_in_a_chapter_with_another_name_is_kept(self) -> None:
        self.write("chapters/moved.txt", "05-tiny 07-small\n")
        noted = scratch_project.STUB.replace("Three times.", "Three times. Ask about this one.")
        self.write("exercises/05-tiny/triple.cu", noted)
        self.assertRegex(self.succeeds("exercises"), r"\n  triple +not begun +Three times\n")
        self.assertEqual(self.read(f"{OWN}.1.kept"), noted)
        self.assertFalse((self.root / "exercises/05-tiny").exists())

    def test_the_solution_is_shown_before_success_only_on_a_second_asking(self) -> None:
        self.write(OWN, scratch_project.STUB.replace("begins\n", "begins\n  result = n;\n"))
        output = self.succeeds("solution", "triple")
        self.assertIn("You have not solved 07-small/triple yet, and there are 2 hints left.\n"
                      "For a hint: ./weft hint 07-small/triple\n", output)
        self.assertNotIn("3 * n", output)
        output = self.succeeds("solution", "triple")
        self.assertRegex(output, r"(?m)^  int result = 0; +\|   int result = 0;$")
        self.assertRegex(output, r"(?m)^  result = n; +\*   result = 3 \* n;$")

    def test_progress_is_a_file_of_the_readers_own(self) -> None:
        self.succeeds("hint", "triple")
        self.assertEqual(self.read(PROGRESS).splitlines()[1:], ["07-small/triple  hints=1"])
        mine = "my own words\n07-small/triple  note=mine  hints=1\n99-gone/other  hints=3"
        self.write(PROGRESS, mine)
        self.assertIn("Hint 2 of 2", self.succeeds("hint", "triple"))
        self.assertEqual(self.read(PROGRESS), mine.replace("hints=1", "hints=2") + "\n")
        self.write(PROGRESS, "07-small/triple  hints=many\n")
        self.assertIn("Hint 1 of 2", self.succeeds("hint", "triple"))

    def test_a_report_replaces_nothing_but_a_report(self) -> None:
        file = self.write("notes.json", "mine")
        self.refuses(f"{file} already exists and is not a report. Name another file: ./weft check --report=FILE.json",
                     "check", f"--report={file}", PATH=os.environ["PATH"])
        self.refuses("A report is a JSON file. Name it so that it ends in .json, not notes.txt.", "check", "--report", "notes.txt")
        self.refuses("There is no exercise called tripel. The nearest is 07-small/triple.", "check", "--report", "tripel")

    def test_reset_keeps_what_the_reader_wrote(self) -> None:
        self.assertIn("is unchanged, so there is nothing to reset.", " ".join(self.succeeds("reset", "triple").split()))
        for number, text in enumerate(("mine", "mine too"), 1):
            self.write(OWN, text)
            self.assertIn(f"saved as {OWN}.{number}.kept", self.succeeds("reset", "triple"))
            self.assertEqual(self.read(f"{OWN}.{number}.kept"), text)
            self.assertEqual(self.read(OWN), scratch_project.STUB)
        self.assertEqual(self.read(f"{OWN}.1.kept"), "mine")
        self.succeeds("reset", "triple")
        self.assertFalse((self.root / f"{OWN}.3.kept").exists(), "an untouched exercise needs no copy")

    def test_reset_brings_back_a_file_that_is_gone(self) -> None:
        for remove in (os.remove, lambda file: shutil.rmtree(file.parent)):
            remove(self.root / OWN)
            self.succeeds("reset", "triple")
            self.assertEqual(self.read(OWN), scratch_project.STUB)

    def test_a_missing_file_is_told_with_the_way_to_get_it_back(self) -> None:
        (self.root / OWN).unlink()
        self.refuses(f"{OWN} is missing. Get it back: ./weft reset 07-small/triple", "solution", "triple")

    def test_with_nothing_begun_there_is_nothing_to_check(self) -> None:
        self.refuses("You have not begun an exercise yet. ./weft exercises lists them.", "check")


class BadDays(scratch_project.ScratchProject):
    """One sentence each, never a traceback."""

    def setUp(self) -> None:
        super().setUp()
        self.succeeds("tangle")

    def test_a_damaged_manifest(self) -> None:
        for words in (["exercises"], ["run", "twice"]):
            for damage in ("", "<<<<<<< HEAD\n", "{", "[]", '{"title": "Small"}'):
                file = self.write("snippets/07-small/manifest.json", damage)
                self.refuses("snippets/07-small/manifest.json is damaged, perhaps by a merge. Write it again: "
                             "rm snippets/07-small/manifest.json && ./weft tangle", *words)
                file.unlink()
                self.succeeds("tangle")

    def test_a_folder_that_cannot_be_written(self) -> None:
        (self.root / "exercises/progress.txt").mkdir()
        result = self.weft("hint", "triple")
        self.assertEqual((result.returncode, scratch_project.words_of(result.stderr).count(". ")), (1, 0), result.stderr)
        self.assertNotIn("Traceback", result.stderr)
        (self.root / "exercises/progress.txt").rmdir()
        shutil.rmtree(self.root / "build")
        self.write("build", "somebody else's")
        for words in (["check", "triple"], ["tangle"]):
            self.refuses(f"{self.root}/build is a file, but a folder is needed there. Move it elsewhere, then start again.", *words)

    def test_a_full_folder_for_temporary_files(self) -> None:
        full = self.full_disk("full")
        self.refuses("g++ cannot build even an empty program: free space in TMPDIR, or set it to another folder. "
                     f"{errors.WHEN_IT_WILL_NOT_START}", "check", "triple", TMPDIR=str(full))

    def test_a_record_that_a_merge_has_damaged(self) -> None:
        self.write("book/records/a-gpu/07-small.json", "<<<<<<< HEAD\n")
        self.write("build/build.ninja", "build snippets/07-small.twice.run: phony\n")
        sentence = "book/records/a-gpu/07-small.json is damaged, perhaps by a merge: git checkout brings it back"
        result = self.weft("record", "twice", "--revision", "abc123")
        self.assertEqual((result.returncode, sentence in scratch_project.words_of(result.stderr)), (1, True), result.stderr)
        self.assertNotIn("Traceback", result.stderr)

    def test_a_build_folder_of_another_users(self) -> None:
        if os.geteuid() != 0:
            self.skipTest("only root can act as another user")
        for path in (self.root, *self.root.rglob("*")):
            path.chmod(path.stat().st_mode | 0o055)
        result = subprocess.run(["/usr/bin/env", "python3", str(self.root / "weft"), "tangle"], cwd=self.root, capture_output=True, text=True,
                                user=65534, group=65534, extra_groups=[], env={"PATH": "/usr/local/bin:/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"})
        self.assertEqual((result.returncode, scratch_project.words_of(result.stderr)), (1, f"{self.root}/build cannot be written or read by you; {self.root}/build belongs to root. "
                                                                 "Make it yours (sudo chown -R), or copy the book to a folder of your own."))

    def test_a_full_disk(self) -> None:
        for folder, file, words in (("build", "tangled.json", ["tangle"]), ("exercises", "progress.txt", ["hint", "triple"])):
            full = self.full_disk(folder)
            self.refuses(f"The disk is full at {full}/{file}. Free space there (or set TMPDIR to a folder on another disk), then start again.", *words)

    def test_a_disk_that_is_read_only(self) -> None:
        mounted = subprocess.run(f"mount --bind {self.root} {self.root} && mount -o remount,ro,bind {self.root}", shell=True, capture_output=True, text=True)
        if mounted.returncode != 0:
            self.skipTest(f"only root can mount: {mounted.stderr.strip()}")
        self.addCleanup(subprocess.run, ["umount", "-l", str(self.root)], check=True)
        for words, path in ((["check", "triple"], "build"), (["hint", "triple"], "exercises/.lock")):
            self.refuses(f"{self.root}/{path} cannot be written or read by you. Its disk is read-only; copy the book to one that is not.", *words)

    def test_a_folder_of_ones_own_without_the_right_to_write(self) -> None:
        refused = PermissionError(errno.EACCES, "", str(self.root / "exercises"))
        self.assertEqual(files.explain(refused), f"{self.root}/exercises cannot be written or read by you. Allow it: chmod -R u+rwX {project.root}")

    def test_closed_output(self) -> None:
        for stream, status, said in ((">&-", 1, "Standard output is closed, so nothing can be shown. Start this again with a terminal, a file or a pipe as output."),
                                     ("2>&-", 0, ""), ("<&-", 0, "")):
            result = subprocess.run(f"{self.root}/weft exercises {stream}", shell=True, capture_output=True, text=True)
            self.assertEqual((result.returncode, scratch_project.words_of(result.stderr)), (status, said))
        with open("/dev/full", "w", encoding="utf-8") as full:
            result = subprocess.run([self.root / "weft", "exercises"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual((result.returncode, result.stderr.split(".")[0]), (1, "The disk is full"))

    def test_git_clean_as_the_readme_has_it_takes_nothing_that_a_reader_wrote(self) -> None:
        command, = re.findall(r"`(git clean [^`]*exercises[^`]*)`", (scratch_project.ROOT / "README.md").read_text(encoding="utf-8"))
        shutil.copy(scratch_project.ROOT / ".gitignore", self.root)
        subprocess.run("git init -q && git add .", shell=True, cwd=self.root, check=True)
        self.succeeds("hint", "triple")
        self.write(OWN, "mine")
        self.succeeds("reset", "triple")
        subprocess.run(command, shell=True, cwd=self.root, check=True, capture_output=True)
        self.assertIn("hints=1", self.read(PROGRESS))
        self.assertEqual(self.read(f"{OWN}.1.kept"), "mine")
        self.assertFalse((self.root / "build").exists())

    def test_an_old_python(self) -> None:
        start = f"import runpy, sys; sys.version_info = (3, 8, 0); runpy.run_path({str(self.root / 'weft')!r})"
        result = subprocess.run([sys.executable, "-c", start], capture_output=True, text=True)
        self.assertEqual(result.stderr.splitlines()[0], "./weft needs Python 3.10 or newer; this is Python 3.8.")

    def test_a_terminal_that_knows_no_more_than_ascii(self) -> None:
        self.write(f"chapters/{scratch_project.CHAPTER}.md", scratch_project.TEXT.replace("First hint.", "Take $n^2$ – or α."))
        self.succeeds("tangle")
        result = self.weft("hint", "triple", PYTHONIOENCODING="ascii")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("Take n", result.stdout)

    def test_an_answer_in_latin_1(self) -> None:
        (self.root / OWN).write_bytes("// Größe\n".encode("latin-1") + scratch_project.STUB.encode())
        for words in (["exercises"], ["solution", "triple"], ["solution", "triple"], ["reset", "triple"]):
            self.succeeds(*words)


class InATerminal(scratch_project.ScratchProject):
    def test_a_hint_can_be_read_again(self) -> None:
        self.succeeds("tangle")
        for words, number in ((["--again"], 1), ([], 2), (["--again"], 2)):
            self.assertIn(f"Hint {number} of 2", self.succeeds("hint", "triple", *words))

    def test_hints_and_explanations_of_the_book_fit_and_hold_no_tex(self) -> None:
        texts = [text for file in sorted((scratch_project.ROOT / "snippets").glob("*/manifest.json"))
                 for exercise in json.loads(file.read_text(encoding="utf-8"))["exercises"]
                 for text in (*exercise["hints"], exercise["explanation"])]
        self.assertGreater(len(texts), 100)
        for text in texts:
            shown = terminal.paragraphs(text)
            self.assertLessEqual(max(map(len, shown.splitlines()), default=0), 80, shown)
            self.assertNotRegex(re.sub(r"```.*?```|`[^`]*`", "", shown, flags=re.S), r"[$\\]")

    def test_every_help_and_what_is_said_of_the_books_exercises_fit(self) -> None:
        for width in (60, 80):
            printed = io.StringIO()
            with mock.patch.dict(os.environ, COLUMNS=str(width)), contextlib.redirect_stdout(printed):
                exercises.show_list()
                if width == 80:  # a command to be copied stays whole
                    top = main.parser()
                    commands = next(action.choices for action in top._actions if action.choices)
                    self.assertGreater(len(commands), 12)
                    for each in (top, *commands.values()):
                        each.print_help()
                    for name in project.exercises():
                        exercises.say_what_is_left(name)
            for line in printed.getvalue().splitlines():
                self.assertLessEqual(len(line), width, line)

    def test_long_sentences_are_set_and_a_command_at_their_end_stays_whole(self) -> None:
        printed = io.StringIO()
        terminal.say("what the compiler says " + 80 * "-" + "\napt-get could not install the packages. To see why, run it yourself: sudo apt-get install pandoc", printed)
        self.assertEqual(printed.getvalue(), "what the compiler says " + 80 * "-" + "\napt-get could not install the packages. To see why, run it yourself:\n"
                                          "sudo apt-get install pandoc\n")

    def test_a_reference_says_where_it_leads(self) -> None:
        for written, shown in (("See [](05-vectors.md).", "See Chapter 5."), ("In [](a-blas-on-trial.md) too.", "In Appendix A too."),
                               ("[](05-vectors.md#float-or-double)", "“float or double” in Chapter 5"), ("See [](#on-banks).", "See “on banks”."),
                               ("`[]() { f(); }` and `[](float x) { g(x); }`", "`[]() { f(); }` and `[](float x) { g(x); }`")):
            self.assertEqual(terminal.paragraphs(written), shown)

    def test_formulas_read_as_text(self) -> None:
        for tex, text in ((r"$n^2$", "n²"), (r"$\frac{2}{3}$", "2/3"), (r"$a + (i + \frac12) h$", "a + (i + 1/2) h"), (r"$2^{-20}$", "2⁻²⁰"),
                          (r"$m \sqrt{\sum (x_i / m)^2}$", "m √(∑ (x_i / m)²)"), (r"$Q^T Q$", "Q^T Q"), ("`$HOME`", "`$HOME`")):
            self.assertEqual(terminal.formulas(tex), text)


class Needs(scratch_project.ScratchProject):
    """A system that lacks something, made of a folder of links that stands for its whole PATH."""

    def path_with(self, *commands: str) -> str:
        folder = self.root / "bin"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for command in ("env", "python3", "git", *commands):
            (folder / command).symlink_to(os.path.realpath(shutil.which(command)))
        return str(folder)

    def stand_in(self, folder: str, name: str, script: str) -> None:
        file = pathlib.Path(folder) / name
        file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        file.chmod(0o755)

    def test_tangling_without_pandoc(self) -> None:
        self.refuses(f"Tangling needs Pandoc. Install it: sudo apt-get install pandoc {errors.WHEN_IT_WILL_NOT_START}", "tangle", PATH=self.path_with())

    def test_without_apt_the_packages_are_named(self) -> None:
        self.refuses("Packages are missing, and this system has no apt-get. Install these (Debian's names): "
                     "meson ninja-build g++ doctest-dev libboost-context-dev librandom123-dev libfftw3-dev libopenblas-dev "
                     f"pandoc. {errors.WHEN_IT_WILL_NOT_START}", "book", PATH=self.path_with())

    def test_what_only_the_pdf_needs_is_asked_for_with_it(self) -> None:
        path = self.path_with("meson", "ninja", "g++", "as", "ld", "pandoc")
        self.refuses("Packages are missing, and this system has no apt-get. Install these (Debian's names): "
                     "chromium poppler-utils fonts-urw-base35 fonts-texgyre-math fonts-dejavu-core fonts-liberation. "
                     f"{errors.WHEN_IT_WILL_NOT_START}",
                     "book", "--pdf", PATH=path)

    def test_apt_is_asked_for_what_is_missing_and_for_nothing_else(self) -> None:
        path = self.path_with("meson", "ninja", "g++", "as", "ld", "sh", "true")
        requests = self.root / "requests"
        self.stand_in(path, "sudo", 'if [ "$1" = -n ]; then shift; fi; exec "$@"')
        self.stand_in(path, "apt-get", f'echo "$@" >> {requests}; exit 1')
        result = self.weft("book", PATH=path)
        self.assertEqual(result.returncode, 1)
        self.assertIn("apt-get could not install the packages. To see why, run it yourself: sudo apt-get install pandoc", scratch_project.words_of(result.stderr))
        install = "install -y --no-install-recommends pandoc"
        self.assertEqual(requests.read_text().splitlines(), [install, "update", install])

    def test_what_was_found_is_looked_for_again_only_with_another_compiler_or_for_more(self) -> None:
        path = self.path_with("sh")
        calls = self.root / "calls"
        self.stand_in(path, "g++", f"echo >> {calls}")
        program = "import sys; from command import needs; needs.provide({f'header {name}': name for name in sys.argv[1:]}, {})"

        def provide(*headers: str) -> int:
            """How often the compiler was called until now."""
            subprocess.run(["python3", "-c", program, *headers], cwd=self.root / "book", env={"PATH": path}, check=True)
            return len(calls.read_text().splitlines())
        self.assertEqual([provide("a"), provide("a"), provide("a", "b"), provide("a", "b")], [1, 1, 3, 3])
        os.utime(pathlib.Path(path) / "g++", (1e9, 1e9))
        self.assertEqual(provide("a", "b"), 5)

    def test_what_is_only_welcome_is_asked_for_once(self) -> None:
        path = self.path_with("sh", "true")
        requests = self.root / "requests"
        self.stand_in(path, "sudo", 'if [ "$1" = -n ]; then shift; fi; exec "$@"')
        self.stand_in(path, "apt-get", f'echo "$@" >> {requests}; test "$4" = had')
        program = "from command import needs; needs.provide({}, {'command has': 'had', 'command lacks': 'lacked'})"
        for _ in range(2):
            result = subprocess.run(["python3", "-c", program], cwd=self.root / "book", env={"PATH": path},
                                    stdin=subprocess.DEVNULL, capture_output=True, text=True)
            self.assertIn("Without lacked, whatever needs them is left out.", result.stderr)
            self.stand_in(path, "has", "true")
        had, lacked = (f"install -y --no-install-recommends {package}" for package in ("had", "lacked"))
        self.assertEqual(requests.read_text().splitlines(), [had, lacked, "update", lacked])

    def test_a_gpu_is_needed_to_measure(self) -> None:
        self.succeeds("tangle")
        path = self.path_with("meson", "ninja", "g++", "as", "ld")
        self.write("build/build.ninja", "")
        for words in (["measure"], ["record", "--device", "cuda"]):
            self.refuses("This needs a GPU, and nvidia-smi is missing on this machine.", *words, PATH=path)
        self.stand_in(path, "nvidia-smi", "exit 9")
        self.refuses("This needs a GPU, and nvidia-smi finds none on this machine.", "measure", PATH=path)

    def test_a_toolkit_is_needed_to_measure(self) -> None:
        path = self.path_with()
        self.stand_in(path, "nvidia-smi", "echo A GPU")
        program = ("from command import errors; from runs import records, toolkit; toolkit.NVCC = 'nowhere/nvcc'; "
                   "raise SystemExit(errors.status_of(lambda: records.on_gpu('abc')))")
        result = subprocess.run(["python3", "-c", program], cwd=self.root / "book", env={"PATH": path}, capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stderr), (1, "This needs the CUDA toolkit, and nvcc is missing on this machine.\n"))

    def test_a_missing_command_is_no_missing_file_of_the_book(self) -> None:
        for name, sentence in (("pdfinfo", "pdfinfo is missing here."), ("/usr/bin/pdfinfo", "/usr/bin/pdfinfo is missing here."),
                               (f"{scratch_project.ROOT}/book/site/page.yaml", f"{scratch_project.ROOT}/book/site/page.yaml is missing. Get it back with git checkout, or clone the book again.")):
            self.assertEqual(files.explain(FileNotFoundError(errno.ENOENT, "", name)), sentence)


if __name__ == "__main__":
    tools.run_tests("meson", "ninja", "g++", "pandoc")
