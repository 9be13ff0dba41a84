#!/usr/bin/env python3
"""An installed loom, moved to where nothing was configured: programs are built with it by loomcc, by way of pkg-config, and by builds that
look for a toolkit."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

HELLO = """#include <cstdio>
__global__ void hello() { printf("hello from thread %u\\n", threadIdx.x); }
int main() {
  hello<<<1, 2>>>();
  return cudaDeviceSynchronize();
}
"""
LOOM = Path(__file__).resolve().parents[1]
GREETING = "hello from thread 0\nhello from thread 1\n"


def call(*command, **more) -> str:
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, **more)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def below(root: Path, path: str) -> Path:
    return root / path.lstrip("/")


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        first, cls.root = cls.folder / "first", cls.folder / "moved"
        call(os.environ["MESON"], "install", "-C", os.environ["BUILD"], "--no-rebuild", "--quiet", "--destdir", str(first))
        first.rename(cls.root)
        cls.loomcc = below(cls.root, os.environ["BINDIR"]) / "loomcc"
        cls.toolkit = below(cls.root, os.environ["TOOLKITDIR"])
        (cls.folder / "hello.cu").write_text(HELLO)

    def runs(self, program: str) -> None:
        self.assertEqual(call(self.folder / program), GREETING)

    def test_loomcc_finds_its_own_headers_and_library(self):
        commands = subprocess.run([self.loomcc, "--verbose", "hello.cu", "-o", "one"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(commands.returncode, 0, commands.stderr)
        self.assertIn(f"{self.root}", commands.stderr)
        self.assertNotIn(os.environ["BUILD"], commands.stderr)
        self.runs("one")

    @unittest.skipUnless(shutil.which("pkg-config"), "pkg-config is missing")
    def test_pkg_config_knows_the_compiler_and_the_flags_of_the_linker(self):
        environment = {**os.environ, "PKG_CONFIG_PATH": str(below(self.root, os.environ["PKGCONFIGDIR"]))}
        loomcc = call("pkg-config", "--variable=loomcc", "loom", env=environment).strip()
        call(loomcc, "-c", "hello.cu", cwd=self.folder)
        call("g++", "hello.o", *call("pkg-config", "--libs", "loom", env=environment).split(), "-o", "two", cwd=self.folder)
        self.runs("two")

        (self.folder / "host.cpp").write_text(
            '#include <cuda_runtime.h>\n#include <cstdio>\nint main() { int n = 0; cudaGetDeviceCount(&n); std::printf("%d\\n", n); }\n')
        flags = call("pkg-config", "--cflags", "--libs", "loom", env=environment).split()
        call("g++", "-std=c++17", "host.cpp", *flags, "-o", "host", cwd=self.folder)
        self.assertEqual(call(self.folder / "host"), "2\n")

    def test_nothing_is_built_to_be_installed_but_what_is_installed(self):
        targets = json.loads(call(os.environ["MESON"], "introspect", "--targets", os.environ["BUILD"]))
        ours = [target for target in targets if LOOM in Path(target["defined_in"]).parents and target["build_by_default"]]
        self.assertIn("loomcc", [target["name"] for target in ours])
        parts = ["loomcc-parts"]
        self.assertEqual([target["name"] for target in ours if not target["installed"] and target["name"] not in parts], [])

    def test_a_makefile_that_knows_its_way_about_a_toolkit(self):
        (self.folder / "Makefile").write_text("""
three: kernels.o host.o
\tg++ $^ -L$(CUDA_PATH)/lib64 -lcudart -o $@
kernels.o: kernels.cu
\t$(CUDA_PATH)/bin/nvcc -I$(CUDA_PATH)/include -c $< -o $@
host.o: host.cpp
\tg++ -I$(CUDA_PATH)/include -c $< -o $@
""")
        (self.folder / "kernels.cu").write_text(HELLO.replace("main", "greet"))
        (self.folder / "host.cpp").write_text("#include <cuda_runtime.h>\nint greet();\nint main() { return greet() != cudaSuccess; }\n")
        call("make", "three", f"CUDA_PATH={self.toolkit}", cwd=self.folder)
        self.runs("three")

    @unittest.skipUnless(shutil.which("cmake"), "cmake is missing")
    def test_a_project_of_cmake(self):
        project = self.folder / "project"
        project.mkdir()
        (project / "CMakeLists.txt").write_text("""cmake_minimum_required(VERSION 3.20)
project(four LANGUAGES CXX CUDA)
find_package(CUDAToolkit 13.0 EXACT REQUIRED)
add_executable(alone hello.cu)
set_target_properties(alone PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
add_executable(mixed kernels.cu host.cpp)
target_link_libraries(mixed PRIVATE CUDA::cudart)
""")
        (project / "hello.cu").write_text(HELLO)
        (project / "kernels.cu").write_text(HELLO.replace("main", "greet"))
        (project / "host.cpp").write_text("int greet();\nint main() { return greet(); }\n")
        call("cmake", "-S", project, "-B", self.folder / "made", f"-DCMAKE_CUDA_COMPILER={self.toolkit / 'bin/nvcc'}")
        self.assertIn("Built target mixed", call("cmake", "--build", self.folder / "made"))
        self.runs("made/alone")
        self.runs("made/mixed")


if __name__ == "__main__":
    if shutil.which("cmake") is None:
        print("cmake is missing: the test of a project of CMake is left out")
    if shutil.which("pkg-config") is None:
        print("pkg-config is missing: the test of loom.pc is left out")
    unittest.main()
