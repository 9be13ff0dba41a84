"""What the tests of the pages need beyond the distribution's packages: what tests/pages/package-lock.json names."""
from __future__ import annotations

import subprocess
import sys

from runs import project
from runs.project import UserError

folder = project.root / "tests/pages"
lock = folder / "package-lock.json"
fetched = folder / "node_modules/.fetched-for"  # a copy of the lock file that npm last followed


def fetch() -> None:
    """Calls npm where the lock file has changed."""
    if fetched.exists() and fetched.read_bytes() == lock.read_bytes():
        return
    print("Installing what the tests of the pages need, with npm.", file=sys.stderr)
    if subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=folder, stdin=subprocess.DEVNULL, stdout=sys.stderr).returncode != 0:
        raise UserError("npm could not install what tests in a browser need; see its output above. To test without a browser: ./weft test")
    fetched.write_bytes(lock.read_bytes())
