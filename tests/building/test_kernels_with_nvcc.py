#!/usr/bin/env python3
"""What nvcc makes of the kernels of 20-building: registers, local memory, wide loads, loops, arithmetic, calls. Nothing runs here.

Registers are those of sm_90, which the chapter names; what holds of them for other architectures is not asked."""
import os
import pathlib
import re
import shutil
import tempfile

import project
from project import PROJECT, SNIPPETS, call

NVCC = os.environ["NVCC"]
ARCH = "-arch=sm_90"
TOOLKIT = project.toolkit_of(NVCC)
CUOBJDUMP = shutil.which("cuobjdump") or shutil.which("cuobjdump", path=TOOLKIT / "bin")
NVVM = next((path for pattern in ("nvvm/lib*/libnvvm.so", "lib*/libnvvm.so") for path in TOOLKIT.glob(pattern)), None)

KERNELS = """#include "20-building/medians.cuh"
#include "20-building/variances.cuh"
#include "20-building/ratios.cuh"
template __global__ void medians<16>(const float*, float*, std::size_t);
template __global__ void medians_of<16>(const float*, float*, std::size_t, int);
template __global__ void variances<96>(const float*, float*);
template __global__ void bounded_variances<96, 256>(const float*, float*);
template __global__ void bounded_variances<96, 1024>(const float*, float*);
template __global__ void ratios<1>(const Pack<1>*, const Pack<1>*, Pack<1>*, std::size_t);
template __global__ void ratios<4>(const Pack<4>*, const Pack<4>*, Pack<4>*, std::size_t);
"""
ONE_FILE = '#include "one-file.cu"\n#include "convert.cu"\n'


def resources(said: str) -> dict[str, dict[str, int]]:
    """Of what -Xptxas -v says: for each function its registers, and the bytes of its frame and its spills."""
    found: dict[str, dict[str, int]] = {}
    name = ""
    for line in said.splitlines():
        if match := re.search(r"(?:Compiling entry function '|Function properties for )([^' ]+)", line):
            name = match[1]
            found.setdefault(name, {})
        for what, pattern in (("frame", r"(\d+) bytes stack frame"), ("stores", r"(\d+) bytes spill stores"), ("registers", r"Used (\d+) registers")):
            if match := re.search(pattern, line):
                found[name][what] = int(match[1])
    return found


def part(of: dict, words: str):
    """The one entry whose mangled name holds these words."""
    names = [name for name in of if words in name]
    assert len(names) == 1, f"{words}: {names} of {list(of)}"
    return of[names[0]]


def functions(ptx: str) -> dict[str, str]:
    """The text of each function of a file of PTX."""
    return {match[1]: match[0] for match in re.finditer(r"(?:\.entry|\.func[^\n]*?) ?(\w+)\([^{]*\{.*?^\}", ptx, re.S | re.M)}


def sass(text: str) -> dict[str, str]:
    return {name: body for name, body in re.findall(r"Function : (\S+)(.*?)(?=Function :|\Z)", text, re.S)}


class Compiled(project.ProjectTest):
    @classmethod
    def compile(cls, name: str, text: str, *options: str) -> tuple[dict, dict, str]:
        """Resources by kernel, PTX by function, and the name of the cubin."""
        (cls.all / f"{name}.cu").write_text(text)
        said = call(cls.all, NVCC, "-O2", "-std=c++17", ARCH, f"-I{SNIPPETS}", f"-I{PROJECT}", *options, "-Xptxas", "-v", "-cubin", "-keep",
                    f"{name}.cu", "-o", f"{name}.cubin")
        return resources(said), functions((cls.all / f"{name}.ptx").read_text()), f"{name}.cubin"

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.all = pathlib.Path(folder.name)


