"""The machine that the book runs on: its distribution, its package manager, its compiler, and what it has of CUDA."""
from __future__ import annotations

import pathlib
import platform
import re
import shutil
import subprocess

from runs import project, toolkit

# How packages are installed, by the command that does it, the one to prefer first. Each has a column of packages.txt.
MANAGERS = {"apt-get": "apt-get install", "dnf": "dnf install", "pacman": "pacman -S --needed"}
KERNEL = pathlib.Path("/proc/sys/kernel/osrelease")  # that of WSL2 names Microsoft


def found(devices: list[str]) -> str:
    """The machine in half a sentence, and where programs of the book run, which may use these devices: loom, cuda."""
    parts, where = [compiler()], ["loom"] if "loom" in devices else []
    if "cuda" in devices and (nvcc := toolkit.nvcc()):
        gpu = toolkit.gpu_here()
        parts += [f"CUDA {version(nvcc, 'release')}", "a GPU" if gpu else "no GPU"]
        where += ["the GPU"] if gpu else []
    elif "cuda" in devices:
        parts.append("no CUDA toolkit")
    whole = " and ".join(part for part in (", ".join(parts[:-1]), parts[-1]) if part)
    return f"This is {system()}{' under WSL2' if in_wsl() else ''} with {whole}: programs run on {' and '.join(where) or 'no device'}"


def system() -> str:
    """What the distribution calls itself, such as Debian GNU/Linux 12 (bookworm)."""
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        return platform.system()


def in_wsl() -> bool:
    return KERNEL.exists() and "microsoft" in KERNEL.read_text(encoding="utf-8").lower()


def compiler() -> str:
    return f"GCC {version('g++')}" if shutil.which("g++") else "no C++ compiler"


def version(command: str, before: str = "") -> str:
    """The version that a command states, as major.minor; `before` is the word before it."""
    done = subprocess.run([command, "--version"], capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL)
    stated = re.search(rf"{before}[^0-9]*?(\d+\.\d+)", done.stdout)
    return stated[1] if stated else "of unknown version"


def package_manager() -> str | None:
    return next((manager for manager in MANAGERS if shutil.which(manager)), None)


def names_here(packages: list[str]) -> tuple[list[str], list[str]]:
    """Debian's names as this distribution's, and those of which it has no package."""
    column = list(MANAGERS).index(package_manager() or "apt-get")
    lines = (project.root / "book/command/packages.txt").read_text(encoding="utf-8").splitlines()
    called = {words[0]: words[column] for words in map(str.split, lines) if words and words[0] != "#"}
    here = {package: called.get(package, package if column == 0 else "-") for package in packages}
    return list(dict.fromkeys(name for name in here.values() if name != "-")), [package for package, name in here.items() if name == "-"]
