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

from weft import building, house, measurements

sys.path.insert(0, str(house.root / "tests/runners"))
import outcome  # noqa: E402

TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")  # of compute-sanitizer
FOUND = 86  # the exit status that compute-sanitizer is asked for when it has something to report
AT_ONCE = 8  # programs that share the GPU under a tool of compute-sanitizer
SANITIZER_LIMIT = 300  # seconds for one program; the tools slow it down


def record(revision: str | None, sanitize: bool) -> int:
    """Runs every program and every solution; says what failed. 0 if nothing did."""
    found = measurements.here(revision)
    listed = {name: program for name, program in house.programs().items() if not program["compile_error"]}
    programs = {name: house.build / f"{house.target('snippets', name)}@cuda" for name in listed}
    solutions = {name: house.build / f"{house.target('tests/exercises', name)}@cuda.solution" for name in house.exercises()}
    build([*programs.values(), *solutions.values()])

    sound = [name for name in programs if not listed[name]["finds"]]
    broken = [name for name in programs if listed[name]["finds"]]
    # One after the other, for only one program at a time can read the hardware's counters.
    found["programs"] = {name: ran("snippets", name, programs[name], int(listed[name]["exits"] or 0)) for name in sound}
    found["broken"] = {name: ran("snippets", name, programs[name], None) for name in broken}
    found["exercises"] = {name: ran("solutions", name, solutions[name], 0) for name in solutions}
    if sanitize:
        if not shutil.which("compute-sanitizer"):
            raise house.Trouble("There is no compute-sanitizer on the PATH; it comes with the CUDA toolkit.")
        checked = {**{name: programs[name] for name in sound}, **{f"solutions/{name}": path for name, path in solutions.items()}}
        found["sanitizer"] = {tool: sanitized(tool, checked) for tool in TOOLS}
        for name in broken:
            found["broken"][name]["noticed_by"] = [tool for tool in TOOLS if complaint(tool, programs[name])]

    print(f"Written to {measurements.merge(found).relative_to(house.root)}")
    return tell(found)


def build(paths: list[pathlib.Path]) -> None:
    if not building.ninja([str(path.relative_to(house.build)) for path in paths]):
        raise house.Trouble("Not everything builds for the GPU, so nothing was recorded; the compiler's words are above.")


def at_once(names, work: Callable[[str], object]) -> dict[str, object]:
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        return dict(zip(names, pool.map(work, names)))


def ran(folder: str, name: str, program: pathlib.Path, expected: int | None) -> dict:
    """One run. A program that is broken on purpose is expected to end in no particular way, so it cannot pass or fail."""
    result = outcome.run([str(program), "--minimal"])
    if result.status == outcome.SKIPPED:
        raise house.Trouble(f"Nothing was recorded: {result.output.strip()}")
    output = result.output.replace(f"{house.root}/", "")  # where the book lies on this machine is nobody's business
    entry = {"sha1": measurements.sha1_of(house.root / folder / f"{name}.cu"), "output": output}
    return {**entry, "status": result.status} if expected is None else {**entry, "passed": result.status == expected}


def sanitized(tool: str, programs: dict[str, pathlib.Path]) -> dict:
    complaints = at_once(programs, lambda name: complaint(tool, programs[name]))
    return {"programs": len(programs), "complaints": {name: words for name, words in complaints.items() if words}}


def complaint(tool: str, program: pathlib.Path) -> str | None:
    """What compute-sanitizer says of a program, None if nothing. Calls that are refused are the chapters' own business."""
    command = ["compute-sanitizer", "--tool", tool, "--error-exitcode", str(FOUND), "--report-api-errors", "no", str(program)]
    result = outcome.run(command, SANITIZER_LIMIT)
    if result.status == FOUND:
        told = [line for line in result.output.splitlines() if line.startswith("=========")]
        return "\n".join(told[1:8])
    return f"the program {result.ending()} under {tool}" if result.status is None or result.status < 0 else None


def tell(found: dict) -> int:
    failed = [name for name, run in found["programs"].items() if not run["passed"]]
    failed += [f"solutions/{name}" for name, run in found["exercises"].items() if not run["passed"]]
    for name in failed:
        print(f"{name} failed on {found['device']}", file=sys.stderr)
    complaints = [(tool, name) for tool, of in found.get("sanitizer", {}).items() for name in of["complaints"]]
    for tool, name in complaints:
        print(f"{tool} complains of {name}:\n{found['sanitizer'][tool]['complaints'][name]}", file=sys.stderr)
    total = len(found["programs"]) + len(found["exercises"])
    print(f"{total - len(failed)} passed, {len(failed)} failed on {found['device']}"
          + (f"; {len(complaints)} complaints of compute-sanitizer's four tools" if "sanitizer" in found else ""))
    return 1 if failed or complaints else 0


def measure(revision: str | None) -> int:
    """Runs every program that measures, one after the other, and keeps what it wrote."""
    about = measurements.here(revision)
    measuring = {name: program["measures"] for name, program in house.programs().items() if program["measures"]}
    paths = {name: house.build / f"{house.target('snippets', name)}@cuda" for name in measuring}
    build(list(paths.values()))
    series: dict[str, list[dict]] = {}
    for name, program in paths.items():
        series[f"{name.split('/')[0]}/{measuring[name]}"] = measured(name, program)
        # Written at once: what comes later may fail, or be stopped.
        path = measurements.merge_measured(about, series)
        print(f"{name} measured", flush=True)
    print(f"{len(series)} measured on {about['device']}, written to {path.relative_to(house.root)}")
    return 0


def measured(name: str, program: pathlib.Path) -> list[dict]:
    with tempfile.TemporaryDirectory() as folder:
        lines = pathlib.Path(folder) / "measured"
        os.environ["WEFT_MEASURE"] = str(lines)
        result = outcome.run([str(program), "--minimal"], SANITIZER_LIMIT)
        if result.status != 0 or not lines.exists():
            raise house.Trouble(f"{name} {result.ending()} and measured nothing; nothing was recorded.")
        return [point(name, line) for line in lines.read_text(encoding="utf-8").splitlines()]


def point(name: str, line: str) -> dict:
    try:
        return json.loads(line)
    except ValueError:
        raise house.Trouble(f"{name} wrote what is no measurement, an infinite number perhaps: {line}") from None
