"""What the commands need of the system, and how it is installed where it is missing."""
from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys

from weft import house

# What is needed: how it is recognised, and Debian's package for it.
TO_BUILD = {"command meson": "meson", "command ninja": "ninja-build", "command g++": "g++", "header doctest/doctest.h": "doctest-dev"}
# What an option of the build needs besides, unless it is disabled.
OPTIONAL = {"loom": {"header boost/context/fiber.hpp": "libboost-context-dev", "header Random123/philox.h": "librandom123-dev",
                     "header fftw3.h": "libfftw3-dev", "header cblas.h": "libopenblas-dev"},
            "book": {"command pandoc": "pandoc"}}
# What printing the whole book needs besides: a browser, the fonts it is set in, and the pages on which its places came to lie.
TO_PRINT = {
    "command chromium": "chromium", "command pdfinfo": "poppler-utils",
    "font P052": "fonts-urw-base35", "font TeX Gyre Pagella Math": "fonts-texgyre-math",
    "font DejaVu Sans Mono": "fonts-dejavu-core", "font Liberation Sans": "fonts-liberation",
}
# Without it, pages have no search.
TO_SEARCH = {"file /usr/share/javascript/lunr/lunr.min.js": "libjs-lunr"}
# Without these, the tests that use them are skipped and say so.
TO_TEST = {"command tmux": "tmux"}
TO_TEST_PAGES = {"command chromium": "chromium", "command node": "nodejs", "command npm": "npm", "command pdfinfo": "poppler-utils"}


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
    check = ["g++", "-E", "-x", "c++", "-", "-o", os.devnull]
    return subprocess.run(check, input=f"#include <{name}>\n", text=True, stderr=subprocess.DEVNULL).returncode == 0


def provide(needs: dict[str, str], wishes: dict[str, str]) -> bool:
    """Installs what is missing of `needs`, and of `wishes` if that goes; true if something was installed."""
    packages = missing(needs)
    if packages:
        install(packages)
        still = missing(needs)
        if still:
            raise house.Trouble(f"These packages were installed, and what they should bring is still not found: {' '.join(still)}.")
    return grant(missing(wishes)) or bool(packages)


def grant(wished: list[str]) -> bool:
    """Installs what is welcome but not needed, each for itself, as a distribution may lack one of them.

    What could not be had is remembered in build/ and not asked for at every call.
    """
    refused = house.build / "not-to-be-had"
    before = missing_before(refused)
    for package in wished:
        if package in before:
            continue
        try:
            install([package])
        except house.Trouble as trouble:
            print(trouble, file=sys.stderr)
            before.append(package)
    lacking = [package for package in wished if package in before]
    if lacking:
        house.build.mkdir(exist_ok=True)
        refused.write_text("\n".join(lacking), encoding="utf-8")
        print(f"Without {' '.join(lacking)}, what needs them is left out.", file=sys.stderr)
    return len(lacking) < len(wished)


def missing_before(refused: pathlib.Path) -> list[str]:
    return refused.read_text(encoding="utf-8").split() if refused.exists() else []


def install(packages: list[str]) -> None:
    names = " ".join(packages)
    if not shutil.which("apt-get"):
        raise house.Trouble(f"Something is missing, and this system has no apt-get to fetch it. Install these (Debian's names): {names}.")
    command = [*as_root(names), "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "--no-install-recommends"]
    print(f"Installing {names} from the distribution.", flush=True)
    if subprocess.run(command + packages, stdin=None if sys.stdin.isatty() else subprocess.DEVNULL).returncode == 0:
        return
    print("Asking the distribution for its current list of packages, then once more.", flush=True)
    subprocess.run([*as_root(names), "apt-get", "update"])
    if subprocess.run(command + packages).returncode != 0:
        raise house.Trouble(f"The distribution could not install them. Try it yourself: sudo apt-get install {names}")


def as_root(names: str) -> list[str]:
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and (sys.stdin.isatty() or subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0):
        return ["sudo"]
    raise house.Trouble(f"Something is missing, and installing it takes root. Run this, then start again: sudo apt-get install {names}")
