#!/usr/bin/env python3
"""The innermost loops of a kernel are found and counted in what cuobjdump prints."""
import contextlib
import io
import json
import textwrap
import time
import unittest
import unittest.mock

from fake_tools import WithTools, gone  # first: it extends the path
from runs import kernel_names, loops, tools
from runs.tools import ToolError

HEAD = "\nFatbin elf code:\n================\narch = {arch}\ncode version = [1,8]\nhost = linux\ncompile_size = 64bit\n"


def sass(symbol: str, text: str, arch: str = "sm_90", first: int = 0) -> str:
    """A function as cuobjdump prints it, of one instruction per line; `name:` before one is a label, for `<name>` in a branch."""
    labels, lines = {}, []
    for line in textwrap.dedent(text).strip().splitlines():
        label, _, rest = line.rpartition(":")
        if label:
            labels[label.strip()] = first + 16 * len(lines)
        lines.append(rest.strip())
    body = ""
    for i, line in enumerate(lines):
        for label, address in labels.items():
            line = line.replace(f"<{label}>", f"0x{address:x}")
        predicate, _, rest = line.partition(" ") if line.startswith("@") else ("", "", line)
        body += f"        /*{first + 16 * i:04x}*/{predicate:>18} {rest + ' ;':<60} /* 0x0000000402047981 */\n{'':95}/* 0x000ea2000c1e1900 */\n"
    flags = f"EF_CUDA_{arch.upper()} EF_CUDA_VIRTUAL_SM(EF_CUDA_{arch.upper()})"
    return f"\t\tFunction : {symbol}\n\t.headerflags\t@\"{flags}\"\n{body}\t\t..........\n\n\n"


def usage(symbol: str, registers: int = 32, stack: int = 0, shared: int = 0) -> str:
    return (f" Function {symbol}:\n  REG:{registers} STACK:{stack} SHARED:{shared} LOCAL:0 CONSTANT[0]:560 TEXTURE:0 SURFACE:0 SAMPLER:0\n")


# Adds up: four elements per iteration, 16 bytes each, then the remainder one by one.
UNROLLED = """
    LDC R1, c[0x0][0x28]
    ULDC.64 UR4, c[0x0][0x208]
    LDG.E R9, desc[UR4][R2.64]
    @!P0 BRA <rest>
    four: LDG.E.128 R4, desc[UR4][R2.64]
    LDG.E.128.CONSTANT R12, desc[UR4][R2.64+0x10]
    FADD R4, R4, R5
    FFMA R6, R6, R7, R4
    FFMA R6, R6, R7, R4
    STG.E.64 desc[UR4][R8.64], R6
    IADD3 R0, R0, 0x4, RZ
    ISETP.NE.AND P1, PT, R0, RZ, PT
    @P1 BRA <four>
    rest: ISETP.NE.AND P0, PT, R3, RZ, PT
    @!P0 EXIT
    one: LDG.E R4, desc[UR4][R2.64]
    FADD R6, R6, R4
    IADD3 R3, R3, -0x1, RZ
    ISETP.NE.AND P0, PT, R3, RZ, PT
    @P0 BRA <one>
    EXIT
    BRA 0x150
    NOP
    NOP
"""
# A loop over tiles with a loop inside it, of which `continue` makes two branches to one target; locals in memory.
NESTED = """
    LDC R1, c[0x0][0x28]
    STL.64 [R1], R6
    tile: LDGSTS.E.BYPASS.LTC128B.128 [R11], desc[UR4][R2.64]
    STS.U16 [R5], R4
    BAR.SYNC.DEFER_BLOCKING 0x0
    step: LDS.U8 R4, [R5]
    LDS.128 R8, [R5+0x10]
    LDS R8, [R5+0x20]
    @P3 BRA <step>
    LDL R7, [R1]
    SHFL.BFLY PT, R4, R4, 0x1, 0x1f
    IMAD.MOV.U32 R8, RZ, RZ, R9
    @P1 BRA <step>
    BAR.SYNC.DEFER_BLOCKING 0x0
    @P2 BRA <tile>
    EXIT
    BRA 0x100
"""
# A loop whose rare case lies behind the kernel and branches back into it, and another rare case that branches back behind it.
RARE = """
    top: LDG.E R4, desc[UR4][R2.64]
    BRA.DIV ~URZ, <rare>
    back: FADD R6, R6, R4
    BRA.U UP0, <top>
    BRA.DIV ~URZ, <late>
    after: STG.E desc[UR4][R8.64], R6
    EXIT
    rare: WARPSYNC.COLLECTIVE R5, 0x80
    BRA <back>
    late: MUFU.RCP R4, R4
    BRA <after>
    spin: BRA <spin>
"""
# The branch back is not conditional; the ways out, and one around an addition, are in the middle. A larger loop follows.
WITH_EXIT = """
    top: LDG.E R4, desc[UR4][R2.64]
    @P0 BRA <out>
    @P1 EXIT
    BRA <latch>
    FADD R6, R6, R4
    latch: BRA <top>
    out: NOP
    FADD R6, R6, R4
    FADD R6, R6, R4
    FADD R6, R6, R4
    FADD R6, R6, R4
    FADD R6, R6, R4
    @P0 BRA <out>
    EXIT
"""
STRAIGHT = "LDC R1, c[0x0][0x28]\n@P0 EXIT\nEXIT\nBRA 0x30"

