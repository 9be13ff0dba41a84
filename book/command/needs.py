"""What the commands need of the system, and how it is installed where it is missing."""
from __future__ import annotations

import hashlib
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

from command import machine, terminal
from runs import files, project
from runs.project import SetUpError

# What is needed: how it is recognised, and Debian's package for it.
TO_BUILD = {"command meson": "meson", "command ninja": "ninja-build", "command g++": "g++", "header doctest/doctest.h": "doctest-dev"}
# The oldest version of a command that will do. A distribution's own may be older; Ubuntu 22.04 has a newer g++ next to the one it calls g++.
OLDEST = {"g++": (12,), "meson": (1, 0), "pandoc": (2, 17)}
NEWER_COMPILERS = [f"g++-{number}" for number in range(12, 17)]
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
    check = [*compiler(), "-E", "-x", "c++", "-", "-o", os.devnull]
    return subprocess.run(check, input=f"#include <{name}>\n", text=True, stderr=subprocess.DEVNULL).returncode == 0


def links_with(header: str, links: str, function: str) -> bool:
    """Can a program be built that includes this header, calls this function and links these libraries?"""
    program = f"#include <{header}>\n" if header else ""
    program += f'extern "C" void {function}(); int main() {{ {function}(); }}\n' if function else "int main() {}\n"
    if builds(program, [word for word in links.split(",") if word]):
        return True
    if not builds("int main() {}\n", []):
        raise SetUpError("g++ cannot build even an empty program: free space in TMPDIR, or set it to another folder.")
    return False


def builds(program: str, links: list[str]) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([*compiler(), "-std=c++20", "-x", "c++", "-", "-o", f"{folder}/program", *links],
                              input=program, text=True, stderr=subprocess.DEVNULL).returncode == 0


def compiler() -> list[str]:
    """What Meson takes for the C++ compiler as well."""
    return shlex.split(os.environ.get("CXX", "g++"))


def choose_compiler() -> bool:
    """Makes a newer compiler that is installed next to a g++ that is too old the one to use; false if there is none."""
    if "CXX" in os.environ or not shutil.which("g++") or not too_old("g++"):
        return True
    newer = next(filter(shutil.which, NEWER_COMPILERS), None)
    if newer:
        os.environ["CXX"] = newer
    return newer is not None


def too_old(command: str) -> bool:
    words = machine.version(command).split(".")
    return all(map(str.isdigit, words)) and tuple(map(int, words)) < OLDEST[command]


def usable(command: str) -> bool:
    return shutil.which(command) is not None and not too_old(command)


def provide(needs: dict[str, str], optional: dict[str, str], found: str = "") -> bool:
    """Installs what is missing of `needs`, and of `optional` if that goes; true if something was installed. `found` is said first, with
    what follows from it."""
    compiles = "command g++" in needs
    new_enough = not compiles or choose_compiler()
    compiled = {need: package for need, package in needs.items() if need.startswith(("library ", "header "))}
    mark = project.build / "found"
    if mark.exists() and mark.read_text(encoding="utf-8") == mark_of(compiled):
        needs = {need: package for need, package in needs.items() if need not in compiled}
    packages = missing(needs) + ([] if new_enough else NEWER_COMPILERS[:1])
    if found:
        terminal.say(f"{found}{next_step(packages)}.")
    if packages:
        install(packages)
        if compiles and not choose_compiler():  # the g++ that was installed just now is too old
            install(NEWER_COMPILERS[:1])
            choose_compiler()
        still = missing(needs)
        if still:
            raise SetUpError(f"These packages were installed, but what they should provide is still missing: {' '.join(still)}.")
    if found or packages:  # asking Meson for its version takes a while
        refuse_old(needs)
    project.build.mkdir(exist_ok=True)
    files.replace(mark, mark_of(compiled))
    return install_optional(missing(optional)) or bool(packages)


