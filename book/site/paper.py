#!/usr/bin/env python3
"""Prints the whole book: paper.py CHROMIUM PDFINFO PICTURES STYLE.css... WHOLE.htm OUTPUT.pdf

Chromium knows on which page a place came to lie only when it has printed, so the book is printed with numbers that are guessed, the
numbers of pages are read from the PDF and filled in, and it is printed again, until no number changes. PICTURES is the folder of the
pictures that the book shows.
"""
from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PLACE = re.compile(r'<span class="at" data-of="([^"]*)"></span>')
ID = re.compile(r'\sid="([^"]*)"')
PICTURE = re.compile(r'<img src="([^"]*)"')
MOST_TRIES = 5
TEXT_OF_A_PAGE = 5300  # characters of WHOLE.htm, about


def print_page(chromium: str, page: pathlib.Path, pdf: pathlib.Path, draft: bool) -> None:
    """A draft has the same pages, and neither outline nor tags, which are a third of the work."""
    extent = "--disable-pdf-tagging" if draft else "--generate-pdf-document-outline"
    with tempfile.TemporaryDirectory() as profile:
        command = [chromium, "--headless", "--disable-gpu", "--disable-extensions", "--no-first-run", "--no-pdf-header-footer",
                   "--disable-background-networking", extent, f"--user-data-dir={profile}",
                   f"--print-to-pdf={pdf}", page.resolve().as_uri()]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            command.insert(1, "--no-sandbox")  # which Chromium cannot have as root
        done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0 or not pdf.exists():
        sys.exit(f"Chromium could not print the book:\n{done.stderr}")


def pages_of(pdfinfo: str, pdf: pathlib.Path) -> dict[str, int]:
    destinations = subprocess.run([pdfinfo, "-dests", str(pdf)], capture_output=True, text=True, check=True).stdout
    return {name: int(page) for page, name in re.findall(r'^\s*(\d+) \[.*\] "(.*)"$', destinations, re.MULTILINE)}


def main() -> None:
    chromium, pdfinfo, *files = sys.argv[1:]
    pictures, *styles, whole, output = map(pathlib.Path, files)
    with tempfile.TemporaryDirectory(dir=output.parent) as folder:
        for style in styles:
            shutil.copy(style, folder)
        shutil.copytree(pictures, pathlib.Path(folder) / pictures.name)
        make(chromium, pdfinfo, whole.read_text(encoding="utf-8"), pathlib.Path(folder) / "numbered.html", output)


def make(chromium: str, pdfinfo: str, text: str, numbered: pathlib.Path, output: pathlib.Path) -> None:
    if missing := [source for source in PICTURE.findall(text) if not (numbered.parent / source).exists()]:
        sys.exit(f"These pictures of the book are missing: {', '.join(missing)}.")
    wanted = set(PLACE.findall(text))
    # A number with more digits than the right one may move what comes after it, and the book would be printed once more.
    numbers = dict.fromkeys(wanted, 1) | {place[1]: 1 + place.start() // TEXT_OF_A_PAGE for place in ID.finditer(text)}
    for draft in [True] + [False] * MOST_TRIES:
        numbered.write_text(PLACE.sub(lambda place: f'<span class="at">{numbers[place[1]]}</span>', text), encoding="utf-8")
        print_page(chromium, numbered, output, draft)
        found = pages_of(pdfinfo, output)
        if missing := sorted(wanted - found.keys()):
            sys.exit(f"These places of the book have no page: {', '.join(missing[:10])}.")
        if not draft and all(found[place] == numbers[place] for place in wanted):
            return
        numbers = {place: found[place] for place in wanted}
    sys.exit(f"The numbers of pages still change after printing {MOST_TRIES} times.")


if __name__ == "__main__":
    main()
