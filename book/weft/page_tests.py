"""What the tests of the pages need beyond the distribution's packages: what tests/pages/package-lock.json names."""
from __future__ import annotations

import shutil
import subprocess
import sys

from weft import house, needs

folder = house.root / "tests/pages"
lock = folder / "package-lock.json"
fetched = folder / "node_modules/.fetched-for"  # a copy of the lock file that npm last followed


def wishes() -> dict[str, str]:
    return needs.TO_TEST_PAGES if lock.exists() else {}


def fetch() -> None:
    """Calls npm where the lock file has changed. Without npm, or without a network, the tests say that they are skipped."""
    if not lock.exists() or not shutil.which("npm") or (fetched.exists() and fetched.read_bytes() == lock.read_bytes()):
        return
    print("Fetching what the tests of the pages need, with npm.", file=sys.stderr)
    if subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=folder, stdin=subprocess.DEVNULL, stdout=sys.stderr).returncode == 0:
        fetched.write_bytes(lock.read_bytes())
    else:
        print("npm could not fetch it; until it can, those tests are skipped.", file=sys.stderr)
