"""Running Meson's tests, and what they have found."""
from __future__ import annotations

import fnmatch
import json
import pathlib
import sys

from command import building, proving, terminal
from runs import processes, project

LEAST_KILLED = 0.95  # of all mutants of the book; an exercise that is small may have more that equal its solution
OWN = {"exercises"}  # the suite of the reader's own answers, which no ring has
TOOLS = {"tools", "mutants", "browsers", "paper", "loom"}  # the suites that the reader's ring leaves out, as meson.build has it
EVERY_TEST = "--setup=warp-and-weft:all"


def test(names: list[str], everything: bool) -> int:
    """Builds what the tests need, runs them, and ends with the closing line. Without names, the reader's ring or everything."""
    for log in logs():
        log.unlink()
    setup = [EVERY_TEST] if names or everything else []
    needed = needed_by(names, everything)
    # A target that does not build fails its own tests, and no others.
    complete = building.ninja(needed, keep_going=True)
    if not complete:
        outdated = building.outdated(needed)
        building.discard(outdated & set(needed))
        proving.stamp_others(outdated)
    status = processes.run(["meson", "test", "-C", str(project.build), "--no-rebuild", "--print-errorlogs", *setup, *names], cwd=project.root).returncode
    if not logs():
        raise project.UserError("No test ran; Meson's message above says why.")
    if not complete:
        print("\nSomething did not build, so the tests that need it failed; see the compiler output above.", file=sys.stderr)
    needlessly = skipped_without_need(results()) if everything else []
    if needlessly:
        terminal.say(f"Only tests that need a GPU may be skipped; these were skipped, too: {', '.join(needlessly)}", sys.stderr)
    close(results())
    return 1 if status or needlessly or not complete else 0


def needed_by(names: list[str], everything: bool) -> list[str]:
    """What must be built for these tests; without names, for the reader's ring or for everything."""
    left_out = OWN if names or everything else OWN | TOOLS
    depends = {target for test in building.introspect("tests") if (test["name"] in names if names else not suites(test) & left_out)
               for target in test["depends"]}
    return sorted({path.removeprefix(f"{project.build}/") for target in building.introspect("targets") if target["id"] in depends
                   for path in target["filename"][:1]})


def suites(test: dict) -> set[str]:
    return {suite.split(":")[-1] for suite in test["suite"]}


def skipped_without_need(found: list[dict]) -> list[str]:
    return [result["name"] for result in found if result["result"] == "SKIP" and not result["name"].endswith("@cuda")]


def suites_of(names: list[str]) -> set[str]:
    """The suites to which these tests belong; without names, all there are."""
    return {suite for test in building.introspect("tests") if not names or test["name"] in names for suite in suites(test)}


def tests_like(pattern: str) -> list[str]:
    """The tests with this name, or that match it as file names do: 'solutions/*'."""
    known = [test["name"] for test in building.introspect("tests") if not suites(test) & OWN]
    found = fnmatch.filter(known, pattern)
    if not found:
        raise project.unknown(pattern, {name: name for name in known}, "test")
    return found


def mutants(names: list[str], all_of_them: bool) -> int:
    """Mutation-tests these exercises, and prints how many of the faults their tests detect."""
    counts = {name: project.build / "tests/exercises/mutants" / name / "counts.json" for name in names}
    for path in counts.values():
        path.unlink(missing_ok=True)
    command = ["meson", "test", "-C", str(project.build), "--benchmark", "--print-errorlogs", *(f"mutants/{name}" for name in names)]
    status = processes.run(command, cwd=project.root).returncode
    totals = dict.fromkeys(("killed", "built", "explained"), 0)
    for name, path in counts.items():
        found = json.loads(path.read_bytes()) if path.exists() else {}
        print(f"{name}: " + ("{killed} of {built} killed, {explained} explained".format(**found) if found else "no count"))
        totals = {what: total + found.get(what, 0) for what, total in totals.items()}
    enough = totals["killed"] >= LEAST_KILLED * totals["built"]
    print("{killed} of {built} killed, {explained} explained".format(**totals) + f"; {LEAST_KILLED:.0%} should be" * (not enough))
    return 1 if status or (all_of_them and not enough) else 0


def logs() -> list[pathlib.Path]:
    """What runs of tests have found, the latest last; Meson names the file after the set-up."""
    return sorted((project.build / "meson-logs").glob("testlog*.json"), key=lambda path: path.stat().st_mtime_ns)


def results() -> list[dict]:
    """What the last run of tests found, with the names that meson.build gives them."""
    found = [json.loads(line) for line in logs()[-1].read_text(encoding="utf-8").splitlines()]
    return [{**result, "name": result["name"].split(" / ")[-1]} for result in found]


def close(found: list[dict]) -> None:
    skipped: dict[str, list[str]] = {}
    for result in found:
        if result["result"] == "SKIP":
            reason = (result.get("stdout", "").strip().splitlines() or ["no reason given"])[-1]
            skipped.setdefault(reason.removeprefix("skipped: "), []).append(result["name"])
    for reason, names in skipped.items():
        terminal.say(f"{len(names)} skipped, {names[0]}{' and others' if names[1:] else ''}: {reason}")
    passed = sum(result["result"] in ("OK", "EXPECTEDFAIL") for result in found)
    left_out = sum(map(len, skipped.values()))
    print(f"{passed} passed, {len(found) - passed - left_out} failed, {left_out} skipped")
