#!/usr/bin/env python3
"""Every function that the runtime's headers declare is in the library: else a program would fail when it is linked, without a word.
And none of them is in the list of those that are missing."""

import re
import subprocess
import sys
from pathlib import Path

library, nm, missing_api, *headers = sys.argv[1:]
declared, refused = set(), set(re.findall(r"LOOM_MISSING\((cuda\w+)\)", Path(missing_api).read_text()))
for header in headers:
    declared |= set(re.findall(r"^cudaError_t (cuda\w+)\([^;{]*;", Path(header).read_text(), re.MULTILINE))
symbols = subprocess.run([nm, "-C", "--defined-only", library], capture_output=True, text=True, check=True).stdout
defined = set(re.findall(r" T (cuda\w+)", symbols))
missing = sorted(declared - defined)
if declared & refused:
    sys.exit(f"missing_api.h still names {', '.join(sorted(declared & refused))}")
if missing or len(declared) < 100:
    sys.exit(f"{len(declared)} functions are declared, and not in the library are: {', '.join(missing)}")
