#!/usr/bin/env python3
"""Are the field's words used? terms.py [FILE…] prints file, line, what is written and what to write instead; without files, for the whole project.

Only what is wrong wherever it stands is in the table. Where a phrase is meant all the same, meant.txt has a line `FILE: PHRASE`; a line that allows nothing is an error too.
"""
from __future__ import annotations

import pathlib
import re
import sys

from lint import ROOT, tracked
from prose import prose

MEANT = pathlib.Path(__file__).resolve().parent / "meant.txt"
# Not a reader's own files and answers, what is generated from chapters and solutions, texts of others, and the tests that name the wrong words.
FILES = re.compile(r"(?:book|chapters|solutions|subprojects/loom|tests)/(?!texts/|include/cuda/std/|lint/)|(?:README|CONTRIBUTING|CHANGELOG)\.md$|weft$|meson\.build$|snippets/common/main\.cpp$")

THINGS = r"(?:threads|blocks|bytes|bits|warps|floats|doubles|words|operations|sectors|lanes|instructions|barriers|additions|multiply[-–]adds|cycles|slots|wavefronts|elements|[KMG]iB|products|systems|unknowns|keys)"
DEEDS = r"(?:requests|updates|loads|stores|launches|copies|registers|points|values|samples|numbers|steps|rows)"  # verbs as well: "launches a kernel"
THING = r"(?:thread|block|byte|bit|warp|float|double|word|operation|sector|instruction|barrier|addition|multiply[-–]add|wavefront|element|system|unknown|request|update|load|store|launch|copy|register|point|key|value|sample|number|step|row)"
WORKER = r"(?:thread|block|warp|lane|multiprocessor|SM|scheduler|GPU|device|cycle|step|iteration|point|side|load|store|request|path)"
UNIT = rf"(?:{WORKER[3:-1]}|sector|element|value|row|column|pass|launch|key|kernel|grid|line|word|byte|float|double|system|unknown|sample|tile|plane|update|bank|rank|letter|slab|message|matrix|pair|number|chunk|digit|texel|barrier|call|bin|instruction)"
COMPARED = r"more|less|fewer|better|worse|larger|smaller|greater|bigger|slower|faster|longer|shorter|higher|lower|wider|cheaper|easier|harder|later|earlier|nearer|closer|further"
NUMBER = r"(?:\d[\d.,]*|\$\d[^$]*\$|\[\](?=\{))"  # typed, as a formula, or computed by the weaver
IS = r"(?:is|are|was|were)"
HAS = r"(?:is|are|was|were|has|have|had|can|cannot|may|must|would|could|will|does|do|did)"
MACHINES = r"(?:laws?|hardware|device|kernel|memory|compiler|loop|block|warp|lane|thread|formula|standard|instruction|scheduler|model|bound|algorithm)"

