"""Runs one program of the book and writes down what happened. It always succeeds: what a run means is for `judge` to say.

    run PROGRAM SOURCE RUN [--device DEVICE] [--limit SECONDS] [--ranks "1 2 5"] [--trace]
    run --refused SOURCE RUN [--device DEVICE] -- COMPILER ARGUMENT...

RUN is the file to write, as JSON (see `Run`). With --ranks the program is started by mpirun, once with each of these numbers of processes.
With --trace it runs in the folder RUN.files, which is kept, and loom leaves a trace of its accesses there in trace.json. With --refused
nothing runs: the compiler is called, and its messages are the output.
"""
from __future__ import annotations

import argparse
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

from runs import doctest_report, files, outcome, project, source_hash, toolkit

NO_GPU = ("no CUDA-capable device is detected", "CUDA driver version is insufficient for CUDA runtime version")  # of cudaGetErrorString
INCLUDES = [project.root / "snippets", project.root / "tests/exercises"]  # where the #includes of programs and solutions lead


@dataclasses.dataclass
class Run:
    """What happened in one run of a program on one device."""
    program: str  # CHAPTER/NAME
    device: str  # loom or cuda
    hash: str  # of the program's code and all it includes from the book
    status: int | None = None  # exit status; negative: the signal that ended it; None: stopped at the time limit
    ending: str = ""  # the same as the middle of a sentence
    skipped: str | None = None  # why it skipped itself
    left_out: list[str] = dataclasses.field(default_factory=list)  # test cases that it skipped, each with the reason
    output: str = ""  # stdout
    errors: str = ""  # stderr
    findings: list[dict] = dataclasses.field(default_factory=list)  # of loom: kind, kernel, places
    complete: bool = True  # doctest reached its end, in a program that uses it
    cases: dict[str, int] = dataclasses.field(default_factory=dict)  # the test cases that ran, each with its number of assertions
    failures: list[dict] = dataclasses.field(default_factory=list)  # failed assertions: case, file, line, words
    thrown: list[str] = dataclasses.field(default_factory=list)  # what ended test cases otherwise: exceptions, signals
    other_outputs: list[str] = dataclasses.field(default_factory=list)  # with other numbers of processes, where they differ
    seconds: float = 0.0  # wall clock


def main(arguments: list[str]) -> None:
    split = arguments.index("--") if "--" in arguments else len(arguments)
    compiler = arguments[split + 1:]
    parser = argparse.ArgumentParser(prog="run", description=__doc__)
    parser.add_argument("--device", default="loom")
    parser.add_argument("--limit", type=float, default=outcome.TIME_LIMIT)
    parser.add_argument("--ranks", default="")
    parser.add_argument("--trace", action="store_true")
    parser.add_argument("--refused", action="store_true")
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    args = parser.parse_args(arguments[:split])
    *program, source, written = args.paths
    if args.refused:
        run = compile_refused(compiler, source, args.device)
    else:
        folder = pathlib.Path(f"{written.resolve()}.files") if args.trace else None
        run = run_program(program[0], source, args.device, args.ranks, folder, args.limit)
    write(run, written)


