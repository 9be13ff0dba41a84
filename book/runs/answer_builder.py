"""Builds programs from the test of an exercise and answers that are not files of the repository.

Its command line, as `answers`, `mutants` and `mutant_sample` take it: OBJECTS COMPILER... -- LINKER... -- LIBRARIES...

OBJECTS.solution.o and OBJECTS.test.o are of the book's solution and of the test, with {} for CHAPTER.TASK.
"""
from __future__ import annotations

import pathlib
import subprocess
from dataclasses import dataclass

from runs import linking, project


@dataclass
class AnswerBuilder:
    task: str  # CHAPTER/TASK
    folder: pathlib.Path
    objects: str
    compiler: list[str]
    linker: list[str]
    libraries: list[str]

    @classmethod
    def of(cls, task: str, folder: pathlib.Path, arguments: list[str]) -> AnswerBuilder:
        (objects, *compiler), linker, libraries = linking.split(arguments)
        return cls(task, folder.resolve(), objects.format(task.replace("/", ".")), compiler, linker, libraries)

    def compile(self, name: str, text: str) -> pathlib.Path:
        """The object file of an answer. Raises linking.Refused."""
        answer, built = self.folder / name / f"{self.task}.cu", self.folder / f"{name}.o"
        answer.parent.mkdir(parents=True, exist_ok=True)
        answer.write_text(text, encoding="utf-8")
        folders = ["-I", str(self.folder / name), "-I", str(project.root / "tests/exercises")]
        done = subprocess.run([*self.compiler, "-w", *folders, "-c", "-o", str(built), str(project.unit(self.task) or answer)],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        if done.returncode != 0:
            raise linking.Refused(done.stdout)
        return built

    def link(self, answer: pathlib.Path, program: pathlib.Path) -> None:
        """Raises linking.Refused."""
        solution, test = (pathlib.Path(f"{self.objects}.{which}.o") for which in ("solution", "test"))
        linking.link(answer, solution, test, program, self.linker, self.libraries)

    def build(self, name: str, text: str) -> pathlib.Path:
        """The program of an answer. Raises linking.Refused."""
        program = self.folder / f"{name}.program"
        self.link(self.compile(name, text), program)
        return program