# What is written, as a regular expression in which a space matches one line's end as well, and what to write. A match that begins with a capital has to.
WORDS = [
    (r"ticks?", "cycle"),
    (rf"(?:{THINGS} an? {UNIT}|{DEEDS} an? {WORKER})(?!'s)(?! {HAS}\b| (?:needs?|uses?|takes?|gets?|reads?|writes?|holds?)\b)", "… per …"),
    (rf"(?:one|half an?|(?-i:An?)) {THING} an? {UNIT}", "one … per …"),
    (r"(?:cycles|instructions|bytes|keys|points) and multiprocessor", "… per cycle per SM"),
    (r"what (?:\w+ ){1,4}comes? to", "the combination, the total"),
    (rf"(?:comes?|came) to (?:about |some |less than |more than )?{NUMBER}", "reaches, totals"),
    (r"0\.\d+(?:,? (?:and|to|or) 0\.\d+)? of (?:an?|the|its|it|their|them|copy|peak|all|what|that|one)", "… % of"),
    (r"(?-i:By) (?:`|\[[^\]\n]*\]\(|the (?:model|clock)|our (?:model|bound))", "according to …; … shows"),
    (r"by the clock", "measured"),
    (r"in the place of", "instead of"),
    (r"(?-i:Who) (?!(?:is|are|has|may)\b|\w+s (?:what|which|whom|whose|it)\b)[a-z]+s\b[^?.]*\.", "if you …; a thread that …"),
    (rf"(?<!there\s){IS} no (?!(?:{COMPARED}|need|way|doubt|one|other|such|reason|answer|use|different|help|good|accident|coincidence|surprise|secret|wonder)\b)\w+", "is not a …"),
    (r"(?:one|a|two|three|four|five|six|eight|\d+) (?:rows?|planes?|terms?|floats?|bits?|levels?|pieces?|sums?|registers?|bytes|words|barriers?|launch(?:es)?|steps?) more(?! than)",
     "… more …"),
    (r"quick(?:er|est)?", "fast"),
    (r"whole numbers?", "integer"),
    (r"(?:holds?|held|holding) [^.;\0\n]{0,60}\bagainst", "compare with, check against"),
    (r"(?:exchanges?|call|sending|ranks?|both|neither|it) hides?(?! (?:the|its|that|this|all|most|some|every|each|what|a|an|how|why)\b)", "is hidden, overlaps"),
    (r"copy's speed|(?:at|behind|of|than) copy(?=[.,;:)])", "copy bandwidth, a copy"),
    (r"anew", "again"),
    (r"lest", "so that … not"),
    (r"amply", "more than enough"),
    (r"thrice", "three times"),
    (r"for ever", "forever"),
    (rf", for (?:it|they|we|you|there|he|she) {HAS}", "…, because …"),
    (r", as there (?:is|are|was|were)", "…, because there is"),
    (rf"{MACHINES} asks?(?: for)?", "requires, requests"),
    (rf"{IS} asked for", "is requested, is required"),
    (rf"{IS} found out", "is detected, is found"),
    (r"(?:finding|fault|error|mistake|race)s? (?:is|are|was|were) told", "is reported"),
    (r"(?:turns?|rounds?) of (?:the|a|its|this|that|each|every|one) (?:\w+ )?loops?", "iteration"),
    (r"room for|(?:no|more|enough|less|make|makes|making|leaves?|leaving|finds?|found|much|little|its own) room", "space, buffer, workspace"),
    (r"(?:make|makes|made) (?:some |about )?(?:\d[\d.,]*) (?:[GMT]B/s|billion|million|[GT]FLOP)", "reaches, computes"),
    (rf"from {NUMBER}[^.,;\0\n]{{0,20}} on(?! (?:the|a|an|two|one|loom|GPU|many|its|this|that|it|any|each|them|four|some|`))", "at … and above"),
    (rf"some {NUMBER}(?!-)", "about …"),
    (r"divisions? of integers", "integer division"),
    (r"additions? of vectors", "vector addition"),
    (r"blocks of (?:two|three) dimensions", "two-, three-dimensional blocks"),
    (r"mistakes? (?:of|in) (?:an )?ind(?:ex|ices)", "indexing error"),
    (r"memory of the host", "host memory"),
    (r"memory of the device", "device memory"),
    (r"functions? of the (?:host|device)", "host, device function"),
    (r"a second\b[^.;\0\n]{0,80}, over (?:the|its|their|sizes)", "quantity (unit) against variable"),
    (r"(?:compiler|program|test)'s words", "the … output, message"),
]


def spaced(pattern: str) -> str:
    """A space is white space with at most one line's end."""
    return re.sub(" ", r"[ \\t]*(?:[ \\t]|\\n[ \\t]*)", pattern)


RULES = [(re.compile(rf"(?:\b|(?=,))(?:{spaced(pattern)})(?!\w)", re.IGNORECASE), better)
         for pattern, better in WORDS]


def main() -> int:
    named = sys.argv[1:]
    faults = faults_in(named or [name for name in tracked() if FILES.match(name)], MEANT, stale=not named)
    print("\n".join(faults))
    return 1 if faults else 0


def faults_in(names: list[str], meant: pathlib.Path, stale: bool = True) -> list[str]:
    """What is wrong in these files, and, if `stale`, the allowances that allow nothing in them."""
    allowed = read_meant(meant.read_text(encoding="utf-8"))
    used: set[tuple[str, str]] = set()
    faults = [fault for name in names for fault in faults_of(name, (ROOT / name).read_bytes(), allowed, used)]
    return faults + [f"tests/lint/{meant.name}:{line}: allows nothing: {': '.join(key)}" for key, line in allowed.items() if stale and key not in used]


def read_meant(text: str) -> dict[tuple[str, str], int]:
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip() and not line.startswith("#")]
    return {tuple(line.split(": ", 1)): number for number, line in lines}


def faults_of(name: str, content: bytes, allowed: dict[tuple[str, str], int], used: set[tuple[str, str]]) -> list[str]:
    """Adds to `used` what was allowed."""
    words = prose(name, content.decode("utf-8", "replace"))
    if words is None:
        return []
    meant = [(key, found.span()) for key in allowed if key[0] == name for found in re.finditer(re.sub(r"(?:\\ )+", r"\\s+", re.escape(key[1])), words)]
    faults = []
    for rule, better in RULES:
        for found in rule.finditer(words):
            allowances = {key for key, (begin, end) in meant if begin <= found.start() and found.end() <= end}
            used |= allowances
            if not allowances:
                line = words.count("\n", 0, found.start()) + 1
                faults.append((line, f"{name}:{line}: {' '.join(found[0].split())!r}: write {better}"))
    return [text for _, text in sorted(faults)]


if __name__ == "__main__":
    sys.exit(main())
