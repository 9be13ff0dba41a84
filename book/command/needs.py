"""What the commands need of the system, and how it is installed where it is missing."""
from __future__ import annotations

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from command import terminal
from runs import files, project
from runs.project import UserError

# What is needed: how it is recognised, and Debian's package for it.
TO_BUILD = {"command meson": "meson", "command ninja": "ninja-build", "command g++": "g++", "header doctest/doctest.h": "doctest-dev"}
# What an option of the build also needs, unless it is disabled.
OPTIONAL = {"loom": {}, "book": {"command pandoc": "pandoc"}}
# What loom is linked with: subprojects/loom/needs.txt says how it is found, to Meson as well. {need: header, linker's words, function}
PROBES = {}
for line in (project.root / "subprojects/loom/needs.txt").read_text(encoding="utf-8").splitlines():
    if not line.startswith("#"):
        name, package, *probe = ("" if word == "-" else word for word in line.split())
        OPTIONAL["loom"][f"library {name}"] = package
        PROBES[name] = probe
# What printing the whole book also needs: a browser, the fonts it is set in, and a reader of the page numbers of link targets.
TO_PRINT = {
    "command chromium": "chromium", "command pdfinfo": "poppler-utils",
    "font P052": "fonts-urw-base35", "font TeX Gyre Pagella Math": "fonts-texgyre-math",
    "font DejaVu Sans Mono": "fonts-dejavu-core", "font Liberation Sans": "fonts-liberation",
}
# Without these, pages have no search, and formulas are set in whatever font the reader has.
FOR_PAGES = {
    "file /usr/share/javascript/lunr/lunr.min.js": "libjs-lunr",
    "file /usr/share/texmf/fonts/opentype/public/tex-gyre-math/texgyrepagella-math.otf": "fonts-texgyre-math",
}
# Without it, programs of several processes are skipped.
FOR_RANKS = {"command mpirun": "openmpi-bin", "command mpicxx": "libopenmpi-dev"}
# Without it, the comparison with published counts is skipped.
TO_COUNT = {"command bible": "bible-kjv"}
# The linters that the tests in tests/lint call.
TO_LINT = {"command pyflakes3": "pyflakes3", "command pycodestyle": "pycodestyle", "command luacheck": "lua-check", "command cppcheck": "cppcheck"}
# What the tests of a suite need in addition, so that no part of one is skipped.
TO_TEST = {
    "browsers": FOR_PAGES | {"command chromium": "chromium", "command node": "nodejs", "command npm": "npm"},
    "paper": TO_PRINT | {"file /usr/share/java/epubcheck.jar": "epubcheck"},
    "loom": {"command make": "make", "command pkg-config": "pkgconf", "command cmake": "cmake", "command clang++": "clang"},
    "tools": {"command git": "git"} | TO_LINT | TO_COUNT,  # so that in continuous integration it is there
    "terminal": {"command tmux": "tmux"},
    "editor": {"command clangd": "clangd"},
}


def missing(needs: dict[str, str]) -> list[str]:
    return [package for need, package in needs.items() if not is_here(need)]


def is_here(need: str) -> bool:
    kind, name = need.split(maxsplit=1)
    if kind == "command":
        return shutil.which(name) is not None
    if kind == "file":
        return os.path.exists(name)
    if kind == "font":
        return shutil.which("fc-list") is not None and bool(subprocess.run(["fc-list", name], capture_output=True).stdout)
    if not shutil.which("g++"):
        return False
    if kind == "library":
        return links_with(*PROBES[name])
    check = ["g++", "-E", "-x", "c++", "-", "-o", os.devnull]
    return subprocess.run(check, input=f"#include <{name}>\n", text=True, stderr=subprocess.DEVNULL).returncode == 0


def links_with(header: str, links: str, function: str) -> bool:
    """Can a program be built that includes this header, calls this function and links these libraries?"""
    program = f"#include <{header}>\n" if header else ""
    program += f'extern "C" void {function}(); int main() {{ {function}(); }}\n' if function else "int main() {}\n"
    if builds(program, [word for word in links.split(",") if word]):
        return True
    if not builds("int main() {}\n", []):
        raise UserError("g++ cannot build even an empty program: free space in TMPDIR, or set it to another folder.")
    return False


def builds(program: str, links: list[str]) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(["g++", "-std=c++20", "-x", "c++", "-", "-o", f"{folder}/program", *links],
                              input=program, text=True, stderr=subprocess.DEVNULL).returncode == 0


def provide(needs: dict[str, str], optional: dict[str, str]) -> bool:
    """Installs what is missing of `needs`, and of `optional` if that goes; true if something was installed."""
    compiled = {need: package for need, package in needs.items() if need.startswith(("library ", "header "))}
    found = project.build / "found"
    mark = mark_of(compiled)
    if found.exists() and found.read_text(encoding="utf-8") == mark:
        needs = {need: package for need, package in needs.items() if need not in compiled}
    packages = missing(needs)
    if packages:
        install(packages)
        still = missing(needs)
        if still:
            raise UserError(f"These packages were installed, but what they should provide is still missing: {' '.join(still)}.")
    project.build.mkdir(exist_ok=True)
    files.replace(found, mark_of(compiled))
    return install_optional(missing(optional)) or bool(packages)


def mark_of(needs: dict[str, str]) -> str:
    """What was looked for with which compiler. Looking again means compiling for a second, and is skipped while this is unchanged."""
    compiler = shutil.which("g++")
    seen = [*needs, *map(str, PROBES.items()), compiler, os.stat(compiler).st_mtime_ns if compiler else 0]
    return hashlib.sha1("\n".join(map(str, seen)).encode()).hexdigest()


def install_optional(packages: list[str]) -> bool:
    """Installs what is welcome but not needed, each for itself, as a distribution may lack one of them.

    What could not be had is remembered in build/ and not asked for at every call.
    """
    refused = project.build / "not-to-be-had"
    before = missing_before(refused)
    for package in packages:
        if package in before:
            continue
        try:
            install([package])
        except UserError as error:
            terminal.say(error, sys.stderr)
            before.append(package)
    lacking = [package for package in packages if package in before]
    if lacking:
        project.build.mkdir(exist_ok=True)
        files.replace(refused, "\n".join(lacking))
        terminal.say(f"Without {' '.join(lacking)}, whatever needs them is left out.", sys.stderr)
    return len(lacking) < len(packages)


def missing_before(refused: pathlib.Path) -> list[str]:
    return refused.read_text(encoding="utf-8").split() if refused.exists() else []


def install(packages: list[str]) -> None:
    names = " ".join(packages)
    if not shutil.which("apt-get"):
        raise UserError(f"Packages are missing, and this system has no apt-get. Install these (Debian's names): {names}.")
    command = [*as_root(names), "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "--no-install-recommends"]
    terminal.say(f"Installing {names} from the distribution.")
    if subprocess.run(command + packages, stdin=None if sys.stdin.isatty() else subprocess.DEVNULL).returncode == 0:
        return
    print("Updating the distribution's list of packages, then trying again.", flush=True)
    subprocess.run([*as_root(names), "apt-get", "update"])
    if subprocess.run(command + packages).returncode != 0:
        raise UserError(f"apt-get could not install the packages. To see why, run it yourself: sudo apt-get install {names}")


def as_root(names: str) -> list[str]:
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and (sys.stdin.isatty() or subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0):
        return ["sudo"]
    raise UserError(f"Packages are missing, and installing them needs root. Run this, then start again: sudo apt-get install {names}")
