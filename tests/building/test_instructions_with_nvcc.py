#!/usr/bin/env python3
"""How many instructions nvcc makes of the transforms of 14-fourier-transform, as the chapter says by which it predicts. Nothing runs here.

The kernels have no loops, so what a thread executes is what stands in the file. Counts are those of sm_90."""
import re
import struct

import project
from project import SNIPPETS
from test_kernels_with_nvcc import Compiled, part

KERNELS = """
#include "common/fft.cuh"
#include <numbers>
template __global__ void weft::transform_each<1024, 8, false>(const Complex*, Complex*, const Complex*);
template __global__ void weft::transform_each<1024, 16, false>(const Complex*, Complex*, const Complex*);
template __global__ void weft::transform_each<1024, 32, false>(const Complex*, Complex*, const Complex*);
template __global__ void weft::transform_each<4096, 16, false>(const Complex*, Complex*, const Complex*);
"""
SHARED = """
template __global__ void in_one_block<2, 16>(const Complex*, Complex*, const Complex*);
template __global__ void in_one_block<16, 16>(const Complex*, Complex*, const Complex*);
"""
FILTER = """
template __global__ void overlap_save<4096, 2, 3>(const float*, std::size_t, const Complex*, const Complex*, const Complex*, float*);
"""


def between(program: str, first: str, last: str) -> str:
    text = (SNIPPETS / "14-fourier-transform" / program).read_text()
    return text[text.index(first):text.index(last)]


def instructions(cubin: bytes) -> dict[str, int]:
    """By kernel. An instruction has 16 bytes on all architectures since 7.0; those that do nothing fill up the end."""
    start, size, count, names = *struct.unpack_from("<Q", cubin, 0x28), *struct.unpack_from("<HHH", cubin, 0x3a)
    sections = [struct.unpack_from("<IIQQQQ", cubin, start + i * size) for i in range(count)]
    found = {}
    for name, _, _, _, offset, length in sections:
        at = sections[names][4] + name
        title = cubin[at:cubin.index(b"\0", at)].decode()
        if title.startswith(".text."):
            codes = [struct.unpack_from("<H", cubin, offset + i)[0] & 0xfff for i in range(0, length, 16)]
            found[title] = sum(code != 0x918 for code in codes)
    return found


class Transforms(Compiled):
    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        own = between("steps.cu", "using weft::Complex;\nconstexpr unsigned n", "std::vector<Complex> all_roots")
        save = between("overlap-save.cu", "constexpr unsigned lead", "// A filter of up to 512 taps")
        once = save.replace("weft::transform<n, m>(z, t, room, again)", "weft::transform<n, m>(z, t, room, twiddles)")
        inside, asks = re.subn("const bool inside = .*;", "constexpr bool inside = true;", save)
        assert once != save and asks == 1
        variants = "".join(f"namespace {name} {{\n{text}{FILTER}}}\n" for name, text in (("as_it_is", save), ("one_table", once), ("never_asks", inside)))
        cls.used, _, name = cls.compile("transforms", KERNELS + own + SHARED + variants, "-std=c++20")
        cls.counts = instructions((cls.all / name).read_bytes())

    def test_instructions_a_point(self) -> None:
        for kernel, points, expected in (("12in_one_blockILj2E", 2, 134), ("11by_shuffles", 4, 108), ("12in_one_blockILj16E", 16, 48),
                                         ("transform_eachILj1024ELj8E", 8, 58), ("transform_eachILj1024ELj16E", 16, 48),
                                         ("transform_eachILj1024ELj32E", 32, 41), ("transform_eachILj4096ELj16E", 16, 55),
                                         ("10never_asks12overlap_save", 16, 107)):
            with self.subTest(kernel):
                self.assertAlmostEqual(part(self.counts, kernel) / points, expected, delta=1)

    def test_sixteen_points_fit_into_64_registers(self) -> None:
        for n in 1024, 4096:
            used = part(self.used, f"transform_eachILj{n}ELj16E")
            self.assertEqual((used["registers"], used["stores"]), (64, 0))

    def test_factors_that_are_kept_spill(self) -> None:
        self.assertLess(part(self.used, "8as_it_is12overlap_save")["stores"], 32)
        self.assertGreater(part(self.used, "9one_table12overlap_save")["stores"], 256)


if __name__ == "__main__":
    project.main()