NAMES = {"_Z7take_inILi4EEvPKfPfi": "void take_in<4>(float const*, float*, int)",
         "_Z7take_inILi8EEvPKfPfi": "void take_in<8>(float const*, float*, int)",
         "_ZN4weft4tileEPf": "weft::tile(float*)", "_Z4rarePf": "rare(float*)", "_Z3addPf": "add(float*)", "_Z3addPd": "add(double*)",
         "straight": "straight"}
FIRST, SECOND, TILE, RARELY, FLOATS, DOUBLES, NONE = NAMES


class Loops(WithTools):
    def setUp(self) -> None:
        super().setUp()
        cases = " ".join(f"{name}) echo '{text}';;" for name, text in NAMES.items())
        self.tool("c++filt", f"for name; do case $name in {cases} esac; done\n")
        self.tool("cuobjdump", 'echo "$@" >> {folder}/said\ncat "{folder}/out$1"\n')
        self.program({FIRST: UNROLLED, SECOND: UNROLLED, TILE: NESTED, RARELY: RARE, FLOATS: WITH_EXIT, DOUBLES: STRAIGHT, NONE: STRAIGHT})

    def program(self, code: dict[str, str], *architectures: str) -> None:
        architectures = architectures or ("sm_90",)
        self.file("out-sass", "".join(HEAD.format(arch=arch) + f"\n\tcode for {arch}\n"
                                      + "".join(sass(name, text, arch) for name, text in code.items()) for arch in architectures)
                  + HEAD.format(arch="sm_100").replace("elf", "ptx"))
        self.file("out-res-usage", "".join(HEAD.format(arch=arch) + "\nResource usage:\n Common:\n  GLOBAL:0 CONSTANT[3]:24\n"
                                           + "".join(usage(name, 40, 16, 4096) for name in code) for arch in architectures))

    def of(self, *kernels: str, **options) -> dict:
        return loops.loops_of(self.folder / "speed", list(kernels), **options)

    def refused(self, words: str, *kernels: str, **options) -> None:
        with self.assertRaises(ToolError) as caught:
            self.of(*kernels, **options)
        self.assertIn(words, str(caught.exception))

    def test_one_entry_per_instance(self) -> None:
        found = self.of("take_in", "tile")
        self.assertEqual(list(found), ["take_in<4>", "take_in<8>", "weft::tile"])
        self.assertEqual([entry["kernel"] for entry in found.values()], ["take_in", "take_in", "tile"])
        self.assertEqual(self.said(), [f"-sass {self.folder}/speed", f"-res-usage {self.folder}/speed"])

    def test_what_a_kernel_uses(self) -> None:
        entry = self.of("take_in<4>")["take_in<4>"]
        del entry["loops"]
        self.assertEqual(entry, {"kernel": "take_in<4>", "architecture": "sm_90", "registers": 40, "stack_frame": 16, "static_shared": 4096,
                                 "local": {"loads": 0, "load_bytes": 0, "stores": 0, "store_bytes": 0}, "instructions": 21})

    def test_local_memory(self) -> None:
        self.assertEqual(self.of("tile")["weft::tile"]["local"], {"loads": 1, "load_bytes": 4, "stores": 1, "store_bytes": 8})

    def test_an_unrolled_loop_comes_before_its_remainder(self) -> None:
        unrolled, remainder = self.of("take_in<4>")["take_in<4>"]["loops"]
        self.assertEqual(unrolled, {
            "first": "0x0040", "last": "0x00c0", "instructions": 9,
            "opcodes": {"BRA": 1, "FADD": 1, "FFMA": 2, "IADD3": 1, "ISETP": 1, "LDG": 2, "STG": 1},
            "widths": {"LDG": {"16": 2}, "STG": {"8": 1}}})
        self.assertEqual((remainder["first"], remainder["last"], remainder["instructions"]), ("0x00f0", "0x0130", 5))
        self.assertEqual(remainder["widths"], {"LDG": {"4": 1}})

    def test_the_innermost_of_nested_loops(self) -> None:
        loop, = self.of("weft::tile")["weft::tile"]["loops"]
        self.assertEqual((loop["first"], loop["last"]), ("0x0050", "0x00c0"))  # up to the last of the branches to one target
        self.assertEqual(loop["opcodes"], {"BRA": 2, "IMAD": 1, "LDL": 1, "LDS": 3, "SHFL": 1})
        self.assertEqual(loop["widths"], {"LDL": {"4": 1}, "LDS": {"1": 1, "4": 1, "16": 1}})
        self.assertEqual(list(loop["widths"]["LDS"]), ["1", "4", "16"])

    def test_the_width_is_its_own_part_of_an_opcode(self) -> None:
        self.program({TILE: NESTED.replace("@P3 BRA <step>", "NOP").replace("@P1 BRA <step>", "NOP")})
        loop, = self.of("tile")["weft::tile"]["loops"]
        self.assertEqual(loop["widths"], {"LDGSTS": {"16": 1}, "LDL": {"4": 1}, "LDS": {"1": 1, "4": 1, "16": 1}, "STS": {"2": 1}})

    def test_code_that_branches_back_from_behind_is_no_loop(self) -> None:
        loop, = self.of("rare")["rare"]["loops"]
        self.assertEqual((loop["first"], loop["last"], loop["instructions"]), ("0x0000", "0x0030", 4))

    def test_a_loop_left_from_the_middle(self) -> None:
        loops = self.of("add")["add(float*)"]["loops"]
        self.assertEqual([(loop["first"], loop["last"]) for loop in loops], [("0x0060", "0x00c0"), ("0x0000", "0x0050")])

    def test_a_kernel_without_a_loop(self) -> None:
        entry = self.of("straight")["straight"]
        self.assertEqual((entry["loops"], entry["instructions"]), ([], 3))

    def test_overloads_are_told_apart(self) -> None:
        self.assertEqual(list(self.of("add")), ["add(double*)", "add(float*)"])
        self.assertEqual(list(self.of("add(float*)")), ["add(float*)"])

    def test_one_architecture_of_several(self) -> None:
        self.program({FIRST: UNROLLED}, "sm_80", "sm_90")
        self.assertEqual(self.of("take_in", architecture="sm_80")["take_in<4>"]["architecture"], "sm_80")
        self.refused("speed has code of take_in for sm_80, sm_90; build it for only one of these.", "take_in")

    def test_no_such_kernel(self) -> None:
        self.refused("There is no kernel take_out in speed; "
                     "the kernels are add(double*), add(float*), rare, straight, take_in<4>, take_in<8>, weft::tile.", "take_out")
        self.refused("There is no kernel take_in<16>", "take_in<16>")
        self.refused("There is no kernel in<4>", "in<4>")

    def test_no_machine_code(self) -> None:
        self.program({})
        self.refused("There is no machine code for a GPU in speed.", "take_in")

    def test_a_function_whose_use_is_not_printed(self) -> None:
        self.file("out-res-usage", "")
        self.refused("cuobjdump does not say what rare in speed uses.", "rare")

    def test_no_cuobjdump(self) -> None:
        (self.folder / "bin/cuobjdump").unlink()
        self.refused("There is no cuobjdump here; it comes with the CUDA toolkit", "take_in")

    def test_nothing_that_demangles(self) -> None:
        self.path(f"{self.folder}/bin")
        self.tool("cat", '/bin/cat "$@"\n')
        (self.folder / "bin/c++filt").unlink()
        self.refused("There is no cu++filt here", "take_in")

    def test_a_file_that_cuobjdump_cannot_read(self) -> None:
        self.tool("cuobjdump", "echo 'cuobjdump info    : File is not ELF' >&2; exit 255\n")
        self.refused("cuobjdump cannot read speed: cuobjdump info    : File is not ELF", "take_in")

    def test_as_a_program(self) -> None:
        with contextlib.redirect_stdout(io.StringIO()) as output, contextlib.redirect_stderr(io.StringIO()) as errors:
            self.assertEqual(loops.main([str(self.folder / "speed"), "rare"]), 0)
            self.assertEqual(loops.main([str(self.folder / "speed"), "nothing"]), 1)
            self.assertEqual(loops.main([str(self.folder / "speed")]), 2)
        self.assertEqual(list(json.loads(output.getvalue())), ["rare"])
        self.assertIn("There is no kernel nothing", errors.getvalue())