def run_program(program: pathlib.Path, source: pathlib.Path, device: str, ranks: str = "", folder: pathlib.Path | None = None,
                limit: float = outcome.TIME_LIMIT, environment: dict[str, str] | None = None) -> Run:
    run = Run(name_of(source), device, hash_of(source))
    began = time.monotonic()
    if ranks and not shutil.which("mpirun"):
        run.skipped = "mpirun is not installed"
        return run
    if ranks:
        results = [of_processes(count, program, limit, environment or {}) for count in ranks.split()]
        unlike = [result for result in results if (result.status, result.output) != (results[0].status, results[0].output)]
        result = next(iter(unlike), results[0])
        run.other_outputs = [without_places(other.output) for other in results if other.output != result.output]
    else:
        result = of_one(run, program, folder, limit, environment or {})
    run.seconds = round(time.monotonic() - began, 3)
    run.status, run.ending = result.status, result.ending()
    run.output, run.errors = without_places(result.output), without_places(result.errors)
    run.findings = [{"kind": finding["kind"], "kernel": finding["kernel"], "places": [without_places(party["place"]) for party in finding["parties"]]}
                    for finding in result.findings]
    if result.status == outcome.SKIPPED:
        run.skipped = last_line(run.output, "no reason given").removeprefix("skipped: ")
    elif device == "cuda" and result.status and last_line(run.output) in NO_GPU:
        run.skipped = last_line(run.output)  # a program with a main of its own reports the error of CUDA
    elif device == "cuda" and result.status and not toolkit.gpu_here():
        run.skipped = "there is no GPU"  # a program that checks no call does not notice
    run.left_out = [line.removeprefix("skipped: ") for line in run.errors.splitlines() if line.startswith("skipped: ")]
    return run


def last_line(text: str, otherwise: str = "") -> str:
    return (text.strip().splitlines() or [otherwise])[-1]


def of_one(run: Run, program: pathlib.Path, folder: pathlib.Path | None, limit: float, environment: dict[str, str]) -> outcome.Outcome:
    """One process, whose test cases doctest reports."""
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        environment = {**environment, "LOOM_TRACE": str(folder / "trace.json")}
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / "doctest.xml"
        result = outcome.run([str(program), "--reporters=xml", f"--out={path}"], limit, folder, environment)
        report = doctest_report.read(path)
    run.complete, run.cases, run.thrown = report.complete, report.assertions, list(map(without_places, report.thrown))
    run.failures = [dataclasses.asdict(dataclasses.replace(failure, file=without_places(failure.file), words=without_places(failure.words)))
                    for failure in report.failures]
    return result


def of_processes(count: str, program: pathlib.Path, limit: float, environment: dict[str, str]) -> outcome.Outcome:
    """Several processes. By itself Open MPI starts none as root, nor more of them than there are cores."""
    command = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", count, str(program), "--minimal", "--no-colors"]
    result = outcome.run(command, limit, environment=environment)
    result.output = result.output.replace("\0", "")  # Open MPI 5 puts one before what is left of the output of a process that aborts
    return result


def compile_refused(command: list[str], source: pathlib.Path, device: str) -> Run:
    """What the compiler says of a program that its chapter says it refuses."""
    began = time.monotonic()
    done = subprocess.run([*command, str(source)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    ending = outcome.Outcome(done.returncode, "", "").ending()
    return Run(name_of(source), device, hash_of(source), done.returncode, ending, output=without_places(done.stdout),
               seconds=round(time.monotonic() - began, 3))


def name_of(source: pathlib.Path) -> str:
    return f"{source.parent.name}/{source.stem}"


def hash_of(source: pathlib.Path) -> str:
    """What identifies a program or a solution: its code and all it includes from the book."""
    return source_hash.hash_of(source, INCLUDES)


def without_places(text: str) -> str:
    """Paths in the book become those from its root: its folder on this machine does not belong in records."""
    return re.sub(rf"{re.escape(str(project.root))}/|(?:\.\./)+(?=snippets/)", "", text)


def write(run: Run, path: pathlib.Path) -> None:
    files.replace(path, json.dumps(dataclasses.asdict(run), indent=1, ensure_ascii=False) + "\n")
    os.utime(path)  # newer than the program, even where the run says the same as before


def read(path: pathlib.Path) -> Run | None:
    """A run written before; None if there is none, or only an incomplete one."""
    try:
        return Run(**json.loads(path.read_text(encoding="utf-8")))
    except (FileNotFoundError, ValueError, TypeError):
        return None


def is_current(run: Run) -> bool:
    """Was it a run of the text that is in the book now? A build that failed leaves one of an older text."""
    return run.hash == hash_of(project.source(run.program))