class Kernels(Compiled):
    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.used, cls.ptx, cls.cubin = cls.compile("kernels", KERNELS)

    def test_an_array_with_known_indices_is_in_registers(self) -> None:
        self.assertEqual(part(self.used, "7mediansILi16")["frame"], 0)
        self.assertNotIn(".local", part(self.ptx, "7mediansILi16"))

    def test_an_array_indexed_at_run_time_is_in_local_memory(self) -> None:
        self.assertEqual(part(self.used, "10medians_ofILi16")["frame"], 64)
        self.assertRegex(part(self.ptx, "10medians_ofILi16"), r"\.local \.align \d+ \.b8\s+__local_depot\d+\[64\]")

    def test_a_bound_too_tight_spills(self) -> None:
        free, wide, tight = (part(self.used, name) for name in ("9variances", "Li96ELi256E", "Li96ELi1024E"))
        self.assertEqual(free["registers"], 113)
        self.assertEqual((free["stores"], wide["stores"], wide["registers"]), (0, 0, 113))
        self.assertEqual(tight["registers"], 64)
        self.assertEqual(tight["frame"], 192)
        self.assertGreater(tight["stores"], 0)

    def test_packs_are_loaded_whole(self) -> None:
        loads = re.compile(r"ld\.global\.\S+")
        self.assertEqual(set(loads.findall(part(self.ptx, "6ratiosILi4"))), {"ld.global.v4.f32"})
        self.assertEqual(set(loads.findall(part(self.ptx, "6ratiosILi1"))), {"ld.global.f32"})

    def test_a_pack_that_is_not_aligned_is_not(self) -> None:
        header = (SNIPPETS / "20-building/ratios.cuh").read_text()
        packed = header.replace("struct alignas(Width * sizeof(float)) Pack", "struct Pack")
        self.assertNotEqual(packed, header)
        instance = "template __global__ void ratios<4>(const Pack<4>*, const Pack<4>*, Pack<4>*, std::size_t);\n"
        _, ptx, _ = self.compile("packed", packed + instance)
        self.assertNotIn("ld.global.v4", part(ptx, "6ratiosILi4"))

    def test_division_is_exact_unless_told_otherwise(self) -> None:
        self.assertIn("div.rn.f32", part(self.ptx, "6ratiosILi4"))
        _, fast, _ = self.compile("fast", KERNELS.replace("medians.cuh", "ratios.cuh").split("template")[0]
                                  + KERNELS.splitlines(keepends=True)[-1], "-use_fast_math")
        self.assertNotIn("div.rn.f32", part(fast, "6ratiosILi4"))
        self.assertIn("div.approx.ftz.f32", part(fast, "6ratiosILi4"))

    def test_rows_that_are_exchanged_stay_in_registers(self) -> None:
        name, root = "20-building/systems-in-registers", SNIPPETS.parent
        interface = (root / f"tests/exercises/{name}.hpp").read_text().replace("#pragma once", "")
        solution = (root / f"solutions/{name}.cu").read_text().replace(f'#include "{name}.hpp"', interface)
        used, _, _ = self.compile("systems", solution, "-std=c++20")
        self.assertEqual([part(used, f"solveI{kind}Li{n}E")["frame"] for kind in "fd" for n in range(1, 7)], [0] * 12)
        self.assertEqual([part(used, f"solveI{kind}Li6E")["registers"] for kind in "fd"], [56, 114])

        by_index = solution
        for old, new in (("largest = 6", "largest = 4"), ("const bool larger =", "const int best ="), ("abs(row[k][k]);", "abs(row[k][k]) ? i : k;"),
                         ("lower = row[i][j];", "lower = row[best][j];"), ("row[k][j] = larger ? lower : upper;", "row[k][j] = lower;"),
                         ("row[i][j] = larger ? upper : lower;", "row[best][j] = upper;")):
            self.assertEqual(by_index.count(old), 1, old)
            by_index = by_index.replace(old, new)
        used, _, _ = self.compile("by-index", by_index, "-std=c++20")
        self.assertEqual([part(used, f"solveI{kind}Li4E")["frame"] for kind in "fd"], [80, 160])

        # As answers to the exercise are compiled where no GPU can run them.
        flag = re.search(r"-Xptxas=\S+-Werror", (root / "tests/exercises/meson.build").read_text())[0]
        self.compile("accepted", solution, "-std=c++20", flag)
        with self.assertRaisesRegex(AssertionError, "Local memory used for function '_Z5solveIfLi4E.*', size of stack frame: 80 bytes"):
            self.compile("refused", by_index, "-std=c++20", flag)

    @project.needs("cuobjdump", CUOBJDUMP)
    def test_the_same_in_sass(self) -> None:
        code = sass(call(self.all, CUOBJDUMP, "-sass", self.cubin))
        self.assertIn("LDG.E.128", part(code, "6ratiosILi4"))
        self.assertNotIn("LDG.E.128", part(code, "6ratiosILi1"))
        self.assertIn("MUFU.RCP", part(code, "6ratiosILi4"))
        for kernel, local in (("7mediansILi16", False), ("10medians_ofILi16", True), ("Li96ELi1024E", True), ("Li96ELi256E", False)):
            with self.subTest(kernel):
                self.assertEqual("LDL" in part(code, kernel), local)
                self.assertEqual("STL" in part(code, kernel), local)


