"""Hardware counters of a kernel, read by ncu: PYTHONPATH=book python3 -m runs.counters KERNEL METRIC[,METRIC...] -- COMMAND...

Source: `ncu --csv --page raw`, one run of the command per kernel, since each kernel has its own metrics. The result is a dict for JSON:

    clock_control  "none": the clock runs as in every other program; "base": ncu fixes it at its base value
    cache_control  "all": ncu empties the caches before each pass over a launch; "none": a launch starts with what the one before it left in them
    kernels        by the requested name, a list of launches in the order in which they ran:
        instance   such as take_in<4>, written as by runs.loops
        grid       blocks in x, y and z
        block      threads in x, y and z
        metrics    by name, value and unit: {"value": 1048576, "unit": "byte"}; units are ncu's base units (byte, ns, ...), "" for a mere number;
                   a value is null where ncu has none

ncu repeats a launch until it has all metrics, so a program that asserts times may fail under it; what ncu has read counts nonetheless. A
program that reads counters itself, by way of observe(), cannot do so under ncu.

Errors are ToolErrors: no ncu, no right to read counters, no launch of the kernel, an unknown metric, or a program that takes longer than
the limit.
"""
from __future__ import annotations

import csv
import math
import pathlib
import re
import sys
import tempfile

from runs import kernel_names, tools
from runs.tools import ToolError

LIMIT = 600  # seconds for one run of the command under ncu


def counters_of(command: list[str], kernels: dict[str, list[str]], clock_control: str = "none", cache_control: str = "all",
                launches: int = 1) -> dict:
    """What the docstring of this module says, of the first launches of each kernel, for its own metrics.

    A name with template arguments (`take_in<4>`) means the launches of that instance. ncu then reads all instances, which takes longer.
    """
    ncu = tools.needed("ncu", "nsight_compute")
    found = {}
    for kernel, metrics in kernels.items():
        all_instances = "<" not in kernel
        options = ["--csv", "--page", "raw", "--print-units", "base", "--clock-control", clock_control, "--cache-control", cache_control,
                   "--kernel-name", f"regex:^{kernel_names.plain(kernel)}$", "--metrics", ",".join(metrics),
                   *(["--launch-count", str(launches)] if all_instances else [])]
        rows = profiled([ncu, *options], command, kernel)
        chosen = [launch for row in rows if kernel_names.is_called((launch := launch_of(row, metrics))["instance"], kernel)]
        if not chosen:
            instances = sorted({launch_of(row, [])["instance"] for row in rows})
            raise ToolError(f"{command[0]} launches no kernel {kernel}, but {', '.join(instances)}.")
        found[kernel] = chosen[:launches]
    return {"clock_control": clock_control, "cache_control": cache_control, "kernels": found}


def profiled(ncu: list[str], command: list[str], kernel: str) -> list[dict[str, tuple[str, str]]]:
    """One dict per launch: value and unit by column. The tool writes to a file, which the program's own output does not reach."""
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "ncu.csv"
        done = tools.run([*ncu, "--log-file", str(log), *command], LIMIT)
        text = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
    said = text + done.stdout + done.stderr
    if "ERR_NVGPUCTRPERM" in said:
        raise ToolError("ncu is not allowed to read the counters of this GPU (ERR_NVGPUCTRPERM): "
                        "run it as administrator, or set the driver's option that lets every user read them.")
    lines = text.splitlines()
    first = next((i for i, line in enumerate(lines) if line.startswith('"ID",')), None)
    if first is None:
        raise ToolError(f"ncu has read no counter of {kernel} in {command[0]}: {reason(said)}")
    names, units, *rows = csv.reader(line for line in lines[first:] if line.startswith('"'))
    return [dict(zip(names, zip(row, units))) for row in rows]


def reason(said: str) -> str:
    """Why there is no table: what ncu calls an error or a warning, and the kernels that it has seen instead."""
    lines = [line.strip() for line in said.splitlines()]
    errors = [line.partition("== ")[2] for line in lines if line.startswith(("==ERROR==", "==WARNING=="))]
    there = [match[1] for line in lines if (match := re.match(r"\d+\. (.+)", line))] if "Available Kernels:" in said else []
    return " ".join([*(errors or ["it says nothing."]), *([f"The kernels are {', '.join(there)}."] if there else [])])


def launch_of(row: dict[str, tuple[str, str]], metrics: list[str]) -> dict:
    if unknown := [name for name in metrics if name not in row]:
        raise ToolError(f"ncu has no metric {', '.join(unknown)} on this GPU.")
    values = {name: {"value": number(row[name][0]), "unit": row[name][1]} for name in metrics}
    return {"instance": kernel_names.instance_of(row["Kernel Name"][0]), "grid": sizes(row["Grid Size"][0]),
            "block": sizes(row["Block Size"][0]), "metrics": values}


def sizes(text: str) -> list[int]:
    return [int(size) for size in re.findall(r"\d+", text)]


def number(text: str) -> int | float | None:
    """`1,234.50` as ncu prints it; None for what is not a number."""
    digits = text.replace(",", "")
    if re.fullmatch(r"-?\d+(\.0+)?", digits):
        return int(digits.partition(".")[0])
    try:
        value = float(digits)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def main(arguments: list[str]) -> int:
    if len(arguments) < 4 or arguments[2] != "--":
        print("usage: python3 -m runs.counters KERNEL METRIC[,METRIC...] -- COMMAND...", file=sys.stderr)
        return 2
    kernel, metrics, _, *command = arguments
    return tools.print_found(lambda: counters_of(command, {kernel: metrics.split(",")}))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
