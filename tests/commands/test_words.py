#!/usr/bin/env python3
"""What ./weft says without building anything: names, hints, the solution, starting over, errors a reader can make."""
import hashlib
import os
import pathlib
import shutil
import subprocess
import unittest

import scratch

OWN = f"exercises/{scratch.CHAPTER}/triple.cu"
PROGRESS = "exercises/progress.txt"


class Names(scratch.ScratchHouse):
    def setUp(self) -> None:
        super().setUp()
        self.succeeds("tangle")

    def test_without_a_word_it_tells_what_there_is(self) -> None:
        for arguments in ([], ["--help"]):
            told = self.succeeds(*arguments)
            for word in ("book", "test", "run", "check", "watch", "hint", "solution", "reset", "exercises", "tangle", "record", "measure"):
                self.assertIn(f"\n    {word}", told)

    def test_an_unknown_word_is_answered_with_the_nearest(self) -> None:
        self.refuses("There is no command bok. The nearest is book.", "bok")
        self.refuses("There is no choice gpu. The nearest is cuda.", "run", "twice", "--device", "gpu")
        self.refuses("Unrecognized arguments: --fast. ./weft --help tells what there is.", "exercises", "--fast")
        self.refuses("The following arguments are required: name. ./weft hint --help tells what there is.", "hint")

    def test_an_unknown_name_is_answered_with_the_nearest(self) -> None:
        self.refuses("There is no exercise called tripel. The nearest is 07-small/triple.", "hint", "tripel")
        self.refuses("There is no exercise called twice. The nearest is 07-small/triple.", "check", "twice")
        self.refuses("There is no program called 07-small/twin. The nearest is 07-small/twice.", "run", "07-small/twin")
        self.refuses("There is no file mine.cu.", "run", "mine.cu")

    def test_short_names_do(self) -> None:
        for name in ("triple", "07/triple", "7/triple", "07-small/triple", OWN):
            self.assertIn("for 07-small/triple", self.succeeds("hint", name))

    def test_a_name_that_two_chapters_use_needs_its_chapter(self) -> None:
        self.write("chapters/meson.build", "chapters = ['07-small', '08-other']\n")
        self.write("chapters/08-other.md", scratch.TEXT)
        self.succeeds("tangle")
        self.assertIn("for 07-small/triple", self.succeeds("hint", "7/triple"))
        self.refuses("triple is the name of several exercises: 07-small/triple, 08-other/triple. Put the chapter in front.", "hint", "triple")
        self.assertIn("Hint 1 of 2 for 08-other/triple", self.succeeds("hint", "8/triple"))


class Exercises(scratch.ScratchHouse):
    def setUp(self) -> None:
        super().setUp()
        self.succeeds("tangle")

    def test_hints_come_one_by_one_and_the_last_one_stays(self) -> None:
        self.assertIn("Hint 1 of 2 for 07-small/triple\n\nFirst hint.", self.succeeds("hint", "triple"))
        for _ in range(2):
            told = self.succeeds("hint", "triple")
            self.assertIn("Hint 2 of 2 for 07-small/triple\n\nSecond hint.", told)
            self.assertIn("./weft solution 07-small/triple", told)

    def test_the_list_tells_what_was_begun_and_what_is_next(self) -> None:
        told = self.succeeds("exercises")
        self.assertRegex(told, r"07-small\n  triple +not begun  Three times\n")
        self.assertIn(f"\n[{'.' * 40}] 0 of 1 solved\nNext: Three times, {OWN}\n", told)
        self.write(OWN, scratch.SOLUTION)
        self.assertRegex(self.succeeds("exercises"), r"\n  triple +begun +Three times\n")

    def test_nobody_need_read_to_the_end(self) -> None:
        unread = subprocess.run(f"{self.root}/weft exercises | (exec <&-; sleep 1)", shell=True, capture_output=True, text=True)
        self.assertEqual(unread.stderr, "")

    def test_a_solved_one_stays_so_until_it_changes(self) -> None:
        self.write(OWN, scratch.SOLUTION)
        self.write(PROGRESS, f"07-small/triple  answer={hashlib.sha1(scratch.SOLUTION.encode()).hexdigest()[:8]}")
        told = self.succeeds("exercises")
        self.assertRegex(told, r"\n  triple +solved +Three times\n")
        self.assertIn(f"\n[{'#' * 40}] 1 of 1 solved\nYou have solved every exercise of the book.\n", told)
        self.assertIn("Nothing has changed since you solved it.", self.succeeds("check"))
        self.write(OWN, scratch.SOLUTION.replace("3 * n", "n * 3"))
        self.assertRegex(self.succeeds("exercises"), r"\n  triple +begun ")

    def test_the_solution_is_shown_before_success_only_on_a_second_asking(self) -> None:
        self.write(OWN, scratch.STUB.replace("begins\n", "begins\n  result = n;\n"))
        told = self.succeeds("solution", "triple")
        self.assertIn("You have not solved 07-small/triple yet, and there are 2 hints left, ./weft hint 07-small/triple.", told)
        self.assertNotIn("3 * n", told)
        told = self.succeeds("solution", "triple")
        self.assertRegex(told, r"(?m)^  int result = 0; +\|   int result = 0;$")
        self.assertRegex(told, r"(?m)^  result = n; +\*   result = 3 \* n;$")

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
        self.write("notes.txt", "mine")
        file = self.root / "notes.txt"
        self.refuses(f"{file} is there already, and is no report. Name another file: ./weft check --report=FILE",
                     "check", f"--report={file}", PATH=os.environ["PATH"])

    def test_reset_keeps_what_the_reader_wrote(self) -> None:
        self.assertIn("is as it was in the beginning", self.succeeds("reset", "triple"))
        for number, text in enumerate(("mine", "mine too"), 1):
            self.write(OWN, text)
            self.assertIn(f"kept in {OWN}.{number}.kept", self.succeeds("reset", "triple"))
            self.assertEqual(self.read(f"{OWN}.{number}.kept"), text)
            self.assertEqual(self.read(OWN), scratch.STUB)
        self.assertEqual(self.read(f"{OWN}.1.kept"), "mine")
        self.succeeds("reset", "triple")
        self.assertFalse((self.root / f"{OWN}.3.kept").exists(), "an untouched exercise needs no copy")

    def test_reset_brings_back_a_file_that_is_gone(self) -> None:
        (self.root / OWN).unlink()
        self.succeeds("reset", "triple")
        self.assertEqual(self.read(OWN), scratch.STUB)

    def test_a_missing_file_is_told_with_the_way_to_get_it_back(self) -> None:
        (self.root / OWN).unlink()
        self.refuses(f"{OWN} is missing. Get it back: ./weft reset 07-small/triple", "solution", "triple")

    def test_with_nothing_begun_there_is_nothing_to_check(self) -> None:
        self.refuses("You have not begun an exercise yet. ./weft exercises lists them.", "check")


