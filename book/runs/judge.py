"""Says whether a run did what its chapter says: judge CHAPTER/NAME DEVICE RUN. A test: status 0, 1, or 77 where the program skipped itself.

Without more said, a program must end with status 0 and, on loom, without a finding, and all its assertions must hold. A chapter can say
otherwise (see `Expectation`). What is judged is the record of the run; nothing is run again.
"""
from __future__ import annotations

import dataclasses
import difflib
import pathlib
import re
import sys

from runs import outcome, project
from runs.run import Run, is_current, read


@dataclasses.dataclass(frozen=True)
class Expectation:
    """What a chapter's manifest says of one program."""
    name: str
    line: int  # of the chapter, on which its fence opens
    places: list[list[int]]  # [line of the program, line of the chapter, how many lines]
    exits: int = 0
    finds: dict | None = None  # kind, lines: loom must report exactly this kind, on every one of these lines
    misses: str | None = None  # what is wrong with it, if loom is to find nothing
    compile_error: str | None = None  # a part of the message with which the compiler refuses it
    ranks: tuple[int, ...] = ()  # with these numbers of processes it must print the same
    shows: str | None = None  # what the chapter shows that it prints on loom

    @staticmethod
    def of(name: str) -> Expectation:
        chapter = name.split("/")[0]
        manifest = project.manifest(chapter)
        entry = next((one for one in manifest["programs"] if f"{chapter}/{one['name']}" == name), None)
        if entry is None:
            raise project.UserError(f"chapters/{chapter}.md has no program {name.split('/')[1]}: ./weft test configures again")
        shown = [block["lines"] for block in manifest["outputs"] if (block["program"], block["device"]) == (entry["name"], "loom")]
        return Expectation(name, entry["line"], entry["places"], entry.get("exits", 0), entry.get("finds"), entry.get("misses"), entry.get("compile_error"),
                           tuple(entry.get("ranks", ())), "".join(f"{line}\n" for line in shown[0]) if shown else None)

    def chapter_line(self, line: int) -> int:
        """The line of the chapter from which this line of the program was tangled; the fence where that is not known."""
        return next((there + line - here for here, there, count in self.places if here <= line < here + count), self.line)


@dataclasses.dataclass(frozen=True)
class Verdict:
    """Whether a claim holds; if it does not, a sentence, the line of the chapter, and the details for a reader."""
    state: str  # holds, fails or skipped
    sentence: str = ""
    line: int = 0
    details: str = ""


HOLDS = Verdict("holds")


def judge(run: Run, expected: Expectation) -> Verdict:
    if run.skipped is not None:
        return Verdict("skipped", run.skipped, expected.line)
    judges = [judge_refusal] if expected.compile_error else [judge_ending, judge_findings, judge_assertions, judge_output]
    holds = Verdict("skipped", run.left_out[0], expected.line) if run.left_out else HOLDS
    return next((verdict for verdict in (check(run, expected) for check in judges) if verdict), holds)


def judge_refusal(run: Run, expected: Expectation) -> Verdict | None:
    if run.status == 0:
        return fails(run, expected, "the compiler accepts this program, but its chapter says it does not compile")
    if run.status is None or run.status < 0:
        return fails(run, expected, f"the compiler {run.ending}")
    if expected.compile_error not in run.output:
        return fails(run, expected, f"the compiler refuses this program, but its message does not say \"{expected.compile_error}\"")
    return None


def judge_ending(run: Run, expected: Expectation) -> Verdict | None:
    if run.findings and not expected.finds or run.failures and not expected.exits:
        return None  # judge_findings and judge_assertions say more
    thrown = "".join(f"; {reason}" for reason in run.thrown[:1])
    if expected.finds:
        cut_short = run.status is None or run.status < 0 or not run.complete or run.thrown
        return fails(run, expected, f"the program {run.ending} before its last test{thrown}") if cut_short else None
    if run.status != expected.exits:
        instead = f", but its chapter says it exits with {expected.exits}" if expected.exits else ""
        return fails(run, expected, f"the program {run.ending}{instead}{thrown}")
    if run.other_outputs:
        return fails(run, expected, f"the program prints something else with another number of processes: {' '.join(map(str, expected.ranks))}",
                     details="\n".join([run.output, *run.other_outputs]))
    return None


