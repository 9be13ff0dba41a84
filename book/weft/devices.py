"""How a single CUDA file is compiled and run outside the book's own build: on loom, or on a GPU."""
from __future__ import annotations

import pathlib
import shutil
import subprocess

from weft import building, house

NAMES = ("loom", "cuda")
WORDS = {"loom": "loom", "cuda": "the GPU"}  # what they are called in a sentence
SUFFIX = {"loom": "", "cuda": "@cuda"}  # what a target's name ends in, as meson.build has it


def available(targets: dict[str, dict]) -> list[str]:
    return [device for device in NAMES if f"snippets/main{SUFFIX[device]}.o" in targets]


def chosen(asked: str | None, targets: dict[str, dict]) -> str:
    here = available(targets)
    if asked is None or asked in here:
        return asked or here[0]
    name = "a CUDA toolkit" if asked == "cuda" else "loom"
    raise house.Trouble(f"This build is without {name}. Take it in: ./weft run -D{asked}=enabled --device {asked} …")


def gpu_here() -> bool:
    return bool(shutil.which("nvidia-smi")) and subprocess.run(["nvidia-smi", "-L"], capture_output=True).returncode == 0


def compile_file(source: pathlib.Path, device: str, targets: dict[str, dict]) -> pathlib.Path:
    """Compiles a reader's file into build/own/; a file of doctest cases gets doctest's main."""
    main = f"snippets/main{SUFFIX[device]}.o"
    observe = f"snippets/observe{SUFFIX[device]}.o"  # on loom it is in the library
    linked = [part for part in (main, observe) if part in targets]
    if not building.ninja(linked):
        raise house.Trouble("What compiles your file could not be built; the compiler's words are above.")
    program = house.build / "own" / f"{source.stem}{SUFFIX[device]}"
    program.parent.mkdir(exist_ok=True)
    command = [*compiler(targets[main], targets), "-o", str(program), str(source)]
    if not needs_main(source):
        linked.remove(main)
    command += [str(house.build / part) for part in linked]
    command += (house.build / f"snippets/libraries{SUFFIX[device]}").read_text(encoding="utf-8").split()
    if subprocess.run(command).returncode != 0:
        raise house.Trouble(f"{source} does not compile; the compiler's words are above.")
    return program


def compiler(main: dict, targets: dict[str, dict]) -> list[str]:
    """The device's compiler with its flags: what stands before -c where the build compiles doctest's main."""
    name, *arguments = main["target_sources"][0]["compiler"]
    built = [str(house.build / path) for path, target in targets.items() if target["name"] == name]
    return [*(built or [name]), *arguments[:arguments.index("-c")]]


def needs_main(source: pathlib.Path) -> bool:
    text = source.read_text(encoding="utf-8", errors="replace")
    return "doctest/doctest.h" in text and "DOCTEST_CONFIG_IMPLEMENT" not in text


def run(program: pathlib.Path, arguments: list[str]) -> int:
    """Runs a program in place of this command, so that the reader sees nothing but the program."""
    status = subprocess.run([str(program), *arguments]).returncode
    if status < 0:
        raise house.Trouble(f"{program.name} was ended by signal {-status}.")
    return status
