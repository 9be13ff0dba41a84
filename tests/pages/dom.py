"""A page as a tree, read with the standard library: enough to ask what stands where."""
from __future__ import annotations

import pathlib
from html.parser import HTMLParser
from typing import Iterator

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class Node:
    def __init__(self, tag: str, attributes: dict[str, str], line: int) -> None:
        self.tag, self.attributes, self.line = tag, attributes, line
        self.children: list[Node | str] = []

    def get(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def classes(self) -> list[str]:
        return self.get("class").split()

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    @property
    def words(self) -> str:
        return " ".join(self.text.split())

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def all(self, tag: str = "", *, classed: str = "", id: str = "") -> list[Node]:
        return [node for node in self.walk() if (not tag or node.tag == tag)
                and (not classed or classed in node.classes) and (not id or node.get("id") == id)]

    def one(self, tag: str = "", **wanted: str) -> Node:
        found = self.all(tag, **wanted)
        if len(found) != 1:
            raise AssertionError(f"{len(found)} elements are {tag or 'anything'} with {wanted}, expected one")
        return found[0]


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("", {}, 0)
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs}, self.getpos()[0])
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if self.open[-1].tag != tag:
            raise ValueError(f"line {self.getpos()[0]}: </{tag}> closes <{self.open[-1].tag}>")
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parse(text: str) -> Node:
    reader = Reader()
    reader.feed(text)
    reader.close()
    if len(reader.open) > 1:
        raise ValueError(f"<{reader.open[-1].tag}> on line {reader.open[-1].line} is never closed")
    return reader.root


def read(path: pathlib.Path) -> Node:
    return parse(path.read_text(encoding="utf-8"))
