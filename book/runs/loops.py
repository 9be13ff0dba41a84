"""The innermost loops of a kernel, counted in the machine code of a built program: PYTHONPATH=book python3 -m runs.loops PROGRAM KERNEL...

Source: `cuobjdump -sass` and `cuobjdump -res-usage`. The result is a dict for JSON, by instance of the kernel (`take_in<4>`):

    kernel         the requested name
    architecture   such as sm_90
    registers      per thread
    stack_frame    bytes per thread
    static_shared  bytes per block
    local          the number of loads and stores of local memory (LDL, STL) in the kernel's code, and the bytes per thread that they move if each
                   is executed once; spilled registers and local arrays both count, and without either all four are 0
    instructions   of the whole kernel, without the filling at its end
    loops          the innermost loops, the one with the most instructions first

and of each loop:

    first, last    its addresses: the target of the backward branch and the branch itself, both included, as cuobjdump prints them
    instructions   in that range, the branch included; of an `if` in the loop, both sides count
    opcodes        the number of each, by the name before the first dot: LDG, STG, LDS, STS, FFMA, IMAD, BAR, SHFL, ...
    widths         of loads and stores, their number by bytes per thread: {"LDG": {"16": 2}} for two LDG.E.128

A loop is a branch to a smaller address, its target, from which the branch can be reached again without leaving the range. Code that the
compiler has moved after the kernel and that branches back is therefore not a loop. Several branches to one target, as from `continue`, are
one loop, up to the last of them. A loop is innermost if no other one lies in its range. What is before the target, such as a prologue that
computes addresses or prefetches, is not counted. A loop that the compiler has unrolled appears twice, as the unrolled loop and as the loop
of the remainder; the former has more instructions and comes first, and the number of an instruction per iteration of the source is its
number over the factor of unrolling. A loop that is unrolled completely does not appear.

Errors are ToolErrors: no cuobjdump or c++filt, a file without machine code, no such kernel, or code for several architectures and none
chosen.
"""
from __future__ import annotations

import collections
import dataclasses
import pathlib
import re
import sys

from runs import kernel_names, tools
from runs.tools import ToolError

LIMIT = 300  # seconds for one tool
BYTES = {"U8": 1, "S8": 1, "U16": 2, "S16": 2, "64": 8, "128": 16, "256": 32}  # per thread, by the part of an opcode; 4 without one
WITH_WIDTH = ("LD", "ST", "LDG", "STG", "LDS", "STS", "LDL", "STL", "LDGSTS")

ARCHITECTURE = re.compile(r"\s*(?:arch =|code for) (sm_\w+)")
FUNCTION = re.compile(r"\s*Function\s*:\s*(\S+)")
USED_BY = re.compile(r"\s*Function ([^\s:]+):")
USAGE = re.compile(r"\s*(REG:\d+.*)")
INSTRUCTION = re.compile(r"\s+/\*([0-9a-f]{4,})\*/\s+(?:@(!?\w+)\s+)?([A-Z][\w.]*)([^;]*);")
TARGET = re.compile(r"0x([0-9a-f]+)\s*$")


@dataclasses.dataclass(frozen=True)
class Instruction:
    address: int
    conditional: bool
    opcode: str  # with all its parts: LDG.E.128
    operands: str

    @property
    def name(self) -> str:
        return self.opcode.partition(".")[0]

    @property
    def target(self) -> int | None:
        """The address to which a branch goes."""
        match = TARGET.search(self.operands) if self.name in ("BRA", "JMP") else None
        return int(match[1], 16) if match else None

    @property
    def may_continue(self) -> bool:
        """Whether the next instruction can be next in time. A BRA with a predicate or a mask among its operands is conditional, too."""
        if self.name in ("BRA", "JMP"):
            return self.conditional or "," in self.operands
        return self.conditional or self.name not in ("EXIT", "RET")

    @property
    def width(self) -> int:
        """Bytes per thread of a load or store."""
        return next((BYTES[part] for part in self.opcode.split(".")[1:] if part in BYTES), 4)


def loops_of(program: pathlib.Path, kernels: list[str], architecture: str | None = None) -> dict[str, dict]:
    """What the docstring of this module says, for every instance of these kernels. With code for several architectures, one must be chosen."""
    cuobjdump = tools.needed("cuobjdump", "cuobjdump")
    code = functions(printed([cuobjdump, "-sass", str(program)]))
    usage = usages(printed([cuobjdump, "-res-usage", str(program)]))
    if not code:
        raise ToolError(f"There is no machine code for a GPU in {program.name}.")
    instances = names_of([symbol for _, symbol in code])
    found: dict[str, dict] = {}
    for kernel in kernels:
        chosen = {key: instance for key in code if kernel_names.is_called(instance := instances[key[1]], kernel)}
        chosen = {key: instance for key, instance in chosen.items() if architecture in (None, key[0])}
        if not chosen:
            raise ToolError(f"There is no kernel {kernel} in {program.name}; the kernels are {', '.join(sorted(set(instances.values())))}.")
        if len(architectures := sorted({key[0] for key in chosen})) > 1:
            raise ToolError(f"{program.name} has code of {kernel} for {', '.join(architectures)}; build it for only one of these.")
        for key, instance in sorted(chosen.items(), key=lambda item: item[1]):
            if key not in usage:
                raise ToolError(f"cuobjdump does not say what {instance} in {program.name} uses.")
            found[instance] = {"kernel": kernel, "architecture": key[0], **usage[key], **described(code[key])}
    return found


