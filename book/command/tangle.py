"""Writes the programs of the chapters to snippets/, with Pandoc and book/site/filters/tangle.lua."""
from __future__ import annotations

import json
import pathlib
import shutil
import subprocess

from command import locking
from runs import files, project
from runs.project import SetUpError

FILTER = "book/site/filters/tangle.lua"


def tangle(always: bool = False) -> bool:
    """Tangles every chapter that changed since the last time; false if one has a mistake, which Pandoc has then reported."""
    if not shutil.which("pandoc"):
        raise SetUpError("Tangling needs Pandoc. Install it: sudo apt-get install pandoc")
    with locking.build_folder():
        return tangle_locked(always)


def tangle_locked(always: bool) -> bool:
    seen_before = {} if always else read_fingerprints()
    seen, complete = {}, True
    for chapter in sorted((project.root / "chapters").glob("*.md")):
        if seen_before.get(chapter.name) == fingerprint(chapter):
            seen[chapter.name] = seen_before[chapter.name]
            continue
        path = str(chapter.relative_to(project.root))
        command = ["pandoc", "--quiet", "--from=markdown", "--to=native", "--output=/dev/null", f"--lua-filter={FILTER}", path]
        if subprocess.run(command, cwd=project.root).returncode == 0:
            seen[chapter.name] = fingerprint(chapter)
        else:
            complete = False
    files.replace(fingerprints_file(), json.dumps(seen))
    return complete


def fingerprints_file() -> pathlib.Path:
    return project.build / "tangled.json"


def read_fingerprints() -> dict[str, list]:
    """Empty where the file is missing or damaged: then every chapter is tangled."""
    try:
        seen = json.loads(fingerprints_file().read_bytes())
    except (FileNotFoundError, ValueError):
        return {}
    return seen if isinstance(seen, dict) else {}


def fingerprint(chapter: pathlib.Path) -> list:
    """What tangling reads and writes for a chapter, by name, time and size: equal fingerprints, equal contents."""
    paths = [chapter, *(project.root / "book/site/filters").glob("*.lua"),
             *(project.root / "snippets" / chapter.stem).rglob("*"), *(project.root / "snippets/common").glob("*.cuh")]
    chapters = [path.name for path in chapter.parent.glob("*.md")]  # when one goes, what it wrote must go
    seen = [[str(path.relative_to(project.root)), path.stat().st_mtime_ns, path.stat().st_size] for path in paths]
    return [sorted(chapters), sorted(seen)]
