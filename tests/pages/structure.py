#!/usr/bin/env python3
"""Checks what every page of the book must have: structure.py FOLDER

Links lead to pages and anchors that exist, ids are unique, drawings have text alternatives, headings go down one step
at a time, every page can be reached from the start page, and nothing is loaded from elsewhere.
"""
from __future__ import annotations

import pathlib
import sys
from urllib.parse import unquote, urlsplit

import dom

LOADS = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src", "video": "src", "audio": "src"}


class Site:
    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.pages: dict[str, dom.Node] = {}
        self.problems: list[str] = []
        for path in sorted(folder.glob("*.html")):
            try:
                self.pages[path.name] = dom.read(path)
            except ValueError as error:
                self.problem(path.name, str(error))
        self.ids = {name: {node.get("id") for node in page.walk() if node.get("id")} for name, page in self.pages.items()}

    def problem(self, page: str, what: str) -> None:
        self.problems.append(f"{page}: {what}")

    def check(self) -> list[str]:
        if "index.html" not in self.pages:
            self.problem("index.html", "there is no start page")
        for name, page in self.pages.items():
            self.check_head(name, page)
            self.check_ids(name, page)
            self.check_headings(name, page)
            self.check_drawings(name, page)
            self.check_loads(name, page)
            self.check_folds(name, page)
            for link in page.all("a"):
                self.check_link(name, link)
        self.check_reach()
        return self.problems

    def check_head(self, name: str, page: dom.Node) -> None:
        if not page.one("html").get("lang"):
            self.problem(name, "<html> has no lang")
        titles = [title.words for title in page.all("title") if not title.get("class")]
        if len(titles) != 1 or not titles[0]:
            self.problem(name, "the page has no title, or more than one")
        for tag in ("main", "h1"):
            if len(page.all(tag)) != 1:
                self.problem(name, f"{len(page.all(tag))} <{tag}>, expected one")
        first = next(iter(page.one("body").all("a")), None)
        if first is None or "skip" not in first.classes:
            self.problem(name, "the first link does not skip to the text")

    def check_ids(self, name: str, page: dom.Node) -> None:
        seen = set()
        for node in page.walk():
            here = node.get("id")
            if here in seen:
                self.problem(name, f"line {node.line}: id {here} is used twice")
            if here:
                seen.add(here)

    def check_headings(self, name: str, page: dom.Node) -> None:
        before = 0
        for node in page.one("body").walk():
            if node.tag not in {"h1", "h2", "h3", "h4", "h5", "h6"}:
                continue
            level = int(node.tag[1])
            if level > before + 1:
                self.problem(name, f"line {node.line}: <{node.tag}> {node.words!r} follows a heading of level {before}")
            if not node.words:
                self.problem(name, f"line {node.line}: a heading is empty")
            before = level

    def check_drawings(self, name: str, page: dom.Node) -> None:
        for image in page.all("img"):
            if "alt" not in image.attributes:
                self.problem(name, f"line {image.line}: an image has no alt")
        for drawing in page.all("svg"):
            hidden = drawing.get("aria-hidden") == "true"
            if not hidden and not (drawing.get("role") == "img" and drawing.get("aria-label").strip()):
                self.problem(name, f"line {drawing.line}: a drawing has no text alternative")

    def check_loads(self, name: str, page: dom.Node) -> None:
        for node in page.walk():
            target = node.get(LOADS.get(node.tag, ""))
            if not target:
                continue
            if urlsplit(target).scheme or target.startswith("//"):
                self.problem(name, f"line {node.line}: {target} is loaded from elsewhere")
            elif not (self.folder / unquote(urlsplit(target).path)).is_file():
                self.problem(name, f"line {node.line}: {target} does not exist")

    def check_folds(self, name: str, page: dom.Node) -> None:
        for fold in page.all("details"):
            first = next((child for child in fold.children if isinstance(child, dom.Node)), None)
            if first is None or first.tag != "summary" or not first.words:
                self.problem(name, f"line {fold.line}: a fold says not what it holds")

    def check_link(self, name: str, link: dom.Node) -> None:
        where = f"line {link.line}"
        target = link.get("href")
        if not (link.words or link.get("aria-label")):
            self.problem(name, f"{where}: the link to {target} has no words")
        parts = urlsplit(target)
        if parts.scheme in ("https", "mailto"):
            return
        if parts.scheme or target.startswith("//"):
            self.problem(name, f"{where}: {target} is neither in the book nor https")
            return
        page = unquote(parts.path) or name
        if page not in self.pages:
            self.problem(name, f"{where}: {target} leads to no page")
        elif parts.fragment and unquote(parts.fragment) not in self.ids[page]:
            self.problem(name, f"{where}: {target} leads to no place on that page")

    def check_reach(self) -> None:
        reached, waiting = set(), ["index.html"]
        while waiting:
            name = waiting.pop()
            if name in reached or name not in self.pages:
                continue
            reached.add(name)
            waiting += [unquote(urlsplit(link.get("href")).path) for link in self.pages[name].all("a")]
        for name in self.pages.keys() - reached:
            self.problem(name, "no way leads here from the start page")


def main() -> int:
    site = Site(pathlib.Path(sys.argv[1]))
    problems = site.check()
    print("\n".join(problems) or f"{len(site.pages)} pages hold together")
    return 1 if problems or not site.pages else 0


if __name__ == "__main__":
    sys.exit(main())
