#!/usr/bin/env python3
"""Each folder of src includes headers of its own and of the folders before it in README.md's list, and calls nothing of those behind it.
And it has as many lines as the list says, to a tenth."""

import re
import subprocess
import sys
from pathlib import Path

source, readme, library, nm = sys.argv[1:]
table = Path(readme).read_text().split("### Where things are", 1)[1].split("\n### ", 1)[0]
rows = re.findall(r"^\| \**`([\w/]+)`\** \| ([\d,]+) \|", table, re.MULTILINE)
rooms = [folder for folder, _ in rows]
lines = dict.fromkeys(rooms, 0)
wrong = []


def place(folder: str) -> int:
    """Where in the list the folder stands, or the nearest one around it that does."""
    while folder not in rooms:
        if "/" not in folder:
            sys.exit(f"{readme} does not say what is in the folder {folder}")
        folder = folder.rsplit("/", 1)[0]
    return rooms.index(folder)


folders = {path.parent.relative_to(source).as_posix() for path in Path(source).rglob("*.cpp")}
for path in sorted(Path(source).rglob("*.?pp")):
    own = path.parent.relative_to(source).as_posix()
    lines[rooms[place(own)]] += path.read_text().count("\n")
    for header in re.findall(r'#include "([\w/]+)/\w+\.hpp"', path.read_text()):
        if place(header) > place(own):
            wrong.append(f"{path} includes a header of {header}")

for folder, stated in rows:
    number = int(stated.replace(",", ""))
    if abs(lines[folder] - number) > max(number / 10, 100):
        wrong.append(f"{folder} has {lines[folder]} lines, and {readme} says {stated}")

# The same of what is called without a header. Objects are named after their sources, with _ for /.
listing = subprocess.run([nm, "-C", library], capture_output=True, text=True, check=True).stdout
defined, wanted, room = {}, [], ""
for line in listing.splitlines():
    if line.endswith(".o:"):
        room = max((folder for folder in folders if line.startswith(folder.replace("/", "_") + "_")), key=len)
    elif symbol := re.match(r"[0-9a-f]+ [TDBR] (.*)", line):
        defined[symbol[1]] = room
    elif symbol := re.match(r" +U (.*)", line):
        wanted.append((room, symbol[1]))
uses = [(user, symbol, defined[symbol]) for user, symbol in wanted if symbol in defined]
wrong += [f"{user} uses {symbol} of {owner}" for user, symbol, owner in uses if place(owner) > place(user)]
if len(uses) < 500:
    wrong.append(f"only {len(uses)} uses of symbols are seen in {library}")
if wrong:
    sys.exit("\n".join(wrong))
