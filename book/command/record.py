"""Records what programs do on a device, and writes what they print into the chapters that show it."""
from __future__ import annotations

import pathlib
import sys
from collections import defaultdict

from command import building, terminal
from command.devices import SUFFIX
from runs import collect, files, project, records, run
from runs.project import UserError
from runs.tools import ToolError


def record(device: str, revision: str | None, programs: list[str], exercises: list[str], sanitize: bool = False) -> int:
    """Runs these programs on loom or on this machine's GPU, on a GPU also the solutions of these exercises, and records what happened; says
    what failed. 0 if nothing did."""
    session = records.on_gpu(revision) if device == "cuda" else records.on_loom(revision)
    found: dict[str, collect.Found] = defaultdict(lambda: defaultdict(dict))  # by chapter
    failed = record_runs(device, programs, found)
    if device == "cuda":
        failed += record_on_gpu(programs, exercises, sanitize, found)
    for chapter, sections in found.items():
        records.add(session, chapter, sections)
    if found:
        print(f"Written to {(records.folder / records.short_name(session.device)).relative_to(project.root)}")
    for sentence in failed:
        terminal.say(sentence, sys.stderr)
    shown = write_outputs(sorted({name.split("/")[0] for name in programs}), set(programs), session.device if device == "cuda" else None)
    passed = sum(entry.get("passed", False) for sections in found.values() for entries in sections.values() for entry in entries.values())
    print(f"{passed} passed, {len(failed)} failed on {session.device}")
    return 1 if failed or not shown else 0


def record_runs(device: str, programs: list[str], found: dict[str, collect.Found]) -> list[str]:
    """The runs that the build makes and its tests judge; what is wrong with them, a sentence each. A GPU runs nothing that is broken."""
    listed = project.programs()
    runnable = [name for name in programs if device == "loom" or not project.kind_of(listed[name])]
    ran = {name: project.build / f"{project.target('snippets', name)}{SUFFIX[device]}.run" for name in runnable}
    if device == "cuda":
        for path in ran.values():  # so that it runs now, on this GPU
            path.unlink(missing_ok=True)
    building.ninja([str(path.relative_to(project.build)) for path in ran.values()], keep_going=True)
    failed = []
    for name, path in ran.items():
        entry, verdict = collect.judged(name, run.read(path), device)
        if verdict.state == "skipped":
            terminal.say(f"{name} was skipped, so it is not recorded: {verdict.sentence}", sys.stderr)
            continue
        if verdict.state == "fails":
            failed.append(f"{name}: {verdict.sentence}: ./weft test {name}{SUFFIX[device]}")
        if entry and (entry["passed"] or device == "cuda"):
            chapter, program = name.split("/")
            found[chapter]["broken" if project.kind_of(listed[name]) else "programs"][program] = entry
    return failed


def record_on_gpu(programs: list[str], exercises: list[str], sanitize: bool, found: dict[str, collect.Found]) -> list[str]:
    """What only a GPU's record has: broken programs, solutions, compute-sanitizer, loops in the machine code, counters of ncu."""
    listed = project.programs()
    paths = {name: project.build / f"{project.target('snippets', name)}@cuda" for name in programs if project.kind_of(listed[name]) != "refused"}
    solutions = {f"solutions/{name}": project.build / f"{project.target('tests/exercises', name)}@cuda.solution" for name in exercises}
    build([*paths.values(), *solutions.values()])
    failed = []
    for name, path in paths.items():
        chapter, program = name.split("/")
        try:
            if project.kind_of(listed[name]) == "broken":
                found[chapter]["broken"][program] = collect.run_broken(name, path, sanitize)
            if "loops" in listed[name]:
                found[chapter]["loops"][program] = collect.machine_code(name, path, listed[name]["loops"])
            if "counters" in listed[name]:
                found[chapter]["counters"][program] = collect.counted(name, path, listed[name]["counters"])
        except (UserError, ToolError) as error:
            failed.append(f"{name}: {error}")
    for name, path in solutions.items():
        _, chapter, task = name.split("/")
        entry = found[chapter]["exercises"][task] = collect.run_solution(f"{chapter}/{task}", path)
        if not entry["passed"]:
            failed.append(f"the test of {name} failed")
    if sanitize:
        checked = {name: path for name, path in paths.items() if project.kind_of(listed[name]) != "broken"} | solutions
        for name, entry in collect.sanitized(checked).items():
            *folder, chapter, own = name.split("/")
            found[chapter]["sanitizer"]["/".join([*folder, own])] = entry
            failed += [f"{tool} complains of {name}:\n{words}" for tool, words in entry["found"].items() if words]
    return failed


def measure(revision: str | None, programs: list[str]) -> int:
    """Runs these programs, which measure, one after the other, and keeps what each wrote; says which failed. 0 if none did."""
    session = records.on_gpu(revision)
    listed = project.programs()
    paths = {name: project.build / f"{project.target('snippets', name)}@cuda" for name in programs}
    build(list(paths.values()))
    devices = len(records.query_all("name"))
    failed = 0
    for name, path in paths.items():
        try:
            entry = collect.measure(name, path, devices)
        except UserError as error:
            print(error, file=sys.stderr)
            failed += 1
            continue
        # Written immediately: what comes later may fail, or be stopped.
        records.add(session, name.split("/")[0], {"measurements": {listed[name]["measures"]: entry}})
        print(f"{name} measured", flush=True)
    print(f"{len(paths) - failed} measured, {failed} failed on {session.device}")
    return 1 if failed else 0


def build(paths: list[pathlib.Path]) -> None:
    if not building.ninja([str(path.relative_to(project.build)) for path in paths], keep_going=True):
        missing = [path.name for path in paths if not path.exists()]
        raise UserError(f"Not everything builds for the GPU ({', '.join(missing)}), so nothing was recorded; see the compiler output above.")


def write_outputs(chapters: list[str], names: set[str], device: str | None = None) -> bool:
    """Brings every {.output} of these programs, or only those of one device, up to date; says which changed. True if all could be."""
    complete = True
    for chapter in chapters:
        blocks = [block for block in project.manifest(chapter)["outputs"]
                  if f"{chapter}/{block['program']}" in names and device in (None, block["device"])]
        texts = [recorded_output(f"{chapter}/{block['program']}", block["device"]) for block in blocks]
        complete = complete and None not in texts
        rewrite(project.root / "chapters" / f"{chapter}.md", blocks, texts)
    return complete


def recorded_output(name: str, device: str) -> str | None:
    """What a block should show; None, with a sentence, where that is not known."""
    chapter, program = name.split("/")
    recorded = records.of_chapter(device, chapter)
    section = next((part for part in ("programs", "broken") if program in recorded[part]), None)
    if section and records.is_current(section, chapter, program, recorded[section][program]):
        return recorded[section][program]["output"]
    since = "has changed since it was recorded" if section else "has not been recorded"
    how = "./weft record" if device == "loom" else "./weft record --device cuda there"
    terminal.say(f"{name} {since} on {device}: run {how}", sys.stderr)
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