def judge_findings(run: Run, expected: Expectation) -> Verdict | None:
    """What a chapter breaks on purpose must be found, at every line it marks, and nothing else."""
    source = f"{expected.name.split('/')[1]}.cu"
    marked = {f"{source}:{line}": line for line in expected.finds["lines"]} if expected.finds else {}
    found = set()
    for finding in run.findings:
        places = {place.rsplit("/", 1)[-1] for place in finding["places"]}
        if not expected.finds or finding["kind"] != expected.finds["kind"] or not places & set(marked):
            wanted = f"; the chapter says it finds {expected.finds['kind']} at {' and '.join(sorted(marked))}" if expected.finds else ""
            wanted += f"; the chapter says it misses {expected.misses}: write finds= instead of misses=" if expected.misses else ""
            return fails(run, expected, describe(finding) + wanted, line_of(places, source))
        found |= places & set(marked)
    missing = sorted(set(marked) - found)
    if missing:
        return fails(run, expected, f"loom did not find {expected.finds['kind']} at {' and '.join(missing)}", marked[missing[0]])
    return None


def judge_assertions(run: Run, expected: Expectation) -> Verdict | None:
    if not run.failures or expected.exits:
        return None
    first = run.failures[0]
    others = f" ({len(run.failures) - 1} more failed)" if run.failures[1:] else ""
    own = first["file"].endswith(f"{expected.name}.cu")
    return fails(run, expected, f"an assertion failed in \"{first['case']}\"{others}", first["line"] if own else 0,
                 "\n".join(f"in \"{failure['case']}\"\n{in_chapter(failure['words'], expected)}" for failure in run.failures))


def in_chapter(words: str, expected: Expectation) -> str:
    """Lines of the program as lines of its chapter, which is the file to edit."""
    return re.sub(rf"snippets/{re.escape(expected.name)}\.cu:(\d+)",
                  lambda place: f"chapters/{expected.name.split('/')[0]}.md:{expected.chapter_line(int(place[1]))}", words)


def judge_output(run: Run, expected: Expectation) -> Verdict | None:
    if run.device != "loom" or expected.shows is None or run.output == expected.shows:
        return None
    difference = difflib.unified_diff(expected.shows.splitlines(), run.output.splitlines(), "the chapter shows", "the program prints", lineterm="")
    return fails(run, expected, "the program prints something else than its chapter shows; ./weft record writes what it prints", details="\n".join(difference))


def fails(run: Run, expected: Expectation, sentence: str, line: int = 0, details: str | None = None) -> Verdict:
    """`line` is one of the program's; 0 where none is to blame."""
    said = details if details is not None else "\n".join(filter(None, (run.output.rstrip(), run.errors.rstrip())))
    return Verdict("fails", sentence, expected.chapter_line(line) if line else expected.line, said)


def describe(finding: dict) -> str:
    return f"loom found {finding['kind']} in {finding['kernel']} at {' and '.join(finding['places'])}"


def line_of(places: set[str], source: str) -> int:
    return next((int(place.rpartition(":")[2]) for place in sorted(places) if place.startswith(f"{source}:")), 0)


def placed(name: str, line: int, sentence: str) -> str:
    """A sentence on a program, with its place in the chapter."""
    return f"chapters/{name.split('/')[0]}.md:{line}: {name}: {sentence}"


def judge_file(name: str, device: str, path: pathlib.Path) -> Verdict:
    """Judges what is written of a run here."""
    expected, run = Expectation.of(name), read(path)
    return judge(run, expected) if run and is_current(run) else not_run(expected, device)


def not_run(expected: Expectation, device: str) -> Verdict:
    return Verdict("fails", f"the program has not been built and run on {device}; the compiler output above says why", expected.line)


def main(arguments: list[str]) -> None:
    name, device, path = arguments
    try:
        verdict = judge_file(name, device, pathlib.Path(path))
    except project.UserError as error:
        sys.exit(str(error))
    if verdict.details:
        print(verdict.details, flush=True)
    if verdict.state == "skipped":
        print(f"skipped: {verdict.sentence}")
        sys.exit(outcome.SKIPPED)
    if verdict.state == "fails":
        sys.exit(placed(name, verdict.line, verdict.sentence))
