"""The toolkit's programs that read machine code and counters: where they are, and what they print.

A tool that is missing or refuses is a ToolError, whose message is one sentence for the user.
"""
from __future__ import annotations

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable

TOOLKIT = "/usr/local/cuda/bin"  # where the toolkit puts its programs, which may not be on the PATH


class ToolError(Exception):
    """What cannot be collected here, and why."""


def path_of(name: str) -> str | None:
    """Looks on the PATH, in the folder of nvcc, and where the toolkit is usually installed."""
    nvcc = shutil.which("nvcc")
    folders = [os.environ.get("PATH", ""), *([str(pathlib.Path(nvcc).resolve().parent)] if nvcc else []), TOOLKIT]
    return shutil.which(name, path=os.pathsep.join(folders))


def needed(name: str, part: str) -> str:
    if path := path_of(name):
        return path
    raise ToolError(f"There is no {name} here; it comes with the CUDA toolkit, in the part {part}.")


def print_found(collect: Callable[[], dict]) -> int:
    """Prints as JSON what a collector finds, or says why it cannot; the exit status."""
    try:
        print(json.dumps(collect(), indent=2))
    except ToolError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def run(command: list[str], limit: float) -> subprocess.CompletedProcess:
    """Runs a tool, in seconds at most `limit`; then it is ended, with all the processes that it has started."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               errors="replace", start_new_session=True)
    try:
        output, errors = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        raise ToolError(f"{pathlib.Path(command[0]).name} was ended after {limit:g} s.") from None
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    return subprocess.CompletedProcess(command, process.returncode, output, errors)
