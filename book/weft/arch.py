"""Prints the architecture to compile for: that of the first GPU here, else sm_75, which every toolkit since 10 knows."""
from __future__ import annotations

import shutil
import subprocess


def main() -> None:
    print(of_the_gpu() or "sm_75")


def of_the_gpu() -> str | None:
    if not shutil.which("nvidia-smi"):
        return None
    query = ["nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"]
    done = subprocess.run(query, capture_output=True, text=True)
    capability = done.stdout.split("\n", 1)[0].strip()
    return f"sm_{capability.replace('.', '')}" if done.returncode == 0 and capability else None


if __name__ == "__main__":
    main()
