"""What there is of CUDA on this machine. As a program: prints the architecture to compile for and, where there is a GPU, `gpu`."""
from __future__ import annotations

import shutil
import subprocess

NVCC = "/usr/local/cuda/bin/nvcc"  # where the toolkit puts it, which need not be on the PATH
OLDEST = "sm_75"  # which every toolkit since 10 knows


def nvcc() -> str | None:
    return shutil.which("nvcc") or shutil.which(NVCC)


def gpu_here() -> bool:
    return bool(shutil.which("nvidia-smi")) and subprocess.run(["nvidia-smi", "-L"], capture_output=True).returncode == 0


def architecture() -> str:
    """That of the first GPU here, else the oldest."""
    if not shutil.which("nvidia-smi"):
        return OLDEST
    query = ["nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"]
    done = subprocess.run(query, capture_output=True, text=True)
    capability = done.stdout.split("\n", 1)[0].strip()
    return f"sm_{capability.replace('.', '')}" if done.returncode == 0 and capability else OLDEST


if __name__ == "__main__":
    print(architecture(), "gpu" if gpu_here() else "")
