#!/usr/bin/env python3
"""Finishes the pages of chapters: stamp.py VERDICTS PAGES STAMP

For each chapter, PAGES/NN-name.woven becomes PAGES/NN-name.html: what VERDICTS/NN-name.json says of its programs is put where weaving has left
a place for it. A page of which a program does something else than its chapter says bears that at its head. Where it is not known of every
program what it does, there is no page: it must run first. A page that is the same as before is left alone, so that this can be
done after every run. STAMP is written when all is done.
"""
from __future__ import annotations

import html
import json
import pathlib
import sys

RAN, FALSE = "<!-- what ran on loom -->", "<!-- what is false -->"  # the places that weaving leaves


def main() -> None:
    verdicts, pages, stamp = map(pathlib.Path, sys.argv[1:])
    for woven in sorted(pages.glob("*.woven")):
        page, known = woven.with_suffix(".html"), json.loads((verdicts / f"{woven.stem}.json").read_text(encoding="utf-8"))
        if any(verdict["state"] == "unknown" for verdict in known.values()):
            page.unlink(missing_ok=True)
            continue
        text = woven.read_text(encoding="utf-8").replace(RAN, what_ran(known)).replace(FALSE, what_is_false(woven.stem, known))
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")
    stamp.write_text("", encoding="utf-8")


def what_ran(known: dict[str, dict]) -> str:
    """One sentence for the list of devices on which the page was checked."""
    parts = []
    for where, how in (("here", "on this machine"), ("recorded", "as recorded")):
        good = [verdict["date"] for verdict in known.values() if verdict["state"] == "holds" and verdict["where"] == where]
        if good:
            count = "1 program ran" if len(good) == 1 else f"{len(good)} programs ran"
            parts.append(f"{count} {how} ({max(good)}) and did what it says")
    for state, words in (("fails", "{} did something else"), ("skipped", "{} skipped itself")):
        names = [name for name, verdict in known.items() if verdict["state"] == state]
        if names:
            parts.append(words.format(listed([f'<a href="#program-{name}">{name}</a>' for name in names])))
    return "; ".join(parts) or "it has no programs"


def what_is_false(chapter: str, known: dict[str, dict]) -> str:
    """Stands at the head of a page of which something is false; nothing where all is true."""
    false = {name: verdict for name, verdict in known.items() if verdict["state"] == "fails"}
    if not false:
        return ""
    items = "".join(f'<li><a href="#program-{name}">{name}</a>: {html.escape(verdict.get("sentence", "its recorded run failed"))} '
                    f'(<code>chapters/{chapter}.md:{verdict.get("line", 1)}</code>)</li>\n' for name, verdict in false.items())
    return f'<section class="false" role="alert">\n<h2>This page is not true here</h2>\n<ul>\n{items}</ul>\n</section>'


def listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


if __name__ == "__main__":
    main()
