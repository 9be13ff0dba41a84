"""How a single CUDA file is compiled and run outside the book's own build: on loom, or on a GPU."""
from __future__ import annotations

import hashlib
import os
import pathlib
import subprocess
import sys

from command import building, obstacles
from runs import outcome, processes, project, toolkit
from runs.project import SetUpError, UserError

NAMES = ("loom", "cuda")
WORDS = {"loom": "loom", "cuda": "the GPU"}  # what they are called in a sentence
SUFFIX = {"loom": "", "cuda": "@cuda"}  # what a target's name ends in, as meson.build has it


def available(targets: dict[str, dict]) -> list[str]:
    return [device for device in NAMES if f"snippets/main{SUFFIX[device]}.o" in targets]


def chosen(wanted: str | None, targets: dict[str, dict]) -> str:
    here = available(targets)
    if wanted == "cuda" and wanted in here and not toolkit.gpu_here():
        raise SetUpError("There is no GPU on this machine. Leave out --device to run on loom.")
    if wanted is None or wanted in here:
        return wanted or here[0]
    if wanted == "cuda" and not toolkit.nvcc():
        raise SetUpError("There is no CUDA toolkit on this machine: nvcc is neither on the PATH nor in "
                        f"{os.path.dirname(toolkit.NVCC)}. "
                        "Install one, or leave out --device to run on loom.")
    name = "a CUDA toolkit" if wanted == "cuda" else "loom"
    raise SetUpError(f"This build does not include {name}. Enable it: ./weft run -D{wanted}=enabled --device {wanted} …")


def compile_files(sources: list[pathlib.Path], device: str, targets: dict[str, dict]) -> pathlib.Path:
    """Compiles a reader's files into one program in build/own/, each set of files in a folder of its own; a file of doctest
    cases gets doctest's main."""
    main = f"snippets/main{SUFFIX[device]}.o"
    observe = f"snippets/observe{SUFFIX[device]}.o"  # on loom it is in the library
    linked = [part for part in (main, observe) if part in targets]
    if not building.ninja(linked):
        raise UserError("The files that your program is linked with do not build; see the compiler output above.")
    paths = [str(source.resolve()) for source in sources]
    place = hashlib.sha1("\n".join(paths).encode(errors="surrogateescape")).hexdigest()[:12]
    program = project.build / "own" / place / f"{sources[0].stem}{SUFFIX[device]}"
    program.parent.mkdir(parents=True, exist_ok=True)
    command = [*compiler(targets[main], targets), "-o", str(program), *paths]
    if not needs_main(sources):
        linked.remove(main)
    command += [str(project.build / part) for part in linked]
    command += (project.build / f"snippets/libraries{SUFFIX[device]}").read_text(encoding="utf-8").split()
    program.unlink(missing_ok=True)  # one that is still running goes on with the old file
    names = " ".join(map(str, sources))
    compiled = processes.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    if compiled.returncode != 0:
        obstacles.look_for(compiled.stdout, names)
    print(compiled.stdout, end="", file=sys.stderr, flush=True)
    if compiled.returncode != 0:
        raise UserError(f"{names} does not compile; see the compiler output above.")
    return program


def compiler(main: dict, targets: dict[str, dict]) -> list[str]:
    """The device's compiler with its flags: the arguments before -c where the build compiles doctest's main."""
    name, *arguments = main["target_sources"][0]["compiler"]
    built = [str(project.build / path) for path, target in targets.items() if target["name"] == name]
    return [*(built or [name]), *arguments[:arguments.index("-c")]]


def needs_main(sources: list[pathlib.Path]) -> bool:
    text = "".join(source.read_text(encoding="utf-8", errors="replace") for source in sources)
    return "doctest/doctest.h" in text and "DOCTEST_CONFIG_IMPLEMENT" not in text


def run(program: pathlib.Path, arguments: list[str], environment: dict[str, str]) -> int:
    """Runs a program in place of this command, so that the reader sees nothing but the program. The exit status; negative: a signal."""
    return processes.run([str(program), *arguments], env={**os.environ, **environment}).returncode


def end(program: pathlib.Path, status: int) -> int:
    """The exit status of a command that has run this program."""
    if status < 0:
        raise UserError(f"{program.name} {outcome.Outcome(status, '', '').ending()}.")
    return status
