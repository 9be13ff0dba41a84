#!/usr/bin/env python3
"""Run a program built by loomcc and compare what it did with what its source says it does.

The comment at the top of the source states it, one thing a line:

    // exits: 3                   the exit status (0 where not stated, 1 where there are findings)
    // prints: some text          the next line of stdout; all of stdout is stated, line by line
    // printed: some.txt          stdout is this file beside the source, less its lines that begin with #
    // complains: some text       a part of stderr
    // once: some text            the same, and only once
    // never: some text           no part of stderr
    // with: NAME=value           a variable of its environment

The lines that must take part in a finding are marked as findings.py says.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from findings import compare, marks  # noqa: E402

DIRECTIVE = re.compile(r"// (exits|prints|printed|complains|once|never|with):(?: (.*))?$")


def expectations(source: Path) -> dict:
    expected = {"exits": None, "prints": [], "complains": [], "once": [], "never": [], "with": [], "finds": marks(source)}
    for line in source.read_text().splitlines():
        if directive := DIRECTIVE.match(line):
            what, text = directive[1], directive[2] or ""
            if what == "exits":
                expected["exits"] = int(text)
            elif what == "printed":
                lines = source.with_name(text).read_text().splitlines()
                expected["prints"] += [line for line in lines if not line.startswith("#")]
            else:
                expected[what].append(text)
    if expected["exits"] is None:
        expected["exits"] = 1 if expected["finds"] else 0
    return expected


def findings(report: Path) -> list:
    return json.loads(report.read_text())["findings"] if report.exists() else []


def check(program: str, source: Path) -> list:
    expected = expectations(source)
    variables = dict(text.split("=", 1) for text in expected["with"])
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        run = subprocess.run(
            [program], env={**os.environ, **variables, "LOOM_REPORT": str(report)}, capture_output=True, text=True, timeout=120
        )
        wrong = compare(expected["finds"], findings(report))
    if run.returncode != expected["exits"]:
        wrong.append(f"the exit status is {run.returncode}, not {expected['exits']}")
    if run.stdout.splitlines() != expected["prints"]:
        wrong.append("stdout is not what was stated, but:\n" + run.stdout)
    for text in expected["complains"] + expected["once"]:
        if text not in run.stderr:
            wrong.append(f"stderr does not say: {text}")
    for text in expected["once"]:
        if run.stderr.count(text) > 1:
            wrong.append(f"stderr says {run.stderr.count(text)} times: {text}")
    for text in expected["never"]:
        if text in run.stderr:
            wrong.append(f"stderr says: {text}")
    if wrong:
        wrong.append("stderr was:\n" + run.stderr)
    return wrong


def main() -> int:
    program, source = sys.argv[1:]
    wrong = check(program, Path(source))
    for sentence in wrong:
        print(sentence)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
