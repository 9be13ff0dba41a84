"""compile_commands.json, from which an editor knows how each file of the book is compiled.

Editors ask clangd, and clangd is Clang: it reads CUDA files by itself, with loom's headers, once loom/editor.h has told it about them.
Nothing needs to be built for that. A file that is not listed, a reader's own, is read as the nearest one that is.
"""
from __future__ import annotations

import contextlib
import json

from runs import files, project

FOLDERS = ["exercises", "solutions", "snippets", "tests/exercises"]


def describe() -> None:
    """Writes what clangd looks for in the folders above a file."""
    root, loom = project.root, project.root / "subprojects/loom"
    includes = [root / "snippets", loom / "include", loom / "observe/include", root / "tests/exercises/support", root / "solutions", root / "tests/exercises"]
    arguments = ["clang++", "-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib",
                 "-Xclang", "-std=c++20",  # so that clangd hands it on to files that are not listed
                 "-Xclang", "-fcuda-allow-variadic-functions", *(f"-I{path}" for path in includes), "-include", "loom/editor.h",
                 "-Wall", "-Wextra", "-Wno-unused-parameter", "-Wno-unused-variable"]
    sources = [path for folder in FOLDERS for path in sorted((root / folder).glob("*/*.cu*"))]
    database = [{"directory": str(root), "file": str(path), "arguments": [*arguments, str(path)]} for path in sources]
    mesons = project.build / "compile_commands.json"  # loom's own sources
    with contextlib.suppress(FileNotFoundError, ValueError):  # if damaged, Meson writes it again
        database += json.loads(mesons.read_text(encoding="utf-8"))
    files.replace(root / "compile_commands.json", json.dumps(database, indent=1) + "\n")
