#!/usr/bin/env python3
"""Run traced.cu's program and look whether its trace tells which lane accessed which address.

trace.py PROGRAM
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "trace.json"
        subprocess.run([sys.argv[1]], check=True, env={**os.environ, "LOOM_TRACE": str(file)})
        requests = json.loads(file.read_text())["requests"]

    # Two blocks of two warps; only the first warp of each reads and writes back.
    assert [request["block"] for request in requests] == [[0, 0, 0]] * 4 + [[1, 0, 0]] * 4, requests
    for first in (0, 4):
        fill, other_fill, load, store = requests[first : first + 4]
        assert {fill["warp"], other_fill["warp"]} == {0, 1} and load["warp"] == store["warp"] == 0
        assert fill["array"] == "tile" and fill["memory"] == "shared" and fill["operation"] == "store"
        assert fill["lanes"] == list(range(32)) and fill["offsets"] == [4 * lane for lane in range(32)]
        assert load["operation"] == "load" and load["lanes"] == [0, 1] and load["offsets"] == [0, 128]
        assert store["memory"] == "global" and store["operation"] == "store" and store["bytes"] == 4
        assert store["offsets"] == ([4, 8] if first == 0 else [260, 264]) and "cudaMalloc" in store["array"], store
        assert store["kernel"] == "column" and store["launch"] == 1 and store["place"] == "traced.cu:8", store


if __name__ == "__main__":
    main()
