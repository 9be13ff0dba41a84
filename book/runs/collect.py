"""Turns what ran on this machine into records: the same on loom and on a GPU. What is built already is taken as it is."""
from __future__ import annotations

import concurrent.futures
import dataclasses
import json
import os
import pathlib
import shutil
import tempfile
from collections.abc import Callable, Iterable

from runs import counters, judge, kernel_names, loops, outcome, project, records, run
from runs.clock import ClockSampler
from runs.project import UserError

DURATION = "gpu__time_duration.sum"  # of a launch, in ns
TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")  # of compute-sanitizer
FOUND = 86  # the exit status requested of compute-sanitizer when it has something to report
AT_ONCE = 8  # programs that share the GPU under a tool of compute-sanitizer
SANITIZER_LIMIT = 300  # seconds for one program; the tools slow it down
MEASURING_LIMIT = 300  # seconds
BROKEN_LIMIT = min(30, outcome.TIME_LIMIT)  # seconds for one that is broken on purpose, which may wait forever

Found = dict[str, dict[str, dict]]  # entries by section and name, as records.add takes them


def judged(name: str, ran: run.Run | None, device: str) -> tuple[dict | None, judge.Verdict]:
    """A run as an entry, None where there was none, and what the chapter makes of it. Its output is not compared with what the chapter shows:
    recording is how the chapter learns of it."""
    expected = judge.Expectation.of(name)
    if ran is None or not run.is_current(ran):
        return None, judge.not_run(expected, device)
    verdict = judge.judge(ran, dataclasses.replace(expected, shows=None))
    output = ran.output
    if expected.compile_error:
        output = expected.compile_error if verdict.state == "holds" else ""  # the rest of the message differs from compiler to compiler
    elif expected.finds and expected.shows is None:
        output = ""  # what a broken program prints may differ from run to run
    return {"hash": records.hash_of(name), "status": ran.status, "passed": verdict.state == "holds", "output": output,
            "cases": ran.cases, **({"findings": ran.findings} if ran.findings else {})}, verdict


def run_broken(name: str, program: pathlib.Path, sanitize: bool) -> dict:
    """On a GPU a program that is broken on purpose is expected to end in no particular way, so it cannot pass or fail."""
    ran = run.run_program(program, project.source(name), "cuda", limit=BROKEN_LIMIT)
    entry = {"hash": records.hash_of(name), "status": ran.status, "output": ran.output}
    if sanitize:
        noticed = at_once(TOOLS, lambda tool: under(tool, program, BROKEN_LIMIT).status == FOUND)
        entry["noticed_by"] = [tool for tool in TOOLS if noticed[tool]]
    return entry


def run_solution(name: str, program: pathlib.Path) -> dict:
    """The test of an exercise (05-vectors/sum) on a solution, as built for the GPU."""
    result = outcome.run([str(program), "--minimal"])
    return {"hash": records.hash_of(f"solutions/{name}"), "passed": result.status == 0, "output": run.without_places(result.output)}


def sanitized(programs: dict[str, pathlib.Path]) -> dict[str, dict]:
    """What each tool of compute-sanitizer says of each program or solution (solutions/05-vectors/sum)."""
    if not shutil.which("compute-sanitizer"):
        raise UserError("There is no compute-sanitizer on the PATH; it comes with the CUDA toolkit.")
    by_tool = {tool: at_once(programs, lambda name: complaint(tool, programs[name])) for tool in TOOLS}
    return {name: {"hash": records.hash_of(name), "found": {tool: by_tool[tool][name] for tool in TOOLS}} for name in programs}


def at_once(names: Iterable[str], work: Callable[[str], object]) -> dict[str, object]:
    names = list(names)
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        return dict(zip(names, pool.map(work, names)))


def under(tool: str, program: pathlib.Path, limit: float) -> outcome.Outcome:
    return outcome.run(["compute-sanitizer", "--tool", tool, "--error-exitcode", str(FOUND), "--report-api-errors", "no", str(program)], limit)


def complaint(tool: str, program: pathlib.Path) -> str:
    """What compute-sanitizer says of a program, "" if nothing. Calls that are refused are the chapters' own business."""
    result = under(tool, program, SANITIZER_LIMIT)
    if result.status == FOUND:
        lines = [line for line in result.output.splitlines() if line.startswith("=========")]
        return "\n".join(lines[1:8])
    return f"the program {result.ending()} under {tool}" if result.status is None or result.status < 0 else ""


def machine_code(name: str, program: pathlib.Path, kernels: list[str]) -> dict:
    """The innermost loops of these kernels of a program as built for the GPU."""
    return {"hash": records.hash_of(name), "kernels": {kernel_names.short(kernel): found for kernel, found in loops.loops_of(program, kernels).items()}}


def counted(name: str, program: pathlib.Path, kernels: dict[str, list[str]]) -> dict:
    """What ncu counts in the longest launch of each instance of these kernels while the program measures."""
    os.environ["WEFT_MEASURE"] = os.devnull
    try:
        found = counters.counters_of([str(program), "--minimal"], {kernel: [*metrics, DURATION] for kernel, metrics in kernels.items()}, launches=10**6)
    finally:
        del os.environ["WEFT_MEASURE"]
    return {"hash": records.hash_of(name), **found, "kernels": longest(found["kernels"])}


def longest(launches: dict[str, list[dict]]) -> dict[str, dict]:
    """The metrics of each instance's longest launch. A program may test with small sizes after it has measured large ones."""
    by_instance: dict[str, list[dict]] = {}
    for launch in (launch for of_kernel in launches.values() for launch in of_kernel):
        by_instance.setdefault(kernel_names.short(launch["instance"]), []).append(launch["metrics"])
    return {instance: max(found, key=lambda metrics: metrics[DURATION]["value"]) for instance, found in by_instance.items()}


def measure(name: str, program: pathlib.Path, devices: int) -> dict:
    """Runs a program that measures. One of several processes is started with one for each GPU, for 1, 2, 4 and 8 of these. Its assertions
    must hold, those about times included; otherwise nothing is recorded."""
    ranks = "ranks" in project.programs()[name]
    starts = [str(count) for count in (1, 2, 4, 8) if count <= devices] if ranks else [""]
    with tempfile.TemporaryDirectory() as folder, ClockSampler() as clock:
        lines = pathlib.Path(folder) / "measured"
        for start in starts:
            ran = run.run_program(program, project.source(name), "cuda", start, limit=MEASURING_LIMIT, environment={"WEFT_MEASURE": str(lines)})
            if ran.skipped is not None:
                raise UserError(f"{name} was skipped, so nothing of it was recorded: {ran.skipped}")
            if ran.status != 0 or not lines.exists():
                said = "\n".join(failure["words"] for failure in ran.failures) or ran.output[-2000:]
                raise UserError(f"{name} {ran.ending}, so nothing of it was recorded.\n{said}".rstrip())
        points = [point(name, line) for line in lines.read_text(encoding="utf-8").splitlines()]
    megahertz = {"clock": clock.found["median_mhz"]} if clock.found else {}
    return {"hash": records.hash_of(name), "program": name.split("/")[1], **megahertz, "points": points}


def point(name: str, line: str) -> dict:
    try:
        return json.loads(line)
    except ValueError:
        raise UserError(f"{name} wrote something that is not a measurement, perhaps an infinite number: {line}") from None
