"""What there is of CUDA on this machine. As a program: prints the architecture to compile for, which of EXTRA and FLAG can be had and,
where there is a GPU, `gpu`."""
from __future__ import annotations

import pathlib
import shutil
import subprocess
import sys
import tempfile

NVCC = "/usr/local/cuda/bin/nvcc"  # where the toolkit puts it, which may not be on the PATH
WITHOUT_GPU = "sm_90"  # the oldest for which every program of the book compiles
# Libraries that a toolkit may be installed without: one is measured against and never built upon, one compiles while a program runs,
# one joins GPUs.
EXTRA = ("-lcusparse", "-lnvrtc", "-lnccl")

# With nvcc 13, a kernel that is a template can be launched from another translation unit only with this flag, which an older nvcc may not know.
FLAG = "-static-global-template-stub=false"


def nvcc() -> str | None:
    return shutil.which("nvcc") or shutil.which(NVCC)


def gpu_here() -> bool:
    return bool(shutil.which("nvidia-smi")) and subprocess.run(["nvidia-smi", "-L"], capture_output=True).returncode == 0


def architecture() -> str:
    """That of the first GPU here, else WITHOUT_GPU."""
    if not shutil.which("nvidia-smi"):
        return WITHOUT_GPU
    query = ["nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"]
    done = subprocess.run(query, capture_output=True, text=True)
    capability = done.stdout.split("\n", 1)[0].strip()
    return f"sm_{capability.replace('.', '')}" if done.returncode == 0 and capability else WITHOUT_GPU


def links(nvcc: str, library: str) -> bool:
    """From nvcc itself, because the one on the PATH may be a script that calls it, in a folder other than the toolkit's."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "empty.cpp"
        source.write_text("int main() {}\n", encoding="utf-8")
        return subprocess.run([nvcc, source, "-o", source.with_suffix(""), library], capture_output=True).returncode == 0


def knows(nvcc: str, flag: str) -> bool:
    return flag.split("=")[0] in subprocess.run([nvcc, "--help"], capture_output=True, text=True).stdout


if __name__ == "__main__":
    print(architecture(), *(library for library in EXTRA if links(sys.argv[1], library)), *[FLAG] * knows(sys.argv[1], FLAG), "gpu" if gpu_here() else "")
