#!/usr/bin/env python3
"""What is not the reader's fault is not reported as one: full disks, too little memory, a clone that moved: test_obstacles.py LOOMCC."""
import itertools
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import scratch_project, tools  # noqa: E402
from support.built_project import OWN, TEXT, BuiltProject  # noqa: E402

NUMBERS = itertools.count()
NOT_TO_BLAME = "Its text is not to blame."


class Obstacles(BuiltProject):
    def setUp(self) -> None:
        super().setUp()
        self.fails("check", "triple")  # which builds what every check needs
        # An answer that is right, launches a kernel, and has not been built before.
        launches = scratch_project.SOLUTION.replace("int triple", "__global__ void nothing() {}\nint triple")
        self.write(OWN, launches.replace("  result =", "  nothing<<<1, 1>>>();\n  result =").replace("3 * n", f"3 * n + 0 * {next(NUMBERS)}"))

    def limited(self, limit: str, *words: str) -> str:
        """What is said under a limit of the shell, where the command must fail."""
        command = subprocess.run(["bash", "-c", f'ulimit {limit}; exec "$0" "$@"', str(self.root / "weft"), *words], capture_output=True, text=True)
        self.assertEqual(command.returncode, 1, command.stdout + command.stderr)
        self.assertNotIn("Traceback", command.stderr)
        return scratch_project.words_of(command.stdout + command.stderr)

    def names(self, sentence: str, said: str) -> None:
        """The obstacle is named, and there is no verdict."""
        said = scratch_project.words_of(said)
        self.assertIn(sentence, said)
        for verdict in ("not yet", "does not compile", "For hint"):
            self.assertNotIn(verdict, said)

    def stand_in(self, name: str, script: str) -> str:
        """A PATH on which a script comes before the program of that name."""
        self.write(f"bin/{name}", f"#!/bin/sh\n{script}\n").chmod(0o755)
        return f"{self.root}/bin:{os.environ['PATH']}"

    def test_a_full_disk_for_temporary_files(self) -> None:
        full = self.full_disk("full")
        mine = self.write("mine.cu", "int main() {}\n")
        for words in (["check", "triple"], ["run", str(mine)]):
            result = self.weft(*words, TMPDIR=str(full))
            self.assertEqual(result.returncode, 1)
            self.names(f"The disk is full at {full}. Free space there (or set TMPDIR to a folder on another disk), then start again.", result.stdout + result.stderr)

    def test_files_that_may_not_grow(self) -> None:
        self.names("files may not become as large here. Raise the limit (ulimit -f), then start again. " + NOT_TO_BLAME,
                   self.limited("-f 100", "check", "triple"))

    def test_too_little_memory_to_compile(self) -> None:
        self.names("memory ran out. Close other programs, or raise the limit (ulimit -v), then start again. " + NOT_TO_BLAME,
                   self.limited("-v 60000", "check", "triple"))

    def test_too_little_memory_to_run(self) -> None:
        self.names("07-small/triple could not be built or run, because loom may not reserve enough address space. "
                   "Raise the limit (ulimit -v), then start again. " + NOT_TO_BLAME, self.limited("-v 4000000", "check", "triple"))

    def test_a_compiler_that_is_killed(self) -> None:
        mine = self.write("mine.cu", "int main() {}\n")
        killed = self.stand_in("c++", "echo 'c++: fatal error: Killed signal terminated program cc1plus' >&2; exit 1")
        for words in (["check", "triple"], ["run", str(mine)]):
            result = self.weft(*words, PATH=killed)
            self.assertEqual(result.returncode, 1)
            self.names("the compiler was killed, as the system does when memory runs out. Close other programs, then start again. " + NOT_TO_BLAME,
                       result.stdout + result.stderr)
        self.assertIn("solved.", self.succeeds("check", "triple"))

    def test_a_pipe_that_is_closed_early(self) -> None:
        for words in ("check triple", "run twice", "exercises"):
            command = subprocess.run(f"set -o pipefail; ./weft {words} | head -1", shell=True, cwd=self.root, capture_output=True, text=True, executable="/bin/bash")
            self.assertNotIn("Traceback", command.stderr)
            self.assertIn(command.returncode, (0, 141))

    def test_an_answer_with_a_fault_still_has_its_verdict(self) -> None:
        self.write(OWN, "this is not C++")
        self.assertIn("07-small/triple: not yet. On loom, it does not compile.", self.fails("check", "triple"))


class Moved(BuiltProject):
    SENTENCE = "This copy of the book was built in {}, so its build is set up again."

    def test_a_copy_sets_itself_up_again_and_says_so_once(self) -> None:
        self.succeeds_loudly("test")
        for words, said in ((["check", "triple"], "1 of its 2 tests fails"), (["run", "twice", "--", "--minimal"], "twice two is 4"),
                            (["book"], "The book is ready."), (["test", "07-small/twice"], "1 passed, 0 failed, 0 skipped"),
                            (["exercises"], "0 of 1 solved")):
            with self.subTest(words[0]), tempfile.TemporaryDirectory() as folder:
                copy = pathlib.Path(folder).resolve() / "copy"
                shutil.copytree(self.root, copy, symlinks=True)
                first, second = (subprocess.run([copy / "weft", *words], cwd=copy, capture_output=True, text=True) for _ in range(2))
                for result in (first, second):
                    self.assertEqual(result.returncode, 1 if words[0] == "check" else 0, result.stdout + result.stderr)
                    self.assertIn(said, result.stdout)
                told = 0 if words[0] == "exercises" else 1
                counts = [scratch_project.words_of(result.stderr).count(self.SENTENCE.format(self.root)) for result in (first, second)]
                self.assertEqual(counts, [told, 0])

    def test_what_changes_in_a_copy_is_built_from_the_copy(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder).resolve() / "copy"
            shutil.copytree(self.root, copy, symlinks=True)
            (copy / OWN).write_text(scratch_project.SOLUTION, encoding="utf-8")
            text = (copy / TEXT).read_text(encoding="utf-8")
            (copy / TEXT).write_text(text.replace("CHECK(2 * 2 == 4)", "CHECK(2 * 2 == 5)"), encoding="utf-8")
            for words, status in (["check", "triple"], 0), (["test", "07-small/twice"], 1):
                result = subprocess.run([copy / "weft", *words], cwd=copy, capture_output=True, text=True)
                self.assertEqual(result.returncode, status, result.stdout + result.stderr)


if __name__ == "__main__":
    tools.run_tests("meson", "ninja", "g++", "pandoc")