def next_step(packages: list[str]) -> str:
    if not packages:
        return ", and nothing has to be installed"
    count = "1 package is" if len(packages) == 1 else f"{len(packages)} packages are"
    return f"; {count} missing, {'which apt-get installs now' if machine.package_manager() == 'apt-get' else 'for you to install'}"


def refuse_old(needs: dict[str, str]) -> None:
    """For what no package of the distribution cures."""
    commands = [need.removeprefix("command ") for need in needs]
    if os.environ.get("CXX"):
        commands = [command for command in commands if command != "g++"]
    old = [f"{command} {machine.version(command)} ({'.'.join(map(str, OLDEST[command]))} is needed)"
           for command in commands if command in OLDEST and too_old(command)]
    if old:
        raise SetUpError(f"What is installed here is too old: {', '.join(old)}.")


def mark_of(needs: dict[str, str]) -> str:
    """What was looked for with which compiler. Looking again means compiling for a second, and is skipped while this is unchanged."""
    path = shutil.which(compiler()[0])
    seen = [*needs, *map(str, PROBES.items()), path, os.stat(path).st_mtime_ns if path else 0]
    return hashlib.sha1("\n".join(map(str, seen)).encode()).hexdigest()


def install_optional(packages: list[str]) -> bool:
    """Installs what is welcome but not needed, each for itself, as a distribution may lack one of them.

    What could not be had is remembered in build/ and not asked for at every call.
    """
    refused = project.build / "not-to-be-had"
    before = missing_before(refused)
    wanted = [package for package in packages if package not in before]
    for group in [[package] for package in wanted] if machine.package_manager() == "apt-get" else [wanted] * bool(wanted):
        try:
            install(group)
        except SetUpError as error:
            terminal.say(error, sys.stderr)
            before += group
    lacking = [package for package in packages if package in before]
    if lacking:
        project.build.mkdir(exist_ok=True)
        files.replace(refused, "\n".join(lacking))
        terminal.say(f"Without {' '.join(lacking)}, whatever needs them is left out.", sys.stderr)
    return len(lacking) < len(packages)


def missing_before(refused: pathlib.Path) -> list[str]:
    return refused.read_text(encoding="utf-8").split() if refused.exists() else []


def install(packages: list[str]) -> None:
    if machine.package_manager() != "apt-get":
        raise SetUpError(ask_for(packages))
    names = " ".join(packages)
    command = [*as_root(names), "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "--no-install-recommends"]
    terminal.say(f"Installing {names} from the distribution.")
    if subprocess.run(command + packages, stdin=None if sys.stdin.isatty() else subprocess.DEVNULL).returncode == 0:
        return
    print("Updating the distribution's list of packages, then trying again.", flush=True)
    subprocess.run([*as_root(names), "apt-get", "update"])
    if subprocess.run(command + packages).returncode != 0:
        raise SetUpError(f"apt-get could not install the packages. To see why, run it yourself: sudo apt-get install {names}")


def ask_for(packages: list[str]) -> str:
    """What a reader must install where there is no apt-get. Other package managers are not called, since that has not been tried."""
    manager = machine.package_manager()
    if not manager:
        return f"Packages are missing, and this system has no apt-get. Install these (Debian's names): {' '.join(packages)}."
    names, lacking = machine.names_here(packages)
    command = f"sudo {machine.MANAGERS[manager]} {' '.join(names)}"
    if not lacking:
        return f"Packages are missing. Run this, then start again: {command}"
    elsewhere = f"Packages are missing, and this distribution does not have {' '.join(lacking)} (Debian's names): install them from elsewhere"
    return f"{elsewhere}, and the others so: {command}" if names else f"{elsewhere}."


def as_root(names: str) -> list[str]:
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and (sys.stdin.isatty() or subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0):
        return ["sudo"]
    raise SetUpError(f"Packages are missing, and installing them needs root. Run this, then start again: sudo apt-get install {names}")
