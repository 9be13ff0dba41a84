"""Runs the book on the GPU of this machine and writes down what was found."""
from __future__ import annotations

import concurrent.futures
import json
import os
import pathlib
import shutil
import sys
import tempfile
from collections.abc import Callable

from command import building
from runs import measurements, outcome, project
from runs.project import UserError
from runs import program as proof

TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")  # of compute-sanitizer
FOUND = 86  # the exit status that compute-sanitizer is asked for when it has something to report
AT_ONCE = 8  # programs that share the GPU under a tool of compute-sanitizer
SANITIZER_LIMIT = 300  # seconds for one program; the tools slow it down
BROKEN_LIMIT = min(30, outcome.TIME_LIMIT)  # seconds for one that is broken on purpose, which may wait for ever


def record(revision: str | None, sanitize: bool, programs: list[str], exercises: list[str]) -> int:
    """Runs these programs, and the solutions of these exercises; says what failed. 0 if nothing did."""
    run = measurements.run_here(revision)
    listed = project.programs()
    paths = {name: project.build / f"{project.target('snippets', name)}@cuda" for name in programs}
    solutions = {name: project.build / f"{project.target('tests/exercises', name)}@cuda.solution" for name in exercises}
    build([*paths.values(), *solutions.values()])

    working = [name for name in programs if not listed[name]["finds"]]
    broken = [name for name in programs if listed[name]["finds"]]
    # One after the other, for only one program at a time can read the hardware's counters.
    found = {"programs": {name: ran("snippets", name, paths[name], int(listed[name]["exits"] or 0), listed[name]["ranks"]) for name in working},
             "broken": {name: ran("snippets", name, paths[name], None) for name in broken},
             "exercises": {name: ran("solutions", name, path, 0) for name, path in solutions.items()}}
    if sanitize:
        if not shutil.which("compute-sanitizer"):
            raise UserError("There is no compute-sanitizer on the PATH; it comes with the CUDA toolkit.")
        checked = {**{name: paths[name] for name in working}, **{f"solutions/{name}": path for name, path in solutions.items()}}
        by_tool = {tool: at_once(checked, lambda name: complaint(tool, checked[name])) for tool in TOOLS}
        texts = found["programs"] | {f"solutions/{name}": entry for name, entry in found["exercises"].items()}
        found["sanitizer"] = {name: {"sha1": texts[name]["sha1"], "found": {tool: by_tool[tool][name] for tool in TOOLS}} for name in checked}
        for name in broken:
            noticed = at_once(TOOLS, lambda tool: under(tool, paths[name], BROKEN_LIMIT).status == FOUND)
            found["broken"][name]["noticed_by"] = [tool for tool in TOOLS if noticed[tool]]

    print(f"Written to {measurements.add(run, found).relative_to(project.root)}")
    return tell(run.device, found)


def build(paths: list[pathlib.Path]) -> None:
    if not building.ninja([str(path.relative_to(project.build)) for path in paths]):
        raise UserError("Not everything builds for the GPU, so nothing was recorded; the compiler's words are above.")


def at_once(names, work: Callable[[str], object]) -> dict[str, object]:
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        return dict(zip(names, pool.map(work, names)))


def ran(folder: str, name: str, program: pathlib.Path, expected: int | None, ranks: str = "") -> dict:
    """One run, or one with each number of processes, of which the first that is unlike the others counts.

    A program that is broken on purpose is expected to end in no particular way, so it cannot pass or fail.
    """
    command = [str(program), "--minimal", *(["--no-colors"] if ranks else [])]
    results = [proof.run(start, command, BROKEN_LIMIT if expected is None else outcome.TIME_LIMIT) for start in proof.starts(ranks)]
    unlike = [other for other in results if (other.status, other.output) != (results[0].status, results[0].output)]
    result = next(iter(unlike), results[0])
    if result.status == outcome.SKIPPED:
        raise UserError(f"Nothing was recorded: {result.output.strip()}")
    output = result.output.replace(f"{project.root}/", "")  # where the book lies on this machine is nobody's business
    entry = {"sha1": measurements.sha1_of(project.root / folder / f"{name}.cu"), "output": output}
    return {**entry, "status": result.status} if expected is None else {**entry, "passed": not unlike and result.status == expected}


