#!/usr/bin/env python3
"""Runs the linters of one language over its files in the repository: lint.py LANGUAGE. Skips itself where a linter is missing."""
from __future__ import annotations

import dataclasses
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SKIPPED = 77
ESLINT = ROOT / "tests/pages/node_modules/.bin/eslint"

# Lines longer than 140 columns, continuation lines as they align best, imports after sys.path is set, and what pycodestyle leaves out by itself.
PYTHON_STYLE_LEFT_OUT = "E501,E12,E402,E203,E226,E24,E704,W503,W504"


@dataclasses.dataclass(frozen=True)
class Language:
    endings: tuple[str, ...]
    linters: list[list[str]]  # commands; the files are appended
    folder: str = ""  # only what is below


LANGUAGES = {
    "python": Language((".py", "weft"), [["pyflakes3"], ["pycodestyle", f"--ignore={PYTHON_STYLE_LEFT_OUT}"]]),
    "lua": Language((".lua",), [["luacheck", "--quiet", "--no-color", "--config", str(HERE / "luacheckrc")]]),
    "c++": Language((".cpp",), [["cppcheck", "-q", "-j2", "--error-exitcode=1", "--enable=warning,portability", "--std=c++20", "--inline-suppr",
                                 "-Isubprojects/loom/src", "-Isubprojects/loom/include", f"--suppressions-list={HERE / 'cppcheck-suppressions.txt'}",
                                 "--template={file}:{line}: {id}: {message}"]], "subprojects/loom/src"),
    "javascript": Language((".js", ".mjs"), [[str(ESLINT), "--config", str(ROOT / "tests/pages/eslint.config.mjs")]]),
}


def main() -> int:
    language = LANGUAGES[sys.argv[1]]
    files = [name for name in tracked() if name.endswith(language.endings) and name.startswith(language.folder)]
    if not files:
        raise SystemExit(f"there is no file in {sys.argv[1]}: tests/lint/lint.py looks in the wrong place")
    status = 0
    for command in language.linters:
        if not shutil.which(command[0]):
            return skip(f"{pathlib.Path(command[0]).name} is missing")
        status |= subprocess.run([*command, *files], cwd=ROOT).returncode
    return 1 if status else 0


def tracked() -> list[str]:
    """The files that Git knows or would take, those that are there; nothing that is ignored."""
    if not shutil.which("git") or not (ROOT / ".git").exists():
        sys.exit(skip("this is not a Git checkout"))
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
    return sorted(name for name in set(listed.stdout.split("\0")) if name and (ROOT / name).is_file())


def skip(reason: str) -> int:
    print(f"skipped: {reason}")
    return SKIPPED


if __name__ == "__main__":
    sys.exit(main())
