"""Writes what programs print into the chapters that show it."""
from __future__ import annotations

import json
import pathlib
import subprocess
import sys
import tempfile

from command import building, terminal
from runs import files, measurements, processes, project
from runs.project import UserError


def record(names: list[str]) -> int:
    """Brings every {.output} of these programs up to date; says which changed. 0 if all could be."""
    recorded = measurements.all_devices()
    wanted = {chapter: [block for block in shown_in(chapter) if f"{chapter}/{block['program']}" in names]
              for chapter in project.chapters() if any(name.startswith(f"{chapter}/") for name in names)}
    programs = sorted({f"{chapter}/{block['program']}" for chapter, blocks in wanted.items()
                       for block in blocks if block["device"] == "loom"})
    needed = [project.target("snippets", name) for name in programs]
    if needed and not building.ninja(needed):
        raise UserError("A program does not build, so nothing was recorded; the compiler's words are above.")
    printed = {name: print_of(name) for name in programs}
    complete = True
    for chapter, blocks in wanted.items():
        texts = []
        for block in blocks:
            text = text_for(f"{chapter}/{block['program']}", block["device"], printed, recorded)
            complete = complete and text is not None
            texts.append(text)
        rewrite(project.root / "chapters" / f"{chapter}.md", blocks, texts)
    return 0 if complete else 1


def shown_in(chapter: str) -> list[dict]:
    command = ["pandoc", "--from=markdown", "--to=native", "--output=/dev/null", "--lua-filter=book/runs/outputs.lua",
               f"chapters/{chapter}.md"]
    done = subprocess.run(command, cwd=project.root, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise UserError("A chapter has a mistake; nothing was recorded.")
    return [json.loads(line) for line in done.stdout.splitlines()]


def print_of(name: str) -> str | None:
    """What a program prints on loom; None where it does not do what its chapter says."""
    said = project.programs()[name]
    expected = ["--finds", said["finds"], "--source", str(project.root / "snippets" / f"{name}.cu")] if said["finds"] else []
    expected += ["--ranks", said["ranks"]] if said["ranks"] else []
    with tempfile.TemporaryDirectory() as folder:
        printed = pathlib.Path(folder) / "printed"
        processes.run([sys.executable, str(project.root / "book/runs/__main__.py"), "program", *expected, "--exits", said["exits"] or "0",
                       "--printed", str(printed), str(project.build / project.target("snippets", name))], capture_output=True)
        return printed.read_text(encoding="utf-8") if printed.exists() else None


def text_for(name: str, device: str, printed: dict, recorded: dict[str, dict]) -> str | None:
    """What a block should show; None, with a sentence, where that is not known."""
    if device == "loom":
        if printed[name] is None:
            terminal.say(f"{name} fails its test, so its output is not recorded: ./weft test {name}", sys.stderr)
        return printed[name]
    found = recorded.get(device, {})
    run = {**found.get("programs", {}), **found.get("broken", {})}.get(name)
    if run and run["sha1"] == measurements.sha1_of(project.root / "snippets" / f"{name}.cu"):
        return run["output"]
    since = "has changed since it was recorded" if run else "has not been recorded"
    terminal.say(f"{name} {since} on {device}: run ./weft record --device cuda there", sys.stderr)
    return None


def rewrite(path: pathlib.Path, blocks: list[dict], texts: list[str | None]) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    changed = []
    for block, text in reversed(list(zip(blocks, texts))):
        opening = lines[block["line"] - 1]
        indent = opening[:len(opening) - len(opening.lstrip())]
        new = [indent + line if line else "" for line in (text or "").splitlines()]
        if text is not None and lines[block["line"]:block["last"] - 1] != new:
            lines[block["line"]:block["last"] - 1] = new
            changed.append(block)
    if changed:
        files.replace(path, "\n".join(lines) + "\n")
    for block in reversed(changed):
        on = "" if block["device"] == "loom" else f" on {block['device']}"
        print(f"{path.relative_to(project.root)}: wrote what {block['program']} prints{on}")
