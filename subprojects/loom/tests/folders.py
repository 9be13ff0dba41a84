#!/usr/bin/env python3
"""Each folder of src includes only its own headers and those of the folders before it in README.md's list, and calls nothing of those after it.

The README's numbers of lines are right to within a hundredth, or this says what to write."""

import re
import subprocess
import sys
from pathlib import Path

source, readme, library, nm = sys.argv[1:]
table = Path(readme).read_text().split("### Where things are", 1)[1].split("\n### ", 1)[0]
listed = re.findall(r"^\| \**`([\w/]+)`\** \|", table, re.MULTILINE)
wrong = [f"{readme} lists {folder}, which is not a folder of {source}" for folder in listed if not (Path(source) / folder).is_dir()]


def level(folder: str) -> int:
    """The index in the list of the folder, or of the nearest listed one around it."""
    while folder not in listed:
        if "/" not in folder:
            sys.exit(f"{readme} does not say what is in the folder {folder}")
        folder = folder.rsplit("/", 1)[0]
    return listed.index(folder)


folders = {path.parent.relative_to(source).as_posix() for path in Path(source).rglob("*.cpp")}
for path in sorted(Path(source).rglob("*.?pp")):
    own = path.parent.relative_to(source).as_posix()
    for header in re.findall(r'#include "([\w/]+)/\w+\.hpp"', path.read_text()):
        if level(header) > level(own):
            wrong.append(f"{path} includes a header of {header}")

# The same of what is called without a header. Objects are named after their sources, with _ for /.
listing = subprocess.run([nm, "-C", library], capture_output=True, text=True, check=True).stdout
defined, wanted, user = {}, [], ""
for line in listing.splitlines():
    if line.endswith(".o:"):
        user = max((folder for folder in folders if line.startswith(folder.replace("/", "_") + "_")), key=len)
    elif symbol := re.match(r"[0-9a-f]+ [TDBR] (.*)", line):
        defined[symbol[1]] = user
    elif symbol := re.match(r" +U (.*)", line):
        wanted.append((user, symbol[1]))
uses = [(user, symbol, defined[symbol]) for user, symbol in wanted if symbol in defined]
wrong += [f"{user} uses {symbol} of {owner}" for user, symbol, owner in uses if level(owner) > level(user)]
if len(uses) < 500:
    wrong.append(f"only {len(uses)} uses of symbols are seen in {library}")


def lines(paths: list[Path]) -> int:
    return sum(path.read_bytes().count(b"\n") for path in paths)


# What the README says must be known, and all of it; numbers for comparison that tests read are not loom's text.
bold = set(re.findall(r"^\| \*\*`([\w/]+)`\*\* \|", table, re.MULTILINE))
known = [path for path in Path(source).rglob("*.?pp") if listed[level(path.parent.relative_to(source).as_posix())] in bold]
known += [path for name in ("context", "queue", "memory", "copies", "submit", "launch_expression", "launch_by_pointer") for path in Path(source, "runtime").glob(f"{name}.?pp")]
whole = [path for name in ("src", "include", "observe", "toolkit", "tests", "bench") for path in Path(source, "..", name).rglob("*")
         if path.is_file() and path.suffix != ".txt" and "__pycache__" not in path.parts]
stated = re.search(r"copies and launches: ([\d,]+) lines.*has ([\d,]+) lines", Path(readme).read_text(), re.DOTALL)
for number, count in zip(stated.groups(), (lines(known), lines(whole))):
    if abs(int(number.replace(",", "")) - count) > count / 100:
        wrong.append(f"{readme} says {number} lines where there are {count:,}")

if wrong:
    sys.exit("\n".join(wrong))
