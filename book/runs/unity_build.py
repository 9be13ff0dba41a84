"""Answers to one exercise, each with the exercise's test, joined into one program: what all of them include is compiled once.

Each stands in a namespace and a test suite of its own and is run by `--test-suite=NAME`. `#line` gives each the path that it would
have by itself, and the test a path of its own next to it, because doctest takes two test cases with the same file and line for one.

Some cannot be joined: one opens `namespace std`, one fills constant memory. So what the compiler refuses among others is built by
itself, and everything is unless the solution, joined with the rest, passes its test. The shared arrays of all lie side by side: one
that writes past the end of its own may write into another's, and loom has nothing to find.
"""
from __future__ import annotations

import pathlib
import re
import subprocess
from dataclasses import dataclass

from runs import run_doctest

SOLUTION = "the-solution"
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"][^>"\n]+[>"])', re.M)
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.M)


@dataclass
class Built:
    commands: dict[str, list[str]]  # what runs the test of an answer
    refused: dict[str, str]  # what the compiler said of the others


@dataclass
class AnswerBuilder:
    """Where answers to an exercise are built, and with what."""
    task: str  # CHAPTER/TASK
    test: pathlib.Path
    solution: str
    folder: pathlib.Path
    compiler: list[str]  # with its flags and what is linked, without a source and a name for the program

    def build(self, answers: dict[str, str]) -> Built:
        """Joined where that can be, else by itself; what does not compile by itself either is refused."""
        built = Built(self.join(answers).commands, {})
        for name, text in answers.items():
            if name not in built.commands:
                alone = self.build_alone(name, text)
                built.commands |= alone.commands
                built.refused |= alone.refused
        return built

    def join(self, answers: dict[str, str]) -> Built:
        """As many of these as compile together. An answer that the compiler output names is refused, although it might compile by itself."""
        joined, source, program = {**answers, SOLUTION: self.solution}, self.folder / "joined.cu", self.folder / "joined"
        refused: dict[str, str] = {}
        while len(joined) > 2:
            write(source, self.text_of(joined))
            said = self.compile(source, program)
            if said is None:
                commands = {name: [str(program), f"--test-suite={name}"] for name in joined}
                passes = run_doctest.passes(*run_doctest.examine(commands.pop(SOLUTION)))
                return Built(commands if passes else {}, refused)
            named = set(re.findall(rf"{re.escape(str(self.folder))}/([^/\n]+)/", said)) & set(joined)
            if not named or SOLUTION in named:
                break
            refused |= dict.fromkeys(named, said)
            joined = {name: text for name, text in joined.items() if name not in named}
        return Built({}, refused)

    def build_alone(self, name: str, text: str) -> Built:
        program = self.folder / f"{name}.program"
        write(self.folder / name / f"{self.task}.cu", text)
        said = self.compile(self.test, program, "-I", str(self.folder / name))
        return Built({name: [str(program)]}, {}) if said is None else Built({}, {name: said})

    def compile(self, source: pathlib.Path, program: pathlib.Path, *more: str) -> str | None:
        command, *arguments = self.compiler
        done = subprocess.run([command, "-w", "-o", str(program), str(source), *arguments, *more],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        return done.stdout if done.returncode != 0 else None

    def text_of(self, answers: dict[str, str]) -> str:
        test = self.test.read_text(encoding="utf-8")
        included = dict.fromkeys(INCLUDE.findall("\n".join([test, *answers.values()])))
        included.pop(f"<{self.task}.cu>", None)
        # Where an answer or the test includes these once more, they are empty.
        parts = [f"#if __has_include({file})\n#include {file}\n#endif\n" for file in included]
        for number, (name, answer) in enumerate(answers.items()):
            text = self.with_answer(test, answer, name)
            parts += [f'namespace answer_{number} {{\nTEST_SUITE_BEGIN("{name}");\n', text, "\nTEST_SUITE_END();\n}\n",
                      *[f"#undef {macro}\n" for macro in DEFINE.findall(text)]]
        return "".join(parts)

    def with_answer(self, test: str, answer: str, name: str) -> str:
        """The test, with the answer where it is included."""
        place = self.folder / name / "tests/exercises" / f"{self.task}.cu"

        def put(include: re.Match) -> str:
            if include[1] != f"<{self.task}.cu>":
                return include[0]
            line = test.count("\n", 0, include.start()) + 1
            return f'#line 1 "{self.folder / name / self.task}.cu"\n{answer}\n#line {line} "{place}"\n'
        return f'#line 1 "{place}"\n' + INCLUDE.sub(put, test)


def write(path: pathlib.Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
