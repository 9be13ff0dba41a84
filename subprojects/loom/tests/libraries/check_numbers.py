#!/usr/bin/env python3
"""Holds the numbers that a program prints to those that it printed on a GPU.

usage: check_numbers.py PROGRAM REFERENCE

Each line is a case and its numbers: `index:bits` must agree to the bit. `index~bits` are floats (or doubles, where there are more than
eight digits) that may differ by the tolerance: the GPU's sines and logarithms are not the host's. Its fast sine and cosine of floats are
good to about 2^-21, and a radius of up to 6.7 multiplies that; so small floats differ by many units in their last place.
"""
import re
import struct
import subprocess
import sys

TOLERANCE = {"f": 2.0 ** -18, "d": 2.0 ** -50}    # of the number, or of 1 where the number is smaller


def cases(text: str) -> dict[str, dict[int, tuple[str, str]]]:
    found = {}
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        words = line.split()
        numbers = [re.fullmatch(r"(\d+)([:~])([0-9a-f]+)", word) for word in words]
        name = " ".join(word for word, number in zip(words, numbers) if not number)
        found[name] = {int(number[1]): (number[2], number[3]) for number in numbers if number}
    return found


def value(kind: str, bits: str) -> float:
    return struct.unpack(">" + kind, bytes.fromhex(bits.rjust(8 if kind == "f" else 16, "0")))[0]


def agree(ours: tuple[str, str] | None, theirs: tuple[str, str]) -> bool:
    if ours is None or ours[0] != theirs[0]:
        return False
    if theirs[0] == ":":
        return ours[1] == theirs[1]
    kind = "d" if len(theirs[1]) > 8 else "f"
    a, b = value(kind, ours[1]), value(kind, theirs[1])
    return abs(a - b) <= TOLERANCE[kind] * max(1.0, abs(b))


def main() -> int:
    program, reference = sys.argv[1:]
    expected = cases(open(reference, encoding="utf-8").read())
    printed = subprocess.run([program], capture_output=True, text=True)
    got = cases(printed.stdout)
    wrong = []
    if printed.returncode != 0 or printed.stderr:
        wrong.append(f"it ended with {printed.returncode} and said: {printed.stderr}")
    if set(got) != set(expected):
        wrong.append(f"cases only here: {sorted(set(got) - set(expected))}, only in the reference: {sorted(set(expected) - set(got))}")
    compared = 0
    for name in expected.keys() & got.keys():
        if set(got[name]) != set(expected[name]):
            wrong.append(f"{name}: other indices")
        for index, theirs in expected[name].items():
            compared += 1
            if not agree(got[name].get(index), theirs):
                wrong.append(f"{name}: number {index} is {got[name].get(index)}, on the GPU {theirs}")
    print("\n".join(wrong[:40]) or f"{compared} numbers in {len(expected)} cases agree")
    return 1 if wrong or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
