#!/usr/bin/env python3
"""Finishes the pages of chapters: stamp.py VERDICTS PAGES STAMP

For each chapter, PAGES/NN-name.woven becomes PAGES/NN-name.html: what VERDICTS/NN-name.json says of its programs is put where weaving has left
a place for it: in the list of devices, and beside each test case, which is unfolded if it is false. A page of which a program does something else than its chapter says bears that at its head. Where it is not known of every
program what it does, there is no page: it must run first. A page that is the same as before is left alone, so that this can be
done after every run. STAMP is written when all is done. What was woven of a chapter that has left the book has no verdicts and is not touched.
"""
from __future__ import annotations

import html
import json
import pathlib
import re
import sys

# The places that weaving leaves; a proof with its programs and the lines of the chapter that it stands on.
RAN, FALSE = "<!-- what ran on loom -->", "<!-- what is false -->"
PROOF = re.compile(r'<details class="proof (\w+)">(<summary>[^\n]*?)<!-- (loom|unmarked): ([^\n]*?) ?(\d+) (\d+) -->')


def main() -> None:
    verdicts, pages, stamp = map(pathlib.Path, sys.argv[1:])
    for file in sorted(verdicts.glob("*.json")):
        known = json.loads(file.read_text(encoding="utf-8"))
        woven, page = pages / f"{file.stem}.woven", pages / f"{file.stem}.html"
        if not woven.exists() or any(verdict["state"] == "unknown" for verdict in known.values()):
            page.unlink(missing_ok=True)
            continue
        text = woven.read_text(encoding="utf-8").replace(RAN, what_ran(known)).replace(FALSE, what_is_false(woven.stem, known))
        text = PROOF.sub(lambda place: marked(place, known), text)
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")
    stamp.write_text("", encoding="utf-8")


def what_ran(known: dict[str, dict]) -> str:
    """One sentence for the list of devices on which the page was checked."""
    parts = []
    for where, how in (("here", "on this machine"), ("recorded", "for the record")):
        dates = sorted(verdict["date"] for verdict in known.values() if verdict["state"] == "holds" and verdict["where"] == where)
        if dates:
            programs = "1 program was" if len(dates) == 1 else f"{len(dates)} programs were"
            when = dates[0] if dates[0] == dates[-1] else f"{dates[0]} to {dates[-1]}"
            parts.append(f"{programs} checked {how} ({when}) and did what this page says")
    if false := names_of(known, "fails"):
        parts.append(f"{listed(false)} did something else")
    for reason in dict.fromkeys(verdict["sentence"] for verdict in known.values() if verdict["state"] == "skipped"):
        names = names_of({name: verdict for name, verdict in known.items() if verdict.get("sentence") == reason}, "skipped")
        parts.append(f"{listed(names)} {'was' if len(names) == 1 else 'were'} skipped ({html.escape(reason)})")
    return "; ".join(parts) or "it has no programs"


def what_is_false(chapter: str, known: dict[str, dict]) -> str:
    """Stands at the head of a page of which something is false; nothing where all is true."""
    items = "".join(f'<li>{link(name)}: {html.escape(verdict["sentence"])} (<code>chapters/{chapter}.md:{verdict["line"]}</code>)</li>\n'
                    for name, verdict in known.items() if verdict["state"] == "fails")
    return f'<section class="false" role="alert">\n<h2>This page is not true here</h2>\n<ul>\n{items}</ul>\n</section>' if items else ""


def marked(place: re.Match, known: dict[str, dict]) -> str:
    """A proof with the mark of loom if it holds in all of its programs, or unfolded if it has the line at which one of them fails."""
    kind, summary, marks, names, first, last = place.groups()
    verdicts = [known.get(name, {"state": "unknown"}) for name in names.split()]
    if any(verdict["state"] == "fails" and int(first) <= verdict["line"] <= int(last) for verdict in verdicts):
        return f'<details class="proof {kind} fails" open>{summary}<b>fails on loom</b>'
    holds = marks == "loom" and verdicts and all(verdict["state"] == "holds" for verdict in verdicts)
    return f'<details class="proof {kind}">{summary}{"<b>loom</b>" if holds else ""}'


def names_of(known: dict[str, dict], state: str) -> list[str]:
    """The programs in this state, as links to their listings."""
    return [link(name) for name, verdict in known.items() if verdict["state"] == state]


def link(program: str) -> str:
    return f'<a href="#program-{program}">{program}</a>'


def listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


if __name__ == "__main__":
    main()
