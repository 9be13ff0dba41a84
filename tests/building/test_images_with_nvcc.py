#!/usr/bin/env python3
"""What nvcc packs into a program for which GPU, and, where there is a GPU, what its driver makes of it."""
import itertools
import os
import re
import struct
import subprocess

import project
from project import PROJECT, toolkit

NVCC = os.environ["NVCC"]
GPU = toolkit.gpu_here()
DEVICE = toolkit.architecture().removeprefix("sm_")
PTX_FOR_75 = "-gencode=arch=compute_75,code=compute_75"


def sass_for(version: str) -> str:
    return f"-gencode=arch=compute_{version},code=sm_{version}"


def entries_of(section: bytes) -> list[str]:
    """sm_ or compute_ and a version, for each piece of device code in a section .nv_fatbin: containers that fatbinary wrote, one behind
    the other, each with a header, and entries that have one too. Those of the device link, which hold no kernel, are left out."""
    found, at = [], 0
    while at < len(section):
        magic, _, header, size = struct.unpack_from("<IHHQ", section, at)
        assert magic == 0xBA55ED50, hex(magic)
        at += header
        end = at + size
        while at < end:
            kind, _, header, size = struct.unpack_from("<HHIQ", section, at)
            version, = struct.unpack_from("<I", section, at + 28)
            if b"_Z7nothingv" in section[at + header:at + header + size]:
                found.append({1: "compute_", 2: "sm_"}[kind] + str(version))
            at += header + size
    return sorted(found)


class Images(project.ProjectTest):
    def built(self, *options: str) -> list[str]:
        """The program, and which code is in it."""
        self.call(NVCC, "--no-compress", *options, PROJECT / "what-runs.cu", "-o", "what-runs")
        self.call("objcopy", "-O", "binary", "--only-section=.nv_fatbin", "what-runs", "section")
        return entries_of((self.folder / "section").read_bytes())


class Contents(Images):
    def test_ptx_alone(self) -> None:
        self.assertEqual(self.built(PTX_FOR_75), ["compute_75"])
        self.assertNotIn(b"\x7fELF", (self.folder / "section").read_bytes())  # which SASS comes in

    def test_several_in_one(self) -> None:
        self.assertEqual(self.built(PTX_FOR_75, sass_for("80"), sass_for("90")), ["compute_75", "sm_80", "sm_90"])

    def test_an_architecture_is_short_for_both(self) -> None:
        self.assertEqual(self.built("-arch=sm_90"), ["compute_90", "sm_90"])

    def test_all_major_is_the_first_of_each_generation_and_ptx_for_the_last(self) -> None:
        known = sorted(int(version) for version in re.findall(r"^sm_(\d+)$", self.call(NVCC, "--list-gpu-code"), re.M))
        first = [next(versions) for _, versions in itertools.groupby(known, lambda version: version // 10)]
        self.assertEqual(self.built("-arch=all-major"), sorted([f"sm_{version}" for version in first] + [f"compute_{first[-1]}"]))


class OnTheGpu(Images):
    NO_JIT = ("cudaErrorJitCompilerNotFound", "cudaErrorUnsupportedPtxVersion")  # a driver without a compiler, or older than nvcc

    def setUp(self) -> None:
        super().setUp()
        self.cache = self.folder / "cache"
        self.cache.mkdir()

    def said(self, **settings: str) -> str:
        """What the program prints, with these settings of the driver and no others."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("CUDA_") or name == "CUDA_VISIBLE_DEVICES"}
        run = subprocess.run([self.folder / "what-runs"], capture_output=True, text=True, timeout=200,
                             env={**kept, "CUDA_CACHE_PATH": str(self.cache), **settings})
        said = run.stdout.strip()
        print(settings, said)
        self.assertEqual(run.returncode, int(said.startswith("cudaError")), run.stderr)
        if said in self.NO_JIT:
            self.skipTest(said)
        return said

    def kept(self) -> set[str]:
        return {str(path) for path in self.cache.rglob("*") if path.is_file()}

    @project.needs("a GPU", GPU)
    def test_sass_of_another_generation_does_not_run(self) -> None:
        other = next(version for version in ("80", "75") if version[0] != DEVICE[:-1])
        self.assertEqual(self.built(sass_for(other)), ["sm_" + other])
        self.assertEqual(self.said(), "cudaErrorNoKernelImageForDevice")

    @project.needs("a GPU", GPU)
    def test_ptx_is_compiled_at_the_first_start_and_kept(self) -> None:
        self.built(PTX_FOR_75)
        compiled = f"SASS for {DEVICE} from PTX for 75"
        self.assertEqual(self.said(CUDA_CACHE_DISABLE="1"), compiled)
        self.assertEqual(self.kept(), set())
        self.assertEqual(self.said(), compiled)
        first = self.kept()
        self.assertNotEqual(first, set())
        self.assertEqual(self.said(), compiled)
        self.assertEqual(self.kept(), first)

    @project.needs("a GPU", GPU)
    def test_sass_goes_before_ptx_unless_it_is_passed_over(self) -> None:
        self.built(PTX_FOR_75, sass_for(DEVICE))
        self.assertEqual(self.said(), f"SASS for {DEVICE} from PTX for {DEVICE}")
        self.assertEqual(self.said(CUDA_DISABLE_PTX_JIT="1"), f"SASS for {DEVICE} from PTX for {DEVICE}")
        self.assertEqual(self.said(CUDA_FORCE_PTX_JIT="1"), f"SASS for {DEVICE} from PTX for 75")

    @project.needs("a GPU", GPU)
    def test_what_is_passed_over_is_missing(self) -> None:
        self.built(sass_for(DEVICE))
        self.assertTrue(self.said(CUDA_FORCE_PTX_JIT="1").startswith("cudaError"))
        self.built(PTX_FOR_75)
        self.assertTrue(self.said(CUDA_DISABLE_PTX_JIT="1").startswith("cudaError"))


if __name__ == "__main__":
    project.main()
