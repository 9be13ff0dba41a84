"""Writes the programs of the chapters to snippets/, with Pandoc and book/filters/tangle.lua."""
from __future__ import annotations

import json
import pathlib
import shutil
import subprocess

from weft import house

FILTER = "book/filters/tangle.lua"


def tangle(always: bool = False) -> bool:
    """Tangles every chapter that changed since the last time; false if one has a mistake, which Pandoc has then told."""
    if not shutil.which("pandoc"):
        raise house.Trouble("Tangling needs Pandoc. Install it: sudo apt-get install pandoc")
    seen_before = {} if always else remembered()
    seen, sound = {}, True
    for chapter in sorted((house.root / "chapters").glob("*.md")):
        if seen_before.get(chapter.name) == appearance(chapter):
            seen[chapter.name] = seen_before[chapter.name]
            continue
        path = str(chapter.relative_to(house.root))
        command = ["pandoc", "--quiet", "--from=markdown", "--to=native", "--output=/dev/null", f"--lua-filter={FILTER}", path]
        if subprocess.run(command, cwd=house.root).returncode == 0:
            seen[chapter.name] = appearance(chapter)
        else:
            sound = False
    memory().parent.mkdir(exist_ok=True)
    memory().write_text(json.dumps(seen), encoding="utf-8")
    return sound


def memory() -> pathlib.Path:
    return house.build / "tangled.json"


def remembered() -> dict[str, list]:
    return json.loads(memory().read_text(encoding="utf-8")) if memory().exists() else {}


def appearance(chapter: pathlib.Path) -> list:
    """What tangling reads and writes for a chapter, by name, time and size: if it looks the same, it is the same."""
    paths = [chapter, *(house.root / "book/filters").glob("*.lua"),
             *(house.root / "snippets" / chapter.stem).glob("*"), *(house.root / "snippets/common").glob("*.cuh")]
    chapters = [path.name for path in chapter.parent.glob("*.md")]  # when one goes, what it wrote must go
    looks = [[str(path.relative_to(house.root)), path.stat().st_mtime_ns, path.stat().st_size] for path in paths]
    return [sorted(chapters), sorted(looks)]