def printed(command: list[str]) -> str:
    done = tools.run(command, LIMIT)
    if done.returncode != 0:
        reason = (done.stderr or done.stdout).strip().partition("\n")[0]
        raise ToolError(f"{pathlib.Path(command[0]).name} cannot read {pathlib.Path(command[-1]).name}: {reason}")
    return done.stdout


def functions(sass: str) -> dict[tuple[str, str], list[Instruction]]:
    """The instructions by architecture and mangled name."""
    found: dict[tuple[str, str], list[Instruction]] = {}
    architecture, current = "", []
    for line in sass.splitlines():
        if match := INSTRUCTION.match(line):
            current.append(Instruction(int(match[1], 16), match[2] is not None, match[3], match[4].strip()))
        elif match := FUNCTION.match(line):
            current = found.setdefault((architecture, match[1]), [])
        elif match := ARCHITECTURE.match(line):
            architecture = match[1]
    return found


def usages(text: str) -> dict[tuple[str, str], dict[str, int]]:
    """Registers, stack frame and static shared memory, by architecture and mangled name."""
    found: dict[tuple[str, str], dict[str, int]] = {}
    architecture = symbol = ""
    for line in text.splitlines():
        if match := ARCHITECTURE.match(line):
            architecture = match[1]
        elif match := USED_BY.match(line):
            symbol = match[1]
        elif match := USAGE.match(line):
            counts = {name: int(count) for name, count in re.findall(r"(\w+):(\d+)", match[1])}
            found[architecture, symbol] = {"registers": counts["REG"], "stack_frame": counts["STACK"], "static_shared": counts["SHARED"]}
    return found


def names_of(symbols: list[str]) -> dict[str, str]:
    """By mangled name, how an instance is called; functions that differ only in their parameters are called with these."""
    symbols = sorted(set(symbols))
    filter_program = tools.path_of("c++filt") or tools.needed("cu++filt", "cuxxfilt")
    demangled = printed([filter_program, *symbols]).splitlines()
    pairs = [kernel_names.parts(name) for name in demangled]
    how_often = collections.Counter(name for name, _ in pairs)
    return {symbol: name + (parameters if how_often[name] > 1 else "") for symbol, (name, parameters) in zip(symbols, pairs)}


def described(code: list[Instruction]) -> dict:
    loads, stores = ([each.width for each in code if each.name == name] for name in ("LDL", "STL"))
    return {"local": {"loads": len(loads), "load_bytes": sum(loads), "stores": len(stores), "store_bytes": sum(stores)},
            "instructions": len([each for each in code if each.name != "NOP" and each.target != each.address]),
            "loops": [counted(loop) for loop in sorted(innermost(code), key=lambda loop: (-len(loop), loop[0].address))]}


def innermost(code: list[Instruction]) -> list[list[Instruction]]:
    ends: dict[int, int] = {}  # the last backward branch, by its target
    for branch in code:
        if branch.target is not None and branch.target < branch.address:
            ends[branch.target] = branch.address
    ranges = [[each for each in code if first <= each.address <= last] for first, last in ends.items()]
    loops = [loop for loop in ranges if loop and comes_back(loop)]
    return [loop for loop in loops if not any(other is not loop and contains(loop, other) for other in loops)]


def contains(loop: list[Instruction], other: list[Instruction]) -> bool:
    return loop[0].address <= other[0].address and other[-1].address <= loop[-1].address


def comes_back(loop: list[Instruction]) -> bool:
    """Whether the last of these instructions can be reached from the first, by way of these instructions only."""
    index = {each.address: i for i, each in enumerate(loop)}
    seen, waiting = set(), [0]
    while waiting:
        i = waiting.pop()
        if i is None or i >= len(loop) or i in seen:
            continue
        seen.add(i)
        waiting += [i + 1] if loop[i].may_continue else []
        waiting += [index.get(loop[i].target)]
    return len(loop) - 1 in seen


def counted(loop: list[Instruction]) -> dict:
    widths: dict[str, collections.Counter] = collections.defaultdict(collections.Counter)
    for each in loop:
        if each.name in WITH_WIDTH:
            widths[each.name][str(each.width)] += 1
    return {"first": f"0x{loop[0].address:04x}", "last": f"0x{loop[-1].address:04x}", "instructions": len(loop),
            "opcodes": dict(sorted(collections.Counter(each.name for each in loop).items())),
            "widths": {name: dict(sorted(counts.items(), key=lambda item: int(item[0]))) for name, counts in sorted(widths.items())}}


def main(arguments: list[str]) -> int:
    if len(arguments) < 2:
        print("usage: python3 -m runs.loops PROGRAM KERNEL...", file=sys.stderr)
        return 2
    return tools.print_found(lambda: loops_of(pathlib.Path(arguments[0]), arguments[1:]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