class Needs(scratch.ScratchHouse):
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
        self.refuses("Tangling needs Pandoc. Install it: sudo apt-get install pandoc", "tangle", PATH=self.path_with())

    def test_without_apt_the_packages_are_named(self) -> None:
        self.refuses("Something is missing, and this system has no apt-get to fetch it. Install these (Debian's names): "
                     "meson ninja-build g++ doctest-dev libboost-context-dev librandom123-dev libfftw3-dev libopenblas-dev pandoc.", "book", PATH=self.path_with())

    def test_what_only_the_pdf_needs_is_asked_for_with_it(self) -> None:
        path = self.path_with("meson", "ninja", "g++", "pandoc")
        self.refuses("Something is missing, and this system has no apt-get to fetch it. Install these (Debian's names): "
                     "chromium poppler-utils fonts-urw-base35 fonts-texgyre-math fonts-dejavu-core fonts-liberation.",
                     "book", "--pdf", PATH=path)

    def test_apt_is_asked_for_what_is_missing_and_for_nothing_else(self) -> None:
        path = self.path_with("meson", "ninja", "g++", "sh", "true")
        asked = self.root / "asked"
        self.stand_in(path, "sudo", 'if [ "$1" = -n ]; then shift; fi; exec "$@"')
        self.stand_in(path, "apt-get", f'echo "$@" >> {asked}; exit 1')
        result = self.weft("book", PATH=path)
        self.assertEqual(result.returncode, 1)
        self.assertIn("The distribution could not install them. Try it yourself: sudo apt-get install pandoc", result.stderr)
        install = "install -y --no-install-recommends pandoc"
        self.assertEqual(asked.read_text().splitlines(), [install, "update", install])

    def test_what_is_only_welcome_is_asked_for_once(self) -> None:
        path = self.path_with("meson", "ninja", "g++", "sh", "mkdir", "pandoc", "true")
        self.stand_in(path, "tmux", "true")
        self.stand_in(path, "pdfinfo", "true")
        asked = self.root / "asked"
        self.stand_in(path, "sudo", 'if [ "$1" = -n ]; then shift; fi; exec "$@"')
        self.stand_in(path, "apt-get", f'echo "$@" >> {asked}; test "$4" = nodejs')
        self.write("tests/pages/package-lock.json", "{}")
        for _ in range(2):
            result = self.weft("test", PATH=path)
            self.assertIn("Without chromium npm, what needs them is left out.", result.stderr)
            self.assertIn("Meson could not configure the build", result.stderr)  # it went on, and there is no loom here
            self.stand_in(path, "node", "true")
        chromium, node, npm = (f"install -y --no-install-recommends {package}" for package in ("chromium", "nodejs", "npm"))
        self.assertEqual(asked.read_text().splitlines(), [chromium, "update", chromium, node, npm, "update", npm])

    def test_a_gpu_is_needed_to_measure(self) -> None:
        self.succeeds("tangle")
        sentence = "This needs a GPU, and there is no nvidia-smi here to ask for one."
        from_here = {"PATH": self.path_with("meson", "ninja", "g++")}
        (self.root / "build").mkdir(exist_ok=True)
        (self.root / "build/build.ninja").write_text("", encoding="utf-8")
        for words in (["measure"], ["record", "--device", "cuda"]):
            self.refuses(sentence, *words, **from_here)


if __name__ == "__main__":
    unittest.main()
