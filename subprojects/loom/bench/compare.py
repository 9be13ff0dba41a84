#!/usr/bin/env python3
"""Print the costs of the instrumented and the plain build side by side.

compare.py INSTRUMENTED PLAIN
"""

import subprocess
import sys


def costs(program: str) -> list:
    """The lines of one program, each as its number with the unit, and what it is the cost of."""
    lines = subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return [(" ".join(line.split()[:2]), " ".join(line.split()[2:])) for line in lines]


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__.strip())
    print(f"{'instrumented':>14} {'plain':>14}")
    for (seen, what), (unseen, _) in zip(costs(sys.argv[1]), costs(sys.argv[2])):
        print(f"{seen:>14} {unseen:>14}  {what}")


if __name__ == "__main__":
    main()
