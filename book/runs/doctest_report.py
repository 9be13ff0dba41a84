"""Reads what doctest reports as XML: which assertions failed, and what else ended a test."""
from __future__ import annotations

import pathlib
import xml.etree.ElementTree as xml
from dataclasses import dataclass, field

from runs.result_channel import TestRun


SHOWN = 2  # of failures of one assertion


@dataclass
class Failure:
    """A failed assertion: its test case, file and line, and its message for a reader."""
    case: str
    file: str
    line: int
    words: str


@dataclass
class Report:
    complete: bool = False  # doctest reached its end
    assertions: dict[str, int] = field(default_factory=dict)  # how many each test case that ran has made
    failures: list[Failure] = field(default_factory=list)
    thrown: list[str] = field(default_factory=list)  # what ended a test case otherwise: an exception, a signal
    sealed: TestRun = field(default_factory=TestRun)  # what the test reported over its own channel

    @property
    def failed(self) -> list[str]:
        """The test cases in which an assertion failed."""
        return list(dict.fromkeys(failure.case for failure in self.failures))

    @property
    def words(self) -> list[str]:
        """Each failed assertion, as it is reported to a reader."""
        return [f"in \"{failure.case}\"\n{failure.words}" for failure in self.failures]


def read(path: pathlib.Path) -> Report:
    try:
        tree = xml.parse(path)
    except (OSError, xml.ParseError):
        return Report()
    report = Report(complete=tree.find("OverallResultsTestCases") is not None)
    for case in tree.iter("TestCase"):
        if case.get("skipped") == "true":
            continue
        name = case.get("name", "")
        counts = case.find("OverallResultsAsserts")
        made = sum(int(counts.get(kind, 0)) for kind in ("successes", "failures")) if counts is not None else 0
        report.assertions[name] = report.assertions.get(name, 0) + made
        required = thrown_by_require(case)
        report.failures += collapsed(name, [element for element in case.iter() if is_failed_assertion(element) and element not in required])
        report.thrown += [f"\"{name}\": {text_of(exception)}" for exception in thrown_in(case, required)]
    return report


def is_failed_assertion(element: xml.Element) -> bool:
    if element.tag == "Message":  # FAIL("…")
        return "ERROR" in element.get("type", "")
    return element.tag == "Expression" and element.get("success") == "false"


def collapsed(case: str, failures: list[xml.Element]) -> list[Failure]:
    """The first two failures of each assertion, and how many more there are like them, as one."""
    by_line: dict[tuple[str, str], list[xml.Element]] = {}
    for failure in failures:
        by_line.setdefault((failure.get("filename", ""), failure.get("line", "0")), []).append(failure)
    return [Failure(case, file, int(line), "\n".join([*map(described, alike[:SHOWN]), *[f"  and {len(alike) - SHOWN:,} more like it"] * (len(alike) > SHOWN)]))
            for (file, line), alike in by_line.items()]


def thrown_by_require(case: xml.Element) -> list[xml.Element]:
    """Assertions that only caught what a failed REQUIRE in a function that they call has thrown; doctest does not know its own exception."""
    found, failed = [], False
    for element in case.iter("Expression"):
        failed |= element.get("type", "").startswith("REQUIRE") and element.get("success") == "false"
        if failed and any("unknown exception" in text_of(exception) for exception in element.findall("Exception")):
            found.append(element)
    return found


def thrown_in(case: xml.Element, required: list[xml.Element]) -> list[xml.Element]:
    """What ended the case, less what an assertion about exceptions (CHECK_THROWS, CHECK_NOTHROW) has caught."""
    return [child for element in case.iter() if "THROW" not in element.get("type", "") and element not in required
            for child in element if child.tag == "Exception"]


def described(failure: xml.Element) -> str:
    place = f"  {short(failure.get('filename', ''))}:{failure.get('line')}"
    if failure.tag == "Message":
        lines = [f"{place}: {text_of(failure.find('Text'))}"]
    else:
        written = ", ".join(text_of(failure.find(part)) for part in ("Original", "ExpectedException") if failure.find(part) is not None)
        lines = [f"{place}: {failure.get('type')}( {written} )"]
        if expanded := text_of(failure.find("Expanded")).removesuffix(" =="):  # to the right of which is an empty string
            lines.append(f"    is    ( {expanded} )")
            if looks_equal(expanded):
                lines.append("    (they differ in digits that are not shown)")
        lines += [f"    threw {text_of(exception)}" for exception in failure.findall("Exception")]
    lines += [f"    with  {text_of(info)}" for info in failure.iter("Info")]
    return "\n".join(lines)


def looks_equal(expanded: str) -> bool:
    """Two numbers that are not equal, printed with too few digits to see it."""
    left, _, right = expanded.partition(" == ")
    return left == right and any(digit.isdigit() for digit in left)


def short(path: str) -> str:
    """From the tests' folder on, which is where a reader looks it up."""
    at = path.rfind("tests/exercises/")
    return path[at:] if at >= 0 else path


def text_of(element: xml.Element | None) -> str:
    return (element.text or "").strip() if element is not None else ""