class Tools(WithTools):
    def test_one_that_is_not_on_the_path(self) -> None:
        self.tool("cuobjdump", "")
        self.path("/usr/bin")
        self.assertIsNone(tools.path_of("cuobjdump"))
        with unittest.mock.patch.object(tools, "TOOLKIT", str(self.folder / "bin")):
            self.assertEqual(tools.path_of("cuobjdump"), str(self.folder / "bin/cuobjdump"))
        self.tool("nvcc", "")
        (self.folder / "links").mkdir()
        (self.folder / "links/nvcc").symlink_to(self.folder / "bin/nvcc")
        self.path(str(self.folder / "links"))
        self.assertEqual(tools.path_of("cuobjdump"), str(self.folder / "bin/cuobjdump"))

    def test_one_that_does_not_end(self) -> None:
        script = self.tool("endless", "sleep 60 & echo $! > {folder}/child; wait\n")
        start = time.monotonic()
        with self.assertRaisesRegex(ToolError, "endless was ended after 0.5 s"):
            tools.run([str(script)], 0.5)
        self.assertLess(time.monotonic() - start, 20)
        self.assertTrue(gone(int((self.folder / "child").read_text())))


class Names(unittest.TestCase):
    def test_the_forms_of_different_tools(self) -> None:
        for text, expected in [("void take_in<4>(float const*, float*, int)", "take_in<4>"),
                               ("void take_in<(int)4>(const float *, float *, int)", "take_in<4>"),
                               ("void f<(unsigned int)4, (bool)1, -2>(int)", "f<4, true, -2>"),
                               ("void f<4u, true, -2l>(int)", "f<4, true, -2>"),
                               ("void x::(anonymous namespace)::hidden(float*)", "x::hidden"),
                               ("void weft::each<x::S, main::{lambda(x::S)#1}>(x::S*)", "weft::each<x::S, main::{lambda(x::S)#1}>"),
                               ("std::enable_if<true, void>::type f<A<B<int> >, int>(A<B<int> >)", "f<A<B<int>>, int>"),
                               ("void x::fn<&x::g>(float*)", "x::fn<&x::g>"), ("plain", "plain")]:
            self.assertEqual(kernel_names.instance_of(text), expected)

    def test_what_an_author_may_call_it(self) -> None:
        for instance, name, expected in [("weft::take_in<4>", "take_in", True), ("weft::take_in<4>", "weft::take_in", True),
                                         ("weft::take_in<4>", "take_in<4>", True), ("weft::take_in<4>", "take_in<8>", False),
                                         ("weft::take_in<4>", "in", False), ("weft::take_in<a::b<1>, 2>", "take_in", True),
                                         ("take_in<4, 8>", "take_in<4,8>", True), ("add", "add_up", False)]:
            self.assertEqual(kernel_names.is_called(instance, name), expected, (instance, name))

    def test_the_name_alone(self) -> None:
        self.assertEqual([kernel_names.plain(name) for name in ["add", "weft::add", "weft::take_in<x::S, 4>"]], ["add", "add", "take_in"])


if __name__ == "__main__":
    unittest.main()
