#!/usr/bin/env python3
"""The compiler driver: what it makes of its options, and what it says of mistakes."""

import os
import re
import resource
import signal
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

LOOMCC = os.environ["LOOMCC"]

HELLO = """#include <cstdio>
__global__ void hello() { printf("hello from thread %u\\n", threadIdx.x); }
int main() {
  hello<<<1, 2>>>();
  return cudaDeviceSynchronize();
}
"""
GREETING = "hello from thread 0\nhello from thread 1\n"


class Driver(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)

    def loomcc(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [LOOMCC, *arguments],
            cwd=self.folder,
            env={**os.environ, "LC_ALL": "C", **environment},
            capture_output=True,
            text=True,
            timeout=120,
        )

    def builds(self, *arguments: str) -> subprocess.CompletedProcess:
        run = self.loomcc(*arguments)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run

    def refuses(self, sentence: str, *arguments: str, **environment: str) -> None:
        """One line on stderr, and no trace of what has been begun."""
        run = self.loomcc(*arguments, **environment)
        self.assertEqual((run.returncode, run.stderr, run.stdout), (1, sentence + "\n", ""))

    def runs(self, program: str = "a.out") -> str:
        run = subprocess.run([self.folder / program], capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout


class WithClang(Driver):
    def setUp(self):
        super().setUp()
        if not shutil.which("clang++"):
            self.skipTest("there is no clang++")
        self.write("hello.cu", HELLO)

    def test_a_plain_program(self):
        self.assertEqual(self.builds("--plain", "-ccbin", "clang++", "-Wall", "-Wextra", "-Werror", "hello.cu").stderr, "")
        self.assertEqual(self.runs(), GREETING)

    def test_and_no_other(self):
        self.refuses("loomcc: loom can watch only code from GCC; compile with --plain, or pass a g++ to -ccbin", "-ccbin", "clang++", "hello.cu")


class WhatItBuilds(Driver):
    def test_the_standard_that_nvcc_takes(self):
        self.write("which.cu", '#include <cstdio>\nint main() { std::printf("%ld", __cplusplus); }\n')
        for option, standard in [([], "201703"), (["-std=c++11"], "201703"), (["-std=c++20"], "202002")]:
            self.builds(*option, "which.cu")
            self.assertEqual(self.runs(), standard)

    def test_constant_memory_of_one_module(self):
        advice = "and a GPU has 65536 for them; put the largest into global memory, as __device__ variables"
        self.write("full.cu", "__constant__ float a[8000], b[8384];\n__constant__ const int table[2] = {1, 2};\nint main() {}\n")
        self.write("more.cu", "__constant__ char c[65536], d;\nint main() {}\n")
        self.write("one.cu", "__constant__ int e;\n")
        for plain in [[], ["--plain"]]:
            self.builds("full.cu", *plain)
            self.refuses(f"loomcc: more.cu: the __constant__ variables need 65537 bytes, {advice}", "more.cu", *plain)
        self.builds("full.cu", "one.cu")
        self.refuses(f"loomcc: a.out: the __constant__ variables need 65540 bytes, {advice}", "-rdc=true", "full.cu", "one.cu")

    def test_what_is_no_kernel_and_a_kernel_that_is_called(self):
        advice = "is not a kernel: declare it __global__, or call it without <<<…>>>.\n"
        for call, sentence in [
            ("plain<<<1, 2>>>(3);", f"loom: plain, launched at what.cu:3, {advice}"),
            ('\n#line 40 "dir/\\"odd\\".cu"\npick("a\\n")<<<1,\n2>>>(3);', f'loom: pick("a\\n"), launched at dir/"odd".cu:40, {advice}'),
            ("auto f = &k; f(3);", "loom: k is a kernel, and was called like a function: launch it, as in k<<<blocks, threads>>>(…).\n"),
        ]:
            self.write("what.cu", f"void plain(int) {{}} auto pick(const char*) {{ return plain; }}\n__global__ void k(int) {{}}\nint main() {{ {call} }}\n")
            self.builds("what.cu")
            run = subprocess.run([self.folder / "a.out"], capture_output=True, text=True, timeout=60)
            self.assertLess(run.returncode, 0)
            self.assertEqual(run.stderr, sentence)

    def test_a_program(self):
        self.write("hello.cu", HELLO)
        (self.folder / "tmp").mkdir()
        self.assertEqual(self.loomcc("hello.cu", TMPDIR="tmp").returncode, 0)
        self.assertEqual(self.runs(), GREETING)
        self.assertEqual(sorted(path.name for path in self.folder.rglob("*")), ["a.out", "hello.cu", "tmp"])

    def test_an_object_and_its_link(self):
        self.write("hello.cu", HELLO)
        self.builds("-c", "hello.cu")
        self.builds("hello.o", "-o", "hello")
        self.assertEqual(self.runs("hello"), GREETING)

    def test_several_files_of_two_languages_and_a_library(self):
        self.write("first.cu", "void second(int); const char* name();\n#include <cstdio>\n#include <cmath>\n__device__ int counter;\n"
                   'int main() { std::printf("%s\\n", name()); second(static_cast<int>(std::floor(3.5))); }\n')
        self.write("second.cu", '#include <cstdio>\n__device__ int counter = 4;\nextern "C" __device__ int given[2] = {1, 8};\n'
                   '__global__ void k(int n) { printf("%d %d\\n", n + counter, given[1]); }\n'
                   "void second(int n) { k<<<1, 1>>>(n); cudaDeviceSynchronize(); }\n")
        self.write("name.cpp", "#include <cuda_runtime.h>\nconst char* name() { return cudaGetErrorName(cudaSuccess); }\n")
        self.builds("first.cu", "second.cu", "name.cpp", "-lm", "-o", "both")
        self.assertEqual(self.runs("both"), "cudaSuccess\n7 8\n")

    def test_a_line_behind_functions_that_another_file_has_too(self):
        self.write("shared.cuh", "__device__ __noinline__ inline int first(int* p) { p[1] = 2; return p[1]; }\n"
                   "__device__ __noinline__ inline int second(int x) { volatile int y = x; return y; }\n")
        self.write("a.cu", '#include "shared.cuh"\ntemplate <int n>\n__device__ __noinline__ int alone(int* p) {\n  return p[n];\n}\n'
                   "__global__ void k(int* p) { p[1] = second(first(p)) + alone<0>(p); }\nvoid b();\n"
                   "int main() { int* p; cudaMalloc(&p, 8); k<<<1, 1>>>(p); b(); cudaFree(p); }\n")
        self.write("b.cu", '#include "shared.cuh"\n__global__ void l(int* p) { p[0] = second(first(p)); }\n'
                   "void b() { int* p; cudaMalloc(&p, 8); l<<<1, 1>>>(p); cudaFree(p); }\n")
        self.builds("a.cu", "b.cu")
        run = subprocess.run([self.folder / "a.out"], capture_output=True, text=True, timeout=60)
        self.assertIn("thread (0,0,0) reads 4 bytes, at a.cu:4", run.stderr)

    def test_the_libraries_of_the_runtime_are_in_loom(self):
        self.write("hello.cu", HELLO)
        self.builds("hello.cu", "-lcudart", "-lcudart_static", "-lcudadevrt", "-lm")
        self.assertEqual(self.runs(), GREETING)

    def test_loom_stands_in_for_a_toolkit_that_is_there(self):
        (self.folder / "toolkit").mkdir()
        self.write("toolkit/cuda_runtime.h", "#error these are the headers for a GPU\n")
        for library in ("libcudart.so", "libcurand_static.a"):
            self.write(f"toolkit/{library}", "this is the library for a GPU\n")
        self.write("hello.cu", "#include <cuda_runtime.h>\n" + HELLO)
        self.builds("-Itoolkit", "-isystem", "toolkit", "hello.cu", "toolkit/libcudart.so", "toolkit/libcurand_static.a")
        self.assertEqual(self.runs(), GREETING)

    def test_one_device_variable_for_all_files(self):
        self.write("a.cu", "#include <cstdio>\nextern __device__ int shared_counter;\nvoid add();\n"
                   '__global__ void show() { printf("%d\\n", shared_counter); }\n'
                   "int main() { add(); show<<<1, 1>>>(); return cudaDeviceSynchronize(); }\n")
        self.write("b.cu", "__device__ int shared_counter = 40;\n__global__ void k() { shared_counter += 2; }\nvoid add() { k<<<1, 1>>>(); }\n")
        self.assertEqual(self.builds("-rdc=true", "a.cu", "b.cu").stderr, "")
        self.assertEqual(self.runs(), "42\n")

    def test_a_kernel_that_waits_in_another_file(self):
        self.write("meet.cu", "__device__ unsigned meet(unsigned* tile) { tile[threadIdx.x] = threadIdx.x; __syncthreads(); return tile[blockDim.x - 1 - threadIdx.x]; }\n")
        self.write("k.cu", "#include <cstdio>\n__device__ unsigned meet(unsigned*);\n"
                   "__global__ void k() { __shared__ unsigned tile[64]; if (meet(tile) != 63 - threadIdx.x) __trap(); }\n"
                   "int main() { k<<<3, 64>>>(); std::puts(cudaGetErrorString(cudaDeviceSynchronize())); }\n")
        for plain in [], ["--plain"]:
            self.builds("-rdc=true", *plain, "k.cu", "meet.cu")
            self.assertEqual(self.runs("a.out"), "no error\n")

    def test_definitions_headers_and_standards(self):
        (self.folder / "inc").mkdir()
        self.write("inc/n.cuh", "#define N 3\n")
        self.write("a.cu", "#include <n.cuh>\n#include <cstdio>\n"
                   'int main() { std::printf("%d %d %s %ld %d\\n", N, M, TEXT, __cplusplus, __CUDACC_VER_MAJOR__); }\n')
        self.builds("-Iinc", "-D", "M=4", '-DTEXT="a b"', "-std=c++17", "a.cu")
        self.assertEqual(self.runs(), "3 4 a b 201703 13\n")

    def test_any_name_with_x_cu(self):
        self.write("hello.txt", HELLO)
        self.builds("-x", "cu", "hello.txt")
        self.assertEqual(self.runs(), GREETING)

    def test_options_meant_for_nvcc(self):
        self.write("hello.cu", HELLO)
        self.builds("-forward-unknown-to-host-compiler", "-Xcudafe", "--diag_suppress=177", "-Xfatbin", "-compress-all", "-t0", "-arch=sm_90", "-gencode", "arch=compute_90,code=sm_90", "-lineinfo", "-Xptxas", "-v",
                    "--extended-lambda", "-G", "-Xcompiler", "-Wall,-Wextra", "-Werror", "all-warnings", "hello.cu")
        self.assertEqual(self.runs(), GREETING)

    def test_run_at_once(self):
        self.write("a.cu", "#include <cstdio>\nint main(int n, char** words) {\n"
                   '  while (*++words) puts(*words);\n  return n;\n}\n')
        run = self.loomcc("a.cu", "-o", "a", "-run", "-run-args", "one,two")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (3, "one\ntwo\n", ""))
        self.assertEqual(self.loomcc("a.cu", "--run").returncode, 1)
        self.assertTrue((self.folder / "a.out").exists())

    def test_lambdas_for_kernels(self):
        self.write("a.cu", "#include <cstdio>\ntemplate <class F>\n__global__ void call(F f) { f(10); }\nint main() {\n  const int i = 9;\n"
                   '  call<<<1, 1>>>([i] __device__ (int n) { printf("%d\\n", n + i - 5); });\n  return cudaDeviceSynchronize();\n}\n')
        self.builds("--extended-lambda", "a.cu")
        self.assertEqual(self.runs(), "14\n")

    def test_what_barriers_and_copies_take(self):
        self.write("a.cu", "#include <cuda/barrier>\n#include <string>\nstruct Done { __device__ void operator()() {} };\n"
                   "using Plain = cuda::barrier<cuda::thread_scope_block>;\nusing WithWork = cuda::barrier<cuda::thread_scope_block, Done>;\n"
                   "__global__ void k(Plain* plain, WithWork* with_work, std::string* text) {\n#ifdef PARITY\n  with_work->wait_parity(false);\n"
                   "#elif defined TEXT\n  cuda::memcpy_async(text, text + 1, sizeof *text, *plain);\n#endif\n  plain->wait_parity(false);\n"
                   "  with_work->wait(with_work->arrive());\n}\n")
        self.builds("-c", "a.cu")
        self.assertIn("waited for by token only", self.loomcc("-c", "-DPARITY", "a.cu").stderr)
        self.assertIn("copies types that may be copied byte by byte", self.loomcc("-c", "-DTEXT", "a.cu").stderr)

    def test_the_spellings_of_nvcc(self):
        self.write("hello.cu", HELLO)
        self.builds("--gpu-architecture=sm_80", "--generate-code", "arch=compute_75,code=[sm_75,sm_86]", "--std", "c++14", "--optimize=2",
                    "--machine=64", "-m64", "--ptxas-options=-v", "--compiler-options=-Wall,-O3", "-Xcompiler", "-Wextra -fPIC", "-ftz=true",
                    "-prec-div", "false", "--threads", "0", "--use_fast_math", "-maxrregcount=32", "-diag-suppress", "177,20012", "-keep",
                    "--cudart", "shared", "-O", "3", "--output-file=named", "hello.cu")
        self.assertEqual(self.runs("named"), GREETING)
        self.write("options", '-D "N=4 + 1" -w\n')
        self.write("n.cu", "int main() { return N - 5; }\n")
        self.builds("-optf", "options", "n.cu")
        self.runs()
        self.builds("@options", "n.cu")
        self.runs()

    def test_what_nvcc_defines(self):
        self.write("a.cu", "#include <cuda.h>\n#include <math_constants.h>\n"
                   "#if !defined(__NVCC__) || !defined(__CUDACC__) || __CUDA_API_VER_MAJOR__ != 13 || CUDART_VERSION != CUDA_VERSION\n#error\n#endif\n"
                   "#if !defined(__CUDACC_RDC__) || !defined(__CUDACC_EXTENDED_LAMBDA__) || !defined(__CUDACC_RELAXED_CONSTEXPR__)\n#error\n#endif\n"
                   "#ifndef __DRIVER_TYPES_H__\n#error\n#endif\nstatic_assert(CUDART_PI_F > 3.14159f, \"\");\n")
        self.builds("-rdc=true", "--extended-lambda", "--expt-relaxed-constexpr", "-c", "a.cu")
        self.write("b.cpp", "#if defined(__CUDACC__) || !defined(__NVCC__) || __CUDACC_VER_MAJOR__ != 13\n#error\n#endif\n"
                   "#include <curand.h>\n#ifndef __CUDA_RUNTIME_H__\n#error\n#endif\n")
        self.builds("-c", "b.cpp")

    def test_text_and_dependencies_are_printed(self):
        self.write("n.cuh", "#define N 41\n")
        self.write("a.cu", '#include "n.cuh"\nint x = N + 1;\n')
        self.assertIn("int x = 41 + 1;", self.builds("-E", "a.cu").stdout)
        self.assertEqual(self.builds("-MM", "a.cu").stdout.replace("\\\n", "").split(), ["a.o:", "a.cu", "n.cuh"])

    def test_a_launch_in_a_macro_of_a_system_header(self):
        (self.folder / "system").mkdir()
        self.write("system/header.h", "#define LAUNCH hello<<<1, 2>>>()\n")
        self.write("hello.cu", "#include <header.h>\n" + HELLO.replace("hello<<<1, 2>>>()", "LAUNCH"))
        self.builds("-isystem", "system", "hello.cu")
        self.assertEqual(self.runs(), GREETING)

    def test_libraries_and_device_links(self):
        self.write("k.cu", '#include <cstdio>\n__global__ void k() { __shared__ int n; n = 42; printf("%d\\n", n); }\nvoid run() { k<<<1, 1>>>(); cudaDeviceSynchronize(); }\n')
        self.write("main.cu", "void run();\nint main() { run(); }\n")
        (self.folder / "out").mkdir()
        self.builds("-dc", "k.cu", "main.cu", "-odir", "out")
        self.builds("-dlink", "out/k.o", "out/main.o", "-o", "device.o")
        self.builds("out/k.o", "out/main.o", "device.o", "-o", "linked")
        self.assertEqual(self.runs("linked"), "42\n")
        self.builds("-lib", "k.cu", "-o", "libk.a")
        self.builds("main.cu", "-L.", "-lk", "-o", "from_archive")
        self.assertEqual(self.runs("from_archive"), "42\n")

    def test_a_shared_library_with_kernels_and_variables(self):
        self.write("k.cu", "#include <cstdio>\n__device__ int addend = 1;\n"
                   '__global__ void k() { __shared__ int s[2]; s[threadIdx.x] = addend; __syncthreads(); if (threadIdx.x == 0) printf("%d\\n", s[0] + s[1]); }\n'
                   'extern "C" void run(int n) { cudaMemcpyToSymbol(addend, &n, sizeof n); k<<<1, 2>>>(); cudaDeviceSynchronize(); }\n')
        self.write("main.cu", "#include <cstdio>\nextern \"C\" void run(int);\n__device__ int addend = 5;\n__global__ void own() { __shared__ int n; n = addend; printf(\"%d\\n\", n); }\n"
                   "int main() { run(21); own<<<1, 1>>>(); return cudaDeviceSynchronize(); }\n")
        self.builds("-shared", "-Xcompiler", "-fPIC", "k.cu", "-o", "libk.so")
        self.builds("main.cu", "-L.", "-lk", "-Xlinker", f"-rpath,{self.folder}", "-o", "main")
        self.assertEqual(self.runs("main"), "42\n5\n")

    def test_files_of_c(self):
        self.write("add.c", "int add(int a, int b) { int class = a + b; return class; }\n")
        self.write("main.cu", 'extern "C" int add(int, int);\nint main() { return add(2, -2); }\n')
        self.builds("main.cu", "add.c")
        self.runs()

    def test_without_instrumentation_nothing_is_found(self):
        self.write("wild.cu", "__global__ void wild(int* p) { p[threadIdx.x] = p[threadIdx.x + 1]; }\n"
                   "int main() { int* p; cudaMalloc(&p, 128); wild<<<1, 32>>>(p); return cudaDeviceSynchronize(); }\n")
        self.builds("wild.cu", "-o", "watched")
        self.builds("--plain", "-O3", "wild.cu", "-o", "plain")
        self.assertNotEqual(subprocess.run([self.folder / "watched"], capture_output=True).returncode, 0)
        self.runs("plain")

    def test_a_fault_where_nothing_is_watched(self):
        # The first block to run is the last of all, whose numbers are too large for an int.
        self.write("far.cu", "#include <cstdio>\n__global__ void far_away(int* seen, int* nowhere) {\n"
                   "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < 0) *seen = i;\n  *nowhere = 1;\n}\n"
                   "int main() {\n  int* seen;\n  cudaMallocHost(&seen, sizeof *seen);\n  *seen = 5;\n"
                   "  far_away<<<(1 << 21) + 1, 1024>>>(seen, nullptr);\n"
                   "  printf(\"%s\\n\", cudaGetErrorName(cudaDeviceSynchronize()));\n  printf(\"%d\\n\", *seen);\n}\n")
        self.builds("--plain", "-O2", "far.cu")
        run = subprocess.run([self.folder / "a.out"], capture_output=True, text=True, timeout=60, env={**os.environ, "LOOM_BLOCK_ORDER": "reversed"})
        self.assertEqual(run.stdout, "cudaErrorIllegalAddress\n-2147483648\n")
        self.assertIn("loom: kernel far_away: thread (0,0,0) of block (2097152,0,0), at far.cu:5, accessed an address without memory.", run.stderr)

    def test_a_block_among_many_finds_shared_memory_as_if_it_were_the_first(self):
        self.write("stale.cu", "#include <cstdio>\n__shared__ int one[32];\nextern __shared__ int more[];\n"
                   "__global__ void look(int* out) { out[32 * blockIdx.x + threadIdx.x] = one[threadIdx.x]; one[threadIdx.x] = 1; }\n"
                   "__global__ void look_further(int* out) { out[32 * blockIdx.x + threadIdx.x] = more[threadIdx.x]; more[threadIdx.x] = 1; }\n"
                   "int main() {\n  int* out;\n  cudaMallocManaged(&out, 128000);\n"
                   "  for (auto kernel : {look, look_further}) {\n    kernel<<<1000, 32, kernel == look ? 0 : 128>>>(out);\n    cudaDeviceSynchronize();\n"
                   '    int sum = 0;\n    for (int i = 0; i < 32000; ++i) sum += out[i];\n    printf("%d\\n", sum);\n  }\n  cudaFree(out);\n}\n')
        self.builds("--plain", "stale.cu")
        self.assertEqual(self.runs(), "-32000\n-32000\n")

    def test_translated_text_is_cpp(self):
        self.write("hello.cu", HELLO)
        text = self.builds("--translate", "hello.cu").stdout
        run = subprocess.run(["g++", "-std=c++17", "-fsyntax-only", "-x", "c++-cpp-output", "-"], input=text, capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_dependencies_below_a_folder_that_ninja_cannot_read(self):
        self.folder = self.folder / "Ann & Bob's"
        (self.folder / "build").mkdir(parents=True)
        self.write("a #1.h", "")
        self.write("a.cu", '#include "a #1.h"\nint main() {}\n')
        self.write("b.cpp", '#include "a #1.h"\n')
        folder, self.folder = self.folder, self.folder / "build"
        for name in ("a.cu", "b.cpp"):
            self.builds("-MD", "-MF", "deps", "-MT", "a.o", "-c", str(folder / name), "-o", "a.o")
            text = (self.folder / "deps").read_text()
            self.assertTrue(text.startswith(f"a.o: ../{name} "), text)
            self.assertIn(" ../a\\ \\#1.h", text)
            self.assertNotIn("Ann", text)

    def test_dependencies(self):
        self.write("n.cuh", "#define N 1\n")
        self.write("a.cu", '#include "n.cuh"\nint main() { return N - 1; }\n')
        self.builds("-MD", "-MF", "deps", "-o", "prog", "a.cu")
        words = (self.folder / "deps").read_text().replace("\\\n", " ").split()
        self.assertEqual(words[:2], ["prog:", "a.cu"])
        self.assertIn("n.cuh", words)
        self.builds("-MD", "-c", "a.cu")
        self.assertTrue((self.folder / "a.d").read_text().startswith("a.o: a.cu"))

    def test_help_and_version(self):
        self.assertIn("usage: loomcc", self.builds("--help").stdout)
        self.assertRegex(self.builds("--version").stdout, r"^loomcc \d+\.\d+\.\d+, ")
        self.assertIn("\nnvcc: NVIDIA (R) Cuda compiler driver, release 13.0, V13.0.88\n", self.builds("--version").stdout)


class WhatItSaysOfMistakes(Driver):
    def test_of_a_library_that_loom_does_not_have(self):
        self.write("hello.cu", HELLO)
        for name in ("cublasLt", "cusparse", "nppif", "cusolver_static"):
            self.refuses(f"loomcc: loom has no {name}: a program that needs it runs only on a GPU", "hello.cu", f"-l{name}")

    def test_of_the_command(self):
        self.refuses("loomcc: there is nothing to compile: name a file, as in `loomcc hello.cu -o hello`")
        self.refuses("loomcc: there is no file gone.cu", "gone.cu")
        self.refuses("loomcc: the option -o needs a value", "a.cu", "-o")
        self.refuses("loomcc: loomcc does not know the option --warp-speed; `loomcc --help` lists those it knows", "--warp-speed", "a.cu")
        self.refuses("loomcc: loomcc compiles CUDA, C++ and C: write `-x cu`, `-x c++` or `-x c`, not `-x f77`", "-x", "f77", "a.cu")
        self.refuses("loomcc: loom has 64-bit code only: leave out `-m32`", "-m32", "a.cu")
        self.refuses("loomcc: loom makes no code for a GPU, so there is nothing that -ptx, -cubin, -fatbin, -cuda, -optix-ir or -ltoir could write; "
                     "`--translate` shows the C++ that is compiled", "--ptx", "a.cu")
        self.refuses("loomcc: loomcc does not know the option -tall; `loomcc --help` lists those it knows", "-tall", "a.cu")
        self.refuses("loomcc: -run needs a program: leave out the options that make something else", "-c", "-run", "a.cu")
        self.refuses("loomcc: there is no file gone to read options from", "-optf", "gone")
        self.write("again", "-optf again")
        self.refuses("loomcc: the file again names files of options that name each other", "-optf", "again")
        self.refuses("loomcc: loom's stream 0 is always the legacy default stream: leave out `-default-stream per-thread`, and pass cudaStreamPerThread for a thread's own stream", "-default-stream", "per-thread", "a.cu")
        (self.folder / "inc").mkdir()
        self.refuses("loomcc: inc is a folder; name the files in it", "inc")
        self.write("a.txt", "")
        self.refuses("loomcc: loomcc cannot tell what a.txt is; name it .cu or .cpp, or write `-x cu`", "a.txt")
        self.write("a.cu", "")
        self.refuses("loomcc: -o names one file, but -c makes one object of each of the 2 inputs; leave -o out, or compile them one by one",
                     "-c", "a.cu", "a.cu", "-o", "a.o")

    def test_of_what_is_around_it(self):
        self.write("a.cu", "int main() {}\n")
        self.refuses("loomcc: loomcc cannot run no-such-g++; install GCC's C++ compiler, as with `apt install g++`, or name one with -ccbin",
                     "-ccbin", "no-such-g++", "a.cu")
        self.refuses("loomcc: loom's headers are not in nowhere; set LOOM_INCLUDE to the folder that holds cuda_runtime.h", "a.cu", LOOM_INCLUDE="nowhere")
        self.refuses("loomcc: loom's library is not at nowhere; build it, or set LOOM_LIBRARY to the file libloom.a", "a.cu", LOOM_LIBRARY="nowhere")

    def test_of_a_disk_that_is_full(self):
        self.write("a.cu", "int main() {}\n")

        def no_room() -> None:  # as on a full disk, a write fails
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

        run = subprocess.run([LOOMCC, "-c", "a.cu", "-ccbin", "g++"], cwd=self.folder, capture_output=True, text=True, timeout=120, preexec_fn=no_room)
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stderr, r"\Aloomcc: g\+\+ failed without a message; the disk may be full at [^ ]+: free space there, or set TMPDIR to another folder\n\Z")
        self.refuses("loomcc: there can be no folder in nowhere; set TMPDIR to one that can be written to", "a.cu", TMPDIR="nowhere")

    def test_files_that_include_each_other(self):
        self.write("a.cuh", '#include "b.cuh"\n')
        self.write("b.cuh", '#include "a.cuh"\n')
        self.write("a.cu", '#include "a.cuh"\nint main() {}\n')
        run = self.loomcc("a.cu")
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stderr, r"^[ab]\.cuh:1:\d+: error: this file is included again and again; begin the files that include each other with `#pragma once`\n$")

    def test_a_mistake_in_a_launch(self):
        self.write("a.cu", "__global__ void k() {}\nint main() {\n  k<<<1, 1;\n}\n")
        self.refuses("a.cu:3: error: this launch has no `>>>` to close its `<<<`", "a.cu")

    def test_a_mistake_in_the_program_is_named_where_it_stands(self):
        self.write("a.cu", "#include <cstdio>\n__global__ void k(int* p, int n) {}\nint main() {\n  int* p = nullptr;\n  k<<<1,\n      1>>>(p,\n           p);\n  return oops;\n}\n")
        run = self.loomcc("a.cu")
        self.assertEqual(run.returncode, 1)
        self.assertIn("a.cu:8:10: error: 'oops' was not declared", run.stderr)
        self.assertRegex(run.stderr, r"a\.cu:[567]:\d+: error: invalid conversion from 'int\*' to 'int'")

    def test_a_kernel_is_called_what_it_is(self):
        self.write("a.cu", "template <class T> __global__ void copy(T* p, void (*f)(int)) {\n  *p = p;\n}\nvoid launch() { copy<int><<<1, 1>>>(nullptr, nullptr); }\n")
        for plain in [], ["--plain"]:
            self.assertRegex(self.loomcc("-c", *plain, "a.cu").stderr, r"a\.cu: In instantiation of 'void copy\(T\*, void \(\*\)\(int\)\) \[")
        self.write("b.cu", "__global__ void k(int* p) {\n  p[threadIdx.x] = threadIdx.x + p;\n}\n")
        for plain in [], ["--plain"]:
            self.assertRegex(self.loomcc("-c", *plain, "b.cu").stderr,
                             r"b\.cu: In function 'void k\(int\*\)':\n(.*\n)?b\.cu:2:32: error: invalid conversion from 'int\*' to 'int'")

    def test_a_missing_header(self):
        self.write("a.cu", "#include <gone.h>\n")
        self.assertIn("a.cu:1:10: fatal error: gone.h", self.loomcc("a.cu").stderr)

    def test_a_header_of_the_toolkit_that_loom_has_not(self):
        for header, what in (("thrust/mr/pool.h", "this part of Thrust"), ("cuda_fp8.h", "numbers of 8 bits"), ("cublasLt.h", "cuBLASLt"), ("cuda/std/inplace_vector", "this part of libcu++")):
            for source in ("a.cu", "a.cpp"):
                self.write(source, f"#include <{header}>\nint main() {{}}\n")
                self.refuses(f"{source}:1:10: error: loom does not have {what}, to which {header} belongs; "
                             "put the #include and what needs it under #ifndef __LOOM__", "-c", source)

    def test_what_cuda_13_has_not_any_more(self):
        self.write("a.cu", "texture<float, 2> image;\n__global__ void k(int* p) {\n  *p = __shfl(1, 0);\n}\nint main() {\n  cudaThreadSynchronize();\n"
                   "  cudaDeviceProp properties;\n  int rate = properties.clockRate;\n  cudaMemPrefetchAsync(&rate, 4, 0, 0);\n  oops();\n}\n")
        for locale in ("C", "C.UTF-8"):
            run = self.loomcc("-c", "a.cu", LC_ALL=locale)
            self.assertEqual(run.returncode, 1)
            for line, sentence in ((1, "CUDA 13 does not have texture any more; make a texture object"),
                                   (3, "CUDA 13 does not have __shfl any more; call __shfl_sync"),
                                   (6, "CUDA 13 does not have cudaThreadSynchronize any more; call cudaDeviceSynchronize"),
                                   (8, "CUDA 13 does not have clockRate any more; get it with cudaDeviceGetAttribute"),
                                   (9, "since CUDA 13 this takes a cudaMemLocation instead of a device's number"),
                                   (10, ".oops. was not declared")):
                self.assertRegex(run.stderr, rf"a\.cu:{line}:\d+: error: .?{sentence}")

    def test_thrust_is_for_cuda_files(self):
        self.write("a.cpp", "#include <thrust/sort.h>\nint main() {}\n")
        self.assertIn("Thrust runs only in .cu files; rename this file, or compile it with -x cu", self.loomcc("-c", "a.cpp").stderr)

    def test_a_header_that_is_a_part_of_another(self):
        for name in ("cuda_bf16", "cuda_fp16"):
            self.write("a.cu", f"#include <{name}.hpp>\n")
            run = self.loomcc("-c", "a.cu")
            self.assertEqual(run.returncode, 1)
            self.assertIn(f"{name}.hpp is a part of {name}.h. Include {name}.h instead.", run.stderr)
            self.write("a.cu", f"#include <{name}.h>\n#include <{name}.hpp>\n")
            self.builds("-c", "a.cu")

    def test_a_function_of_the_runtime_that_loom_has_not(self):
        self.write("a.cu", "int main() {\n  void* memory = nullptr;\n  return cudaIpcOpenMemHandle(&memory, 3, 1);\n}\n")
        run = self.loomcc("-c", "a.cu")
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stderr, r"a\.cu:3:\d+: error: .*loom does not have cudaIpcOpenMemHandle; put the call under #ifndef __LOOM__")

    def test_ptx_that_loom_cannot_run(self):
        ptx = '{{ asm volatile("tcgen05.dealloc {};"); }}\n'
        others = [('"mma.sync.m8n8k4.f64 %0,%1;" : "=r"(x) : "r"(y)', "mma.sync.m8n8k4.f64 %0, %1"),
                  ('"{ .reg .pred p;\\n" "bra.uni DONE; add.u32 %0, 1, 2; }" : :', "bra.uni DONE"),
                  ('"bar.arrive %0;" :: "r"(n) : "memory"', "bar.arrive %0"), ('"mov.u32 %0, %%gridid;" : "=r"(n)', "mov.u32 %0, %gridid"),
                  ('"brev.b32 %0, %1, %2;" : "=r"(x) : "r"(y), "r"(n)', "brev.b32 %0, %1, %2"),
                  ('"add.rz.s32 %0, %1, %1;" : "=r"(x) : "r"(y)', "add.rz.s32 %0, %1, %1"), ('"L: L: trap;"', "L: L: trap"),
                  ('"mad.hi.sat.s32 %0, %0, %0, %0;" : "+r"(x)', "mad.hi.sat.s32 %0, %0, %0, %0"), ('"mov.u32 %0, 1;" : "=x"(n)', '"=x"'),
                  ('".reg .b256 x; mov.u32 %0, 1;" : "=r"(n)', ".reg .b256 x")]
        (self.folder / "system").mkdir()
        self.write("system/header.h", "#pragma once\n__device__ inline void unused() " + ptx.format(0) + "__device__ inline void used() " + ptx.format(1))
        self.write("a.cu", "#include <header.h>\ntemplate <int n> __device__ void unused() " + ptx.format(2) +
                   "__global__ void k() {\n  used();\n}\n__global__ void k2() " + ptx.format(3) +
                   "".join(f"__global__ void other{i}(unsigned x, unsigned y, unsigned n) {{ asm({text}); }}\n" for i, (text, _) in enumerate(others)))
        for plain in [], ["--plain"]:
            run = self.loomcc("-c", "-isystem", "system", *plain, "a.cu")
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertRegex(run.stderr, r"a\.cu:6:\d+: warning: `tcgen05.dealloc 3` is PTX, a GPU's assembly, of a kind that loom cannot run: a kernel that reaches it "
                                         r"ends there\. Write it in C\+\+, or put it between `#ifndef __LOOM__` and `#endif`")
            for line, (_, instruction) in enumerate(others, start=7):
                self.assertRegex(run.stderr, rf"a\.cu:{line}:\d+: warning: `{re.escape(instruction)}` is PTX")
            self.assertEqual(run.stderr.count("warning: "), 1 + len(others), run.stderr)

    def test_a_function_of_the_driver_api(self):
        self.write("a.cu", "#include <cuda.h>\nint main() {\n  return cuInit(0) == CUDA_SUCCESS;\n}\n")
        run = self.loomcc("-c", "a.cu")
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stderr, r"a\.cu:3:\d+: error: .*cuInit.* is unavailable: loom does not have CUDA's driver API; use the runtime API")

    def test_dynamic_shared_memory_of_two_types(self):
        kernel = "template <class T> __global__ void k{0}(T* p) {{\n  extern __shared__ T {1}[];\n  p[0] = {1}[0];\n}}\n"
        launch = "void launch() {{ k<<<1, 1>>>((float*)nullptr); k{}<<<1, 1>>>(({}*)nullptr); }}\n"
        advice = ("dynamic shared memory called x has another type elsewhere in this file, which nvcc refuses: give each type a name of its own; "
                  "in a template, declare `extern __shared__ unsigned char bytes[];` and use `reinterpret_cast<T*>(bytes)`\n")
        for other, argument, first in ("", "double", 2), ("2", "int", 6):
            text = kernel.format("", "x") + (kernel.format("2", "x") if other else "") + launch.format(other, argument)
            self.write("a.cu", text)
            for plain in [], ["--plain"]:
                run = self.loomcc("-c", *plain, "a.cu")
                self.assertEqual(run.returncode, 1)
                self.assertRegex(run.stderr, rf"(^|\n)a\.cu:{first}:\d+: error: {re.escape(advice)}$")
        self.write("a.cu", "__global__ void k() {\n  extern __shared__ float x[];\n  x[0] = 1;\n}\n__global__ void k2() {\n  extern __shared__ float x[][4];\n  x[0][0] = 1;\n}\n")
        self.assertRegex(self.loomcc("-c", "a.cu").stderr, rf"(^|\n)a\.cu:6:\d+: error: {re.escape(advice)}$")
        for right in (kernel.format("", "x") + launch.format("", "float"), kernel.format("", "x") + kernel.format("2", "y") + launch.format("2", "int"),
                      kernel.format("", "x") + "namespace n {\n" + kernel.format("", "x") + "}\n" + launch.format("", "float").replace("k<<<", "n::k<<<").replace("float", "int")):
            self.write("a.cu", right)
            self.assertEqual(self.builds("-c", "-Wall", "-Wextra", "a.cu").stderr, "")

    def test_a_member_that_is_no_variable_of_the_device(self):
        for word in ("__constant__", "__device__", "__managed__", "__shared__"):
            for static in ("", "static "):
                self.write("a.cu", f"__device__ int fine;\nclass Filter {{\n  {static}{word} int taps_[3];\n}};\n")
                self.refuses(f"a.cu:3: error: {word} does not apply to taps_, a member of a class: declare it outside the class", "-c", "a.cu")

    def test_formats_are_checked_as_by_nvcc(self):
        self.write("a.cu", '#include <cstdio>\n__global__ void k(long long n) {\n  printf("%lld %d\\n", n, 1);\n  printf("%d\\n", n);\n}\n')
        for plain in [], ["--plain"]:
            run = self.builds("-c", *plain, "a.cu")
            self.assertRegex(run.stderr, r"a\.cu:4:\d+: warning: format '%d' expects argument of type 'int', but argument 2 has type 'long long int'")
            self.assertEqual(run.stderr.count("warning: "), 1, run.stderr)
        self.assertEqual(self.builds("-c", "-Wno-format", "a.cu").stderr, "")

    def test_comparisons_in_the_head_of_a_template(self):
        self.write("a.cu", "#include <cstdio>\n#include <type_traits>\n"
                   "template <int n, std::enable_if_t<n < 3, int> = 0> __global__ void k(int* out) { *out = n; }\n"
                   "template <int n, std::enable_if_t<(n >= 3), int> = 0> __global__ void k(int* out) { *out = 10 * n; }\n"
                   "template <template <class> class T, int n, class = std::enable_if_t<n < 3>> __global__ std::enable_if_t<n < 3> k2(T<int>* out) { **out = n; }\n"
                   "template <class T> using Pointer = T*;\n"
                   "int main() {\n  int* out;\n  cudaMallocManaged(&out, 4);\n  k<2><<<1, 1>>>(out);\n  cudaDeviceSynchronize();\n  std::printf(\"%d \", *out);\n"
                   "  k<4><<<1, 1>>>(out);\n  cudaDeviceSynchronize();\n  std::printf(\"%d\\n\", *out);\n  cudaFree(out);\n}\n")
        self.builds("a.cu")
        self.assertEqual(self.runs(), "2 40\n")

    def test_variables_of_c_and_of_templates(self):
        self.write("a.cu", 'extern "C" __device__ int n = 3;\nextern "C" __constant__ int table[2] = {4, 5};\nextern "C" __device__ int f(int x) { return table[x] + n; }\n'
                   'extern "C" __device__ int g(int);\nextern "C" __global__ void k(int* out) { *out = f(1) + g(1); }\nextern "C" __device__ int g(int x) { return x; }\n'
                   'int main() {\n  int *out, host = 7;\n  cudaMalloc(&out, 4);\n  cudaMemcpyToSymbol(n, &host, 4);\n  k<<<1, 1>>>(out);\n'
                   '  cudaMemcpy(&host, out, 4, cudaMemcpyDeviceToHost);\n  cudaFree(out);\n  return host != 13;\n}\n')
        self.assertEqual(self.builds("-Wall", "-Wextra", "a.cu").stderr, "")
        self.runs()
        for word in ("__device__", "__constant__", "__managed__"):
            self.write("a.cu", f"template <class T> __device__ const T fine = T(1);\ntemplate <class T> {word} T x = T(7);\n")
            self.refuses("a.cu:2: error: loom has no templates of variables of the device: declare one for each type, or pass a kernel the memory", "-c", "a.cu")

    def test_warnings_are_asked_for_and_can_be_errors(self):
        self.write("a.cu", "int main() {\n  int unused;\n}\n")
        self.assertEqual(self.builds("-c", "a.cu").stderr, "")
        self.assertIn("a.cu:2:7: warning: unused variable", self.builds("-c", "-Wall", "a.cu").stderr)
        self.assertEqual(self.loomcc("-c", "-Wall", "-Werror", "a.cu").returncode, 1)
        self.assertEqual(self.loomcc("-c", "-Wall", "-Werror", "all-warnings", "a.cu").returncode, 1)


if __name__ == "__main__":
    unittest.main(verbosity=0)
