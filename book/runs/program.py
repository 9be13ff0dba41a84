"""Runs a program of the book and checks that it does what its chapter says.

Without options a program must end with status 0 and, on loom, without a finding. A chapter can say otherwise:
--exits N, or --finds KIND, which must then be the only finding, at the line of --source marked `// finds: KIND`, while all assertions hold.
--prints OUTPUTS NAME compares what the program prints with what the chapter shows (snippets/NN-name/outputs.json).
--ranks "1 2 5" starts it by mpirun, once with each of these numbers of processes; it must print the same every time.
--printed FILE writes down what it printed, once all is as it should be.
"""
from __future__ import annotations

import argparse
import difflib
import json
import pathlib
import re

from runs import doctest_report, outcome, run_doctest
from runs import ending


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="program", description=__doc__)
    parser.add_argument("--exits", type=int, default=0)
    parser.add_argument("--finds", default="")
    parser.add_argument("--source", type=pathlib.Path)
    parser.add_argument("--prints", nargs=2, metavar=("OUTPUTS", "NAME"))
    parser.add_argument("--ranks", default="")
    parser.add_argument("--printed", type=pathlib.Path)
    parser.add_argument("program")
    args = parser.parse_args(arguments)

    if args.finds:
        result, report = run_doctest.examine([args.program])
        check_finding(result, args.finds, args.source)
        check_assertions(result, report)
    else:
        quiet = args.prints or args.printed or args.ranks  # and without colours, for under mpirun output seems to go to a terminal
        outputs = set()
        for start in starts(args.ranks):
            result = run(start, [args.program, *(["--minimal", "--no-colors"] if quiet else [])])
            ending.skip_if_skipped(result)
            check_ending(result, args.exits)
            outputs.add(result.output)
        if len(outputs) > 1:
            print(*outputs, sep="\n", flush=True)
            ending.fail(f"the program prints something else with another number of processes: {args.ranks}")
    if args.prints:
        check_output(result.output, shown_output(*args.prints))
    if args.printed:
        args.printed.write_text(result.output, encoding="utf-8")
    else:
        print(result.output, end="")


def starts(ranks: str) -> list[list[str]]:
    """What to put before a program, for each run. By itself Open MPI starts no processes as root, nor more of them than there are cores."""
    return [["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", count] for count in ranks.split()] or [[]]


def run(start: list[str], command: list[str], limit: float = outcome.TIME_LIMIT) -> outcome.Outcome:
    result = outcome.run([*start, *command], limit)
    if start:  # Open MPI 5 puts a zero before what is left of the output of a process that aborts
        result.output = result.output.replace("\0", "")
    return result


def check_ending(result: outcome.Outcome, status: int) -> None:
    if result.findings:
        ending.fail(ending.describe(result.findings[0]), result)
    if result.status != status:
        expected = f", and its chapter says it exits with {status}" if status else ""
        ending.fail(f"the program {result.ending()}{expected}", result)


def check_finding(result: outcome.Outcome, kind: str, source: pathlib.Path) -> None:
    """The chapter breaks this program on purpose: exactly this must be found, and at the line it marks."""
    if result.status is None or result.status < 0:
        ending.fail(f"the program {result.ending()}", result)
    expected = {f"{source.name}:{line}" for line in marked_lines(source, kind)}
    if not expected:
        ending.fail(f"no line of {source.name} is marked `// finds: {kind}`")
    found = set()
    for finding in result.findings:
        places = {short(party["place"]) for party in finding["parties"]} & expected
        if finding["kind"] != kind or not places:
            ending.fail(f"{ending.describe(finding)}; the chapter says it finds {kind} at {listed(expected)}", result)
        found |= places
    if found != expected:
        ending.fail(f"loom did not find {kind} at {listed(expected - found)}", result)


def check_assertions(result: outcome.Outcome, report: doctest_report.Report) -> None:
    """What is broken on purpose still holds what it asserts: loom's finding is the only thing wrong with it."""
    if sentence := run_doctest.cut_short(result, report):
        ending.fail(sentence, result)
    if report.failed:
        print("\n".join(report.words), flush=True)
        ending.fail(f"an assertion failed in \"{report.failed[0]}\"", result)


def marked_lines(source: pathlib.Path, kind: str) -> list[int]:
    mark = re.compile(rf"//\s*finds:\s*{re.escape(kind)}\s*$")
    lines = source.read_text(encoding="utf-8").splitlines()
    return [number for number, line in enumerate(lines, 1) if mark.search(line)]


def short(place: str) -> str:
    return place.rsplit("/", 1)[-1]


def listed(places: set[str]) -> str:
    return " and ".join(sorted(places))


def shown_output(outputs: str, name: str) -> str:
    with open(outputs, encoding="utf-8") as file:
        shown = json.load(file)["outputs"]
    return "".join(line + "\n" for block in shown if (block["program"], block["device"]) == (name, "loom")
                   for line in block["lines"])


def check_output(printed: str, shown: str) -> None:
    if printed == shown:
        return
    print("\n".join(difflib.unified_diff(shown.splitlines(), printed.splitlines(), "the chapter shows",
                                         "the program prints", lineterm="")), flush=True)
    ending.fail("the program prints something else than its chapter shows; ./weft record writes what it prints")
