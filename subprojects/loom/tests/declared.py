#!/usr/bin/env python3
"""Every function that the runtime's headers declare is in the library: else a program would fail when it is linked, without a word."""

import re
import subprocess
import sys
from pathlib import Path

library, nm, *headers = sys.argv[1:]
declared = set()
for header in headers:
    declared |= set(re.findall(r"^cudaError_t (cuda\w+)\([^;{]*;", Path(header).read_text(), re.MULTILINE))
symbols = subprocess.run([nm, "-C", "--defined-only", library], capture_output=True, text=True, check=True).stdout
defined = set(re.findall(r" T (cuda\w+)", symbols))
missing = sorted(declared - defined)
if missing or len(declared) < 100:
    sys.exit(f"{len(declared)} functions are declared, and not in the library are: {', '.join(missing)}")
