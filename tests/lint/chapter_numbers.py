#!/usr/bin/env python3
"""No number of a chapter in exercises, solutions, their tests and wrong answers: numbers change, and there nothing generates them. In chapters,
tangling refuses them."""
from __future__ import annotations

import re
import sys

from lint import ROOT, tracked

FOLDERS = ("exercises/", "solutions/", "tests/exercises/", "tests/wrong/", "tests/mutants/")

found = [f"{name}:{number}: “{match[0]}” is typed; name the chapter's folder or title"
         for name in tracked() if name.startswith(FOLDERS)
         for number, line in enumerate((ROOT / name).read_text(encoding="utf-8").splitlines(), 1) if (match := re.search(r"\b[Cc]hapters? \d+", line))]
print("\n".join(found))
sys.exit(1 if found else 0)