def under(tool: str, program: pathlib.Path, limit: float) -> outcome.Outcome:
    return outcome.run(["compute-sanitizer", "--tool", tool, "--error-exitcode", str(FOUND), "--report-api-errors", "no", str(program)], limit)


def complaint(tool: str, program: pathlib.Path) -> str:
    """What compute-sanitizer says of a program, "" if nothing. Calls that are refused are the chapters' own business."""
    result = under(tool, program, SANITIZER_LIMIT)
    if result.status == FOUND:
        lines = [line for line in result.output.splitlines() if line.startswith("=========")]
        return "\n".join(lines[1:8])
    return f"the program {result.ending()} under {tool}" if result.status is None or result.status < 0 else ""


def tell(device: str, found: dict[str, dict[str, dict]]) -> int:
    ran_there = found["programs"] | {f"solutions/{name}": entry for name, entry in found["exercises"].items()}
    failed = [name for name, entry in ran_there.items() if not entry["passed"]]
    for name in failed:
        print(f"{name} failed on {device}", file=sys.stderr)
    complaints = [(tool, name, words) for name, entry in found.get("sanitizer", {}).items() for tool, words in entry["found"].items() if words]
    for tool, name, words in complaints:
        print(f"{tool} complains of {name}:\n{words}", file=sys.stderr)
    print(f"{len(ran_there) - len(failed)} passed, {len(failed)} failed on {device}"
          + (f"; {len(complaints)} complaints of compute-sanitizer's four tools" if "sanitizer" in found else ""))
    return 1 if failed or complaints else 0


def measure(revision: str | None, programs: list[str]) -> int:
    """Runs these programs, which measure, one after the other, and keeps what each wrote; says which failed. 0 if none did."""
    run = measurements.run_here(revision)
    listed = project.programs()
    paths = {name: project.build / f"{project.target('snippets', name)}@cuda" for name in programs}
    build(list(paths.values()))
    ranks = " ".join(str(count) for count in (1, 2, 4, 8) if count <= len(measurements.query_all("name")))
    failed = 0
    for name, path in paths.items():
        try:
            points = measured(name, path, ranks if listed[name]["ranks"] else "")
        except UserError as error:
            print(error, file=sys.stderr)
            failed += 1
            continue
        # Written at once: what comes later may fail, or be stopped.
        measurements.add(run, {"measurements": {measurements.of(name, listed[name]): {"points": points}}})
        print(f"{name} measured", flush=True)
    print(f"{len(paths) - failed} measured, {failed} failed on {run.device}")
    return 1 if failed else 0


def measured(name: str, program: pathlib.Path, ranks: str) -> list[dict]:
    """What a program measured; one of several processes is started with one for each GPU, for 1, 2, 4 and 8 of these."""
    with tempfile.TemporaryDirectory() as folder:
        lines = pathlib.Path(folder) / "measured"
        os.environ["WEFT_MEASURE"] = str(lines)
        for start in proof.starts(ranks):
            result = proof.run(start, [str(program), "--minimal"], SANITIZER_LIMIT)
            if result.status != 0 or not lines.exists():
                raise UserError(f"{name} {result.ending()} and measured nothing; of it, nothing was recorded.\n{result.output[-2000:]}".rstrip())
        return [point(name, line) for line in lines.read_text(encoding="utf-8").splitlines()]


def point(name: str, line: str) -> dict:
    try:
        return json.loads(line)
    except ValueError:
        raise UserError(f"{name} wrote what is no measurement, an infinite number perhaps: {line}") from None