class Shapes(Compiled):
    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.one, cls.one_ptx, cls.cubin = cls.compile("together", ONE_FILE)
        cls.apart, cls.apart_ptx, _ = cls.compile("apart", '#include "convert.cu"\n#include "mean.cu"\n', "-rdc=true")

    def test_in_one_file_there_is_no_call_and_no_loop_over_coefficients(self) -> None:
        self.assertEqual(part(self.one, "7convert")["registers"], 12)
        self.assertNotIn("call", part(self.one_ptx, "7convert"))
        self.assertEqual(part(self.one_ptx, "7convert").count("fma.rn.f32"), 15)

    def test_across_files_there_is_a_call_and_twice_the_registers(self) -> None:
        self.assertEqual(part(self.apart, "7convert")["registers"], 24)
        self.assertIn("call", part(self.apart_ptx, "7convert"))
        self.assertEqual(part(self.apart_ptx, "7convert").count("fma.rn.f32"), 0)
        self.assertEqual(part(self.apart_ptx, "4meanILi16").count("call.uni"), 16)

    @project.needs("cuobjdump", CUOBJDUMP)
    def test_the_same_in_sass(self) -> None:
        code = part(sass(call(self.all, CUOBJDUMP, "-sass", self.cubin)), "7convert")
        self.assertEqual(code.count("FFMA"), 15)
        self.assertNotIn("CALL", code)

    @project.needs("libnvvm", NVVM)
    def test_optimised_at_the_link_it_is_as_in_one_file(self) -> None:
        call(self.all, NVCC, "-O2", "-std=c++17", ARCH, "-rdc=true", "-dlto", "-c", PROJECT / "celsius.cu", PROJECT / "convert.cu")
        # As `nvcc -dlto -dlink` calls it; but nvcc looks for libnvvm.so in one place, where not every package of the toolkit puts it.
        (self.folder / "lib64").mkdir()
        (self.folder / "lib64/libnvvm.so").symlink_to(NVVM)
        (self.folder / "libdevice").symlink_to(TOOLKIT / "nvvm/libdevice")
        said = call(self.all, TOOLKIT / "bin/nvlink", "-m64", ARCH, "-dlto", f"-nvvmpath={self.folder}", "-Xptxas=-v", "--verbose",
                    "celsius.o", "convert.o", f"-L{TOOLKIT}/lib64", f"-L{TOOLKIT}/lib", "-lcudadevrt", "-o", "linked.cubin")
        self.assertEqual(part(resources(said), "7convert")["registers"], 12)


if __name__ == "__main__":
    project.main()
