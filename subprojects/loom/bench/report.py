#!/usr/bin/env python3
"""Print what loom costs: medians of interleaved repetitions of the programs.

report.py FOLDER

FOLDER holds the programs that meson.build names.
"""

import os
import statistics
import subprocess
import sys

ROUNDS = 5


def run(program: str, *arguments: str, **environment: str) -> str:
    """What a program prints."""
    return subprocess.run([program, *arguments], check=True, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment}).stdout


def median(values: list) -> float:
    return statistics.median(values)


def figures(text: str, numbers: int = 1) -> dict:
    """Lines of numbers and what they are of."""
    words = [line.split(maxsplit=numbers) for line in text.splitlines()]
    return {line[-1]: [float(word) for word in line[:-1]] for line in words}


def processor() -> str:
    with open("/proc/cpuinfo") as lines:
        names = [line.split(":")[1].strip() for line in lines if line.startswith(("model name", "CPU part"))]
    return f"{names[0] if names else 'a processor without a name'}, {os.cpu_count()} cores"


def costs(folder: str) -> None:
    programs = {"all checks": "costs", "only logged": "costs-logging", "empty hooks": "costs-empty", "plain": "costs-plain"}
    rounds = {name: [] for name in programs}
    for _ in range(ROUNDS):
        for name, program in programs.items():
            rounds[name].append(figures(run(f"{folder}/{program}")))
    print("\nProcessor time of one, in nanoseconds")
    print("".join(f"{name:>13}" for name in programs))
    for what in rounds["plain"][0]:
        print("".join(f"{median([one[what][0] for one in rounds[name]]):13.1f}" for name in programs), "", what)


def serial(folder: str) -> None:
    rounds = [figures(run(f"{folder}/serial", LOOM_CORES="1"), 2) for _ in range(ROUNDS)]
    print("\nPlain kernels beside the same loops in serial C++, one core, in milliseconds")
    print(f"{'kernel':>13}{'serial':>13}{'ratio':>13}")
    for what in rounds[0]:
        kernel, loop = (median([one[what][i] for one in rounds]) for i in (0, 1))
        print(f"{kernel:13.2f}{loop:13.2f}{median([one[what][0] / one[what][1] for one in rounds]):13.2f}  {what}")


def second_core(folder: str) -> None:
    """Wall-clock time: meaningful only on an otherwise idle machine."""
    print("\nThe multiplication with a second core, wall-clock time")
    print(f"{'one core':>13}{'two':>13}{'speed-up':>13}{'at most':>13}")
    for what, program in {"all checks": "wall", "plain": "wall-plain"}.items():
        ones, twos, gains, limits = [], [], [], []
        for _ in range(ROUNDS):
            ones.append(float(run(f"{folder}/{program}", LOOM_CORES="1")))
            twos.append(float(run(f"{folder}/{program}", LOOM_CORES="2")))
            gains.append(ones[-1] / twos[-1])
            # What the machine gives to two that have nothing to do with each other.
            environment = {**os.environ, "LOOM_CORES": "1"}
            pair = [subprocess.Popen([f"{folder}/{program}"], stdout=subprocess.PIPE, text=True, env=environment) for _ in range(2)]
            limits.append(2 * ones[-1] / max(float(one.communicate()[0]) for one in pair))
        print(f"{median(ones) * 1e3:10.1f} ms{median(twos) * 1e3:10.1f} ms{median(gains):13.2f}{median(limits):13.2f}  {what}")


def peak(program: str, *arguments: str) -> float:
    """The most MiB of memory that the program held at one time."""
    child = subprocess.Popen([program, *arguments], env={**os.environ, "LOOM_CORES": "1"})
    _, status, usage = os.wait4(child.pid, 0)
    if status != 0:
        sys.exit(f"{program} has failed")
    return usage.ru_maxrss / 1024


def shadow(folder: str) -> None:
    print("\nMemory of records, in MiB, for a kernel that reads and writes part of an allocation, on one core")
    print(f"{'allocated':>13}{'touched':>13}{'plain':>13}{'all checks':>13}{'records':>13}")
    for allocated, touched in ((1024, 0), (1024, 16), (1024, 64), (1024, 128), (128, 128)):
        words = str(touched), str(allocated)
        plain = median([peak(f"{folder}/touch-plain", *words) for _ in range(ROUNDS)])
        watched = median([peak(f"{folder}/touch", *words) for _ in range(ROUNDS)])
        print(f"{allocated:13}{touched:13}{plain:13.0f}{watched:13.0f}{watched - plain:13.0f}")


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    print(f"{processor()}; load before the start {os.getloadavg()[0]:.1f}; medians of {ROUNDS} rounds")
    for part in (costs, serial, second_core, shadow):
        part(sys.argv[1])
    print(f"\nload at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
