#!/usr/bin/env python3
"""Calls of host functions from device code: loomcc refuses what nvcc refuses, and nothing that nvcc accepts. Where nvcc is, it is asked about each."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

LOOMCC, NVCC = os.environ["LOOMCC"], os.environ.get("NVCC")
RELAXED = "--expt-relaxed-constexpr"

# Before each program, on line 1.
HOST = "int square(int x) { return x * x; } constexpr int cube(int x) { return x * x * x; } "
OWN = "put __device__ (or __host__ __device__) before "
KERNEL = "__global__ void k(int* o, float* f, unsigned* u) {{ {} }}"


def sentence(called: str, advice: str, caller: str = '__global__ function ("k")', kind: str = "") -> str:
    return f'calling a {kind}__host__ function ("{called}") from a {caller} is not allowed: {advice}'


SQUARE, CUBE = sentence("square", OWN + "square"), sentence("cube", OWN + "cube", kind="constexpr ")
SQUARE_IN_D = sentence("square", OWN + "square", '__device__ function ("d")')

# What stands on line 2, and the sentence.
REFUSED = [
    (KERNEL.format("*o = square(1);"), SQUARE),
    (KERNEL.format("*o = ::square(*o);"), SQUARE),
    (KERNEL.format("*o = *o * square(1);"), SQUARE),
    (KERNEL.format("o[square(1)] = 2;"), SQUARE),
    (KERNEL.format("if (*o) square(1);"), SQUARE),
    (KERNEL.format("if (false) *o = square(1);"), SQUARE),
    (KERNEL.format("if (*o && *f) { if (int x = square(*o)) *o = x; }"), SQUARE),
    (KERNEL.format("for (int i = 0; i < square(3); ++i) o[i] = 1;"), SQUARE),
    (KERNEL.format("int a[]{1, 2}; int b = a[*o]; { *o = b + (square(1)); }"), SQUARE),
    (KERNEL.format("*o = cube(*o);"), CUBE),
    (KERNEL.format("constexpr int c = cube(2); *o = c;"), CUBE),
    (KERNEL.format("static_assert(cube(2) == 8); *o = 1;"), CUBE),
    (KERNEL.format("int a[cube(2)]; a[*o] = 1; *o = a[0];"), CUBE),
    (KERNEL.replace("k(", "__launch_bounds__(64) k(").format("*o = square(1);"), SQUARE),
    ("static " + KERNEL.format("*o = square(1);"), SQUARE),
    ("namespace { " + KERNEL.format("*o = square(1);") + " }", SQUARE),
    ("namespace n { int twice(int x) { return 2 * x; } " + KERNEL.format("*o = twice(1);") + " }", sentence("twice", OWN + "twice")),
    ("int elsewhere(int); " + KERNEL.format("*o = elsewhere(1);"), sentence("elsewhere", OWN + "elsewhere")),
    ("[[noreturn]] void stop(); " + KERNEL.format("if (*o) stop();"), sentence("stop", OWN + "stop")),
    ("template <class T> T twice(T x) { return 2 * x; } " + KERNEL.format("*o = twice<int>(1);"), sentence("twice", OWN + "twice")),
    ("template <class T> __global__ void k(T* o) { *o = square(*o); } void f(int* o) { k<<<1, 1>>>(o); }", SQUARE),
    ("template <int n> __global__ void k(int* o) { *o = square(n); } void f(int* o) { if (o) { k<3><<<1, 1>>>(o); } }", SQUARE),
    ("__device__ int d() { return square(1); }", SQUARE_IN_D),
    ("inline __device__ int d() { return square(1); } " + KERNEL.format("*o = d();"), SQUARE_IN_D),
    ("static __device__ int d() { return square(1); } inline __device__ int e() { return d(); } " + KERNEL.format("*o = e();"), SQUARE_IN_D),
    ("#ifdef __CUDA_ARCH__\n" + KERNEL.format("*o = square(1);") + "\n#endif", SQUARE),
]

WITH_STD = "".join(f"#include <{header}>\n" for header in
                   "algorithm bit cctype cmath cstdio cstdlib cstring ctime deque iostream iterator limits list map memory numeric set string type_traits unordered_map unordered_set utility vector".split())

# What is called, and what to do instead.
STD = [
    ("std::min(*o, 3)", "write min, without std::"),
    ("std::max(*o, 3)", "write max, without std::"),
    ("std::max<int>(*o, 3)", "write max, without std::"),
    ("std::clamp(*o, 3, 4)", "write min and max, without std::"),
    ("::std::minmax(*o, 4)", "write min and max, without std::"),
    *((f"std::{call}", f"write cuda::std::{call[:call.index('(')].split('<')[0]}, of <cuda/std/{header}>") for header, calls in {
        "utility": ["swap(*o, o[1])", "exchange(*o, 3)", "as_const(*o)", "make_pair(1, 2)"],
        "bit": ["bit_cast<unsigned>(*f)", *(f"{name}(*u)" for name in "popcount countl_zero countr_zero countl_one countr_one bit_width bit_ceil "
                                            "bit_floor has_single_bit".split()), "rotl(*u, 1)", "rotr(*u, 1)"],
        "numeric": ["gcd(*o, 3)", "lcm(*o, 3)", "midpoint(*o, 3)", "accumulate(o, o + 3, 0)", "reduce(o, o + 3)", "inner_product(o, o + 3, o, 0)",
                    "iota(o, o + 3, 0)"],
        "iterator": ["distance(o, o + 1)", "next(o)", "prev(o)"],
    }.items() for call in calls),
    *((f"std::{call}", "write it out as a loop") for call in [
        "sort(o, o + 3)", "fill(o, o + 3, 1)", "copy(o, o + 3, o + 4)", "fill_n(o, 3, 1)", "copy_n(o, 3, o + 4)", "find(o, o + 3, 1)", "count(o, o + 3, 1)",
        "partial_sum(o, o + 3, o)", "transform_reduce(o, o + 3, o, 0)", "lower_bound(o, o + 3, 1)", "upper_bound(o, o + 3, 1)",
        "binary_search(o, o + 3, 1)", "reverse(o, o + 3)", "rotate(o, o + 1, o + 3)", "equal(o, o + 3, o + 4)", "max_element(o, o + 3)",
        "min_element(o, o + 3)", "unique(o, o + 3)", "swap_ranges(o, o + 1, o + 3)", "nth_element(o, o + 1, o + 3)", "adjacent_find(o, o + 3)",
        "is_sorted(o, o + 3)", "inclusive_scan(o, o + 3, o)", "exclusive_scan(o, o + 3, o, 0)", "partial_sort(o, o + 1, o + 3)",
        "merge(o, o + 1, o + 1, o + 2, o + 3)"]),
    *((f"std::{call}", "write it out") for call in ["lerp(*f, *f, *f)", "make_tuple(1, 2)", "advance(o, 1)", "addressof(*o)", "iter_swap(o, o + 1)"]),
]
C = {
    "use a generator of <curand_kernel.h>": ["rand()", "srand(1)"],
    "return from the kernel, or end it with __trap()": ["exit(1)", "abort()"],
    "print with printf": ['puts("a")', "putchar(1)", 'fputs("a", stdout)', 'fprintf(stdout, "a")', 'sprintf((char*)o, "a")', 'snprintf((char*)o, 1, "a")',
                          "fflush(stdout)"],
    "have the host read it": ["getchar()", 'scanf("%d", o)', 'getenv("a")', "time(nullptr)"],
    "call malloc": ["calloc(1, 1)", "realloc(o, 1)"],
    "write it out": [*(f"{name}(*o)" for name in "toupper tolower isdigit isalpha isalnum isspace isupper islower ispunct".split()), 'strcmp("a", "b")',
                     'strncmp("a", "b", 1)', "memcmp(o, f, 1)", "memmove(o, f, 1)", "memchr(o, 1, 1)", 'strcat((char*)o, "a")', 'strchr("a", 1)',
                     'strstr("a", "b")', 'atoi("1")', 'atof("1")', 'strtol("1", nullptr, 10)', 'strtod("1", nullptr)', "qsort(o, 1, 4, nullptr)"],
}

ACCEPTED = [
    # What is not a call, or is not compiled for the device
    KERNEL.format("*o = sizeof(square(1)) + sizeof square(1) + noexcept(square(1)); decltype(square(1)) i = 3; *o = i;"),
    KERNEL.format("*o = sizeof -square(1);"),
    KERNEL.format("if constexpr (false) *o = square(1); else *o = 2;"),
    KERNEL.format("if constexpr (requires { square(1); }) *o = 1;"),
    KERNEL.format("*o = false && square(1);"),
    KERNEL.format("*o = true ? 1 : square(1);"),
    KERNEL.format("auto unused = [](int a) { return square(a); };"),
    KERNEL.format("struct Unused { __device__ int f() { return square(1); } };"),
    "__global__ void k(int* o, int x = square(3)) { *o = x; } void f(int* o) { k<<<1, 1>>>(o); }",
    "__device__ int g = cube(3); __global__ void __launch_bounds__(cube(8)) k(int* o) { *o = g; }",
    "#define NDEBUG\n#include <cassert>\n" + KERNEL.format("assert(square(1) == 1);"),
    "__global__ void k(int* o) {\n#ifdef __CUDA_ARCH__\n*o = 1;\n#else\n*o = square(1);\n#endif\n}",
    # Functions that are not called for the device, and those of which nvcc only warns
    "static __device__ int d() { return square(1); } inline __device__ int e() { return square(1); } namespace { __device__ int u() { return square(1); } }",
    "struct S { __device__ int d() { return square(1); } };",
    "static __device__ int d(); __device__ int d() { return square(1); }",
    "int d(); __device__ int d() { return square(1); }",
    "inline __device__ int d() { return square(1); } " + KERNEL.format("*o = sizeof(d());"),
    "template <class T> __global__ void k(T* o) { *o = square(1); } template <class T> __device__ int d() { return square(1); }",
    "__device__ int d(auto x) { return square(x); }",
    "template <class T> __global__ void k(T* o) { *o = square(1); } void f(int* o) { if constexpr (false) k<<<1, 1>>>(o); }",
    "template <class T> __global__ void k(T* o) { *o = square(1); } template <class T> void f(T* o) { k<<<1, 1>>>(o); }",
    "template <class T> __global__ void k(T* o) { *o = square(1); } __global__ void k(int* o) { *o = 1; } void f(int* o) { k<<<1, 1>>>(o); }",
    "__host__ __device__ int d() { return square(1); } " + KERNEL.format("*o = d();"),
    # Other things of the name
    "consteval int four() { return 4; } " + KERNEL.format("*o = four();"),
    "__device__ int square(float x) { return x; } " + KERNEL.format("*o = square(1.f);"),
    "__device__ int square(int); " + KERNEL.format("*o = square(1);"),
    "__device__ int other(int x) { return x; } " + KERNEL.format("int (*square)(int) = other; *o = square(1);"),
    KERNEL.format("auto square = [](int a) { return a + 1; }; *o = square(1);"),
    KERNEL.format("using square = int; *o = square(1.f);"),
    "struct T { __device__ T(int x) : v(x) {} int v; }; " + KERNEL.format("T square(1); *o = square.v;"),
    "struct T { __device__ T(int x) : v(x) {} __device__ int operator()(int x) { return x; } int v; }; " + KERNEL.format("T t(1), square(2); *o = square(t.v);"),
    "struct T { __device__ int operator()(int x) const { return x; } }; template <class F> __global__ void k(int* o, F square) { *o = square(1); } "
    "void f(int* o) { k<<<1, 1>>>(o, T{}); }",
    "struct T { __device__ int square(int x) { return x; } }; " + KERNEL.format("T t; *o = t.square(1);"),
    "struct T { __device__ friend int square(T) { return 1; } }; __global__ void k(int* o, T t) { *o = square(t); }",
    "namespace n { __device__ int square(float x) { return x; } } " + KERNEL.format("using namespace n; *o = square(1.f);"),
    "namespace n { __device__ int square(int x) { return x; } } " + KERNEL.format("*o = n::square(1);"),
    "#ifdef __CUDA_ARCH__\n#define FUNCTION __device__\n#else\n#define FUNCTION\n#endif\nFUNCTION int half(int x) { return x / 2; } " + KERNEL.format("*o = half(1);"),
    # What CUDA has itself
    "template <class T> T max(T a, T b) { return a < b ? b : a; } " + KERNEL.format("*o = max(1, *o);"),
    "int sync(int a) { return a; }\n#include <cooperative_groups.h>\n" + KERNEL.format("sync(cooperative_groups::this_thread_block());"),
    'extern "C" int printf(const char*, ...); ' + KERNEL.format('printf("a");'),
    # The standard library's that nvcc has
    WITH_STD + KERNEL.format(
        "*f = std::sqrt(std::abs(*f)) + std::floor(*f) + std::fma(*f, *f, *f) + std::pow(*f, 2) + std::isnan(*f); *o = std::move(*o) + std::forward<int>(*o);"
        ' std::printf("a"); std::memcpy(o, f, 4); std::memset(o, 0, 4); *o = std::strlen("a") + std::labs(1) + std::clock(); std::free(std::malloc(3));'
        " std::size_t n = 1; *o = n + std::is_same_v<int, int>; std::initializer_list<int> l{1, 2}; *o = *l.begin(); std::vector<int>* v = nullptr;"
        " *o = v == nullptr; *o = sizeof(std::vector<int>) + sizeof(std::min(1, 2));"),
    WITH_STD + "constexpr int most = std::numeric_limits<int>::max(); " + KERNEL.format("*o = most;"),
    WITH_STD + "#include <cuda/std/cstring>\n" + KERNEL.format("*o = cuda::std::memcmp(o, f, 4);"),
    WITH_STD + "#include <cuda/std/limits>\n#include <cuda/std/utility>\n" + KERNEL.format("*o = cuda::std::numeric_limits<int>::max(); cuda::std::swap(*o, o[1]);"),
]

# What the compiler alone knows: the function that is called, and from which.
ONE = "__global__ void k(int* o) {{ {} }}"
COMPILED_REFUSED = [
    ("struct S { int f(int x) { return x; } }; " + ONE.format("S s; *o = s.f(1);"), "S::f", "k"),
    ("struct S { static int f(int x) { return x; } }; " + ONE.format("*o = S::f(1);"), "S::f", "k"),
    ("struct B { int f() const { return 1; } }; struct S : B {}; " + ONE.format("S s; *o = s.f();"), "B::f", "k"),
    ("template <class T> struct S { T f(T x) { return x; } }; " + ONE.format("S<int> s; *o = s.f(1);"), "S::f", "k"),
    ("struct S { template <class T> T f(T x) { return x; } }; " + ONE.format("S s; *o = s.f(1);"), "S::f", "k"),
    ("struct S { int operator[](int i) const { return i; } }; " + ONE.format("S s; *o = s[1];"), "S::operator[]", "k"),
    ("struct S { int x; }; S operator+(S a, S b) { return {a.x + b.x}; } " + ONE.format("S s{*o}; *o = (s + s).x;"), "operator+", "k"),
    ("struct Op { int operator()(int a, int b) const { return a + b; } }; template <class F> __device__ int apply(F f) { return f(1, 2); } " + ONE.format("*o = apply(Op{});"), "Op::operator()", "apply"),
    ("struct Op { int operator()(int a) const { return a; } }; template <class F> __global__ void k(int* o, F f) { *o = f(1); } void g(int* o) { k<<<1, 1>>>(o, Op{}); }", "Op::operator()", "k"),
    ("struct S { __device__ int d() { return square(1); } }; " + ONE.format("S s; *o = s.d();"), "square", "S::d"),
    ("template <class T> __device__ T d(T x) { return square(x); } " + ONE.format("*o = d(*o);"), "square", "d"),
    ("template <class T> __global__ void k(T* o) { *o = square(*o); } template <class T> void f(T* o) { k<<<1, 1>>>(o); } void g(int* o) { f(o); }", "square", "k"),
    ("__device__ int d(int x = square(2)) { return x; } " + ONE.format("*o = d();"), "square", "k"),
    ("int twice(int x) { return x; } __device__ int twice(float x) { return x; } " + ONE.format("*o = twice(1);"), "twice", "k"),
    ("namespace m { int twice(int x) { return 2 * x; } } " + ONE.format("*o = m::twice(*o);"), "m::twice", "k"),
    ("struct S { int x; S& operator+=(int y) { x += y; return *this; } }; " + ONE.format("S s{1}; s += 2; *o = s.x;"), "S::operator+=", "k"),
    ("struct S { int x; }; S operator<<(S a, int y) { return {a.x << y}; } " + ONE.format("S s{1}; *o = (s << 1).x;"), "operator<<", "k"),
    (ONE.format("auto l = [](int x) { return square(x); }; *o = l(*o);"), "square", "k"),
    (ONE.format("*o = *o && square(*o);"), "square", "k"),
    (ONE.format("*o = *o ? square(*o) : 1;"), "square", "k"),
    (ONE.format("if constexpr (true) *o = square(*o);"), "square", "k"),
]

# nvcc reports errors of this kind first, and then no others.
CONSTEXPR_MEMBER = "struct S { constexpr int f(int x) const { return x; } }; " + ONE.format("S s; *o = s.f(*o);")

COMPILED_ACCEPTED = [
    "struct A { __device__ A() {} __device__ A(const A&) {} }; struct B { A a; }; " + ONE.format("B b; B c = b; *o = sizeof c;"),
    "struct S { int x; bool operator==(const S&) const = default; }; " + ONE.format("S a{1}, b{2}; *o = a == b;"),
    "struct S { __device__ int f(int x) { return x; } int f(float) { return 1; } }; " + ONE.format("S s; *o = s.f(1);"),
    ONE.format("auto m = [](auto x) { return x + 1; }; *o = m(1);"),
    "template <class T> int f(T x) { return 1; } template <> __device__ int f<int>(int x) { return x; } " + ONE.format("*o = f(1);"),
    "struct T { __device__ friend int g(T) { return 1; } }; " + ONE.format("*o = g(T{});"),
    "struct S { __device__ int f(); }; int S::f() { return 1; } " + ONE.format("S s; *o = s.f();"),
    "struct S { int f(); }; __device__ int S::f() { return 1; } " + ONE.format("S s; *o = s.f();"),
    "struct H { H() {} H(const H& h) : x(h.x) {} int x; }; __global__ void k(int* o, H h) { *o = h.x; } void g(int* o) { k<<<1, 1>>>(o, H{}); }",
    "struct S { __host__ __device__ int f() const { return g(); } __host__ __device__ int g() const { return 1; } }; " + ONE.format("S s; *o = s.f();"),
    "__host__ __device__ constexpr int c(int x) { return x; } " + ONE.format("*o = c(*o);"),
    "template <class T> __device__ T f(T x) { return x; } template __device__ int f<int>(int); " + ONE.format("*o = f(1);"),
    "template <class T> struct V { T x; __host__ __device__ V(T y) : x(y) {} }; template <class T> __host__ __device__ V(T) -> V<T>; " + ONE.format("V v(1); *o = v.x;"),
    "__device__ int one(int x) { return x; } __device__ int (*pointer)(int) = one; " + ONE.format("*o = pointer(1);"),
    "__device__ auto f(int x) -> int { return x; } " + ONE.format("*o = f(1);"),
    "__device__ __forceinline__ int f(int x) { return x; } static __noinline__ __device__ int g(int x) { return x; } [[nodiscard]] __device__ int h(int x) { return x; } " + ONE.format("*o = f(1) + g(1) + h(1);"),
    "struct S { explicit __device__ S(int y) : x(y) {} __device__ ~S() {} __device__ operator int() const { return x; } virtual __device__ int f() { return x; } int x; }; " + ONE.format("S s(1); *o = s + s.f();"),
    "struct S { int x; __device__ S& operator+=(const S& s) { x += s.x; return *this; } }; __device__ S operator+(S a, const S& b) { return a += b; } " + ONE.format("S s{1}; *o = (s + s).x;"),
    "template <class T> __host__ __device__ T twice(T x) { return x + x; } int g() { return twice(2); } " + ONE.format("*o = twice(1);"),
    "template <class F> __host__ __device__ int call(F f) { return f(); } struct H { int operator()() const { return 1; } }; int g() { return call(H{}); } " + ONE.format("*o = 1;"),
    "template <class F> __host__ __device__ int call(F f) { return f(); } int g() { return call([] { return square(2); }); } " + ONE.format("*o = call([] { return 2; });"),
    "struct S { __device__ int f() const; int h() { return square(1); } }; __device__ int S::f() const { return 2; } " + ONE.format("S s; *o = s.f();"),
    "template <int n> struct F { __device__ static int of() { return n * F<n - 1>::of(); } }; template <> struct F<0> { __device__ static int of() { return 1; } }; " + ONE.format("*o = F<3>::of();"),
    "__device__ int d(int); __device__ int d(int x) { return x; } __global__ void j(int*); " + ONE.format("*o = d(1);"),
    "struct S { static constexpr int n() { return 3; } }; constexpr int m = S::n(); " + ONE.format("S s; *o = m + sizeof s;"),
    "struct It { int* p; __host__ __device__ int& operator*() const { return *p; } __host__ __device__ It& operator++() { ++p; return *this; } __host__ __device__ bool operator!=(It i) const { return p != i.p; } }; struct R { int* a; __host__ __device__ It begin() const { return {a}; } __host__ __device__ It end() const { return {a + 3}; } }; " + ONE.format("for (int x : R{o}) *o += x;"),
    "namespace { __device__ int u(int x) { return x; } } " + ONE.format("*o = u(1);"),
    "template <class T> concept C = requires(T t) { t + 1; }; template <C T> __device__ T f(T x) { return x; } __device__ int g(C auto x) { return x; } " + ONE.format("*o = f(1) + g(2);"),
    "enum class E { a }; __device__ E operator|(E a, E) { return a; } " + ONE.format("*o = static_cast<int>(E::a | E::a);"),
]


class HostCalls(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_on(self, text: str, *command: str) -> subprocess.CompletedProcess:
        (self.folder / "t.cu").write_text(text)
        return subprocess.run([*command, "-std=c++20", "t.cu"], cwd=self.folder, env={**os.environ, "LC_ALL": "C"}, capture_output=True, text=True, timeout=120)

    def loomcc(self, text: str, *options: str) -> tuple[int, str]:
        run = self.run_on(text, LOOMCC, *options, "--translate", "-o", "/dev/null")
        return run.returncode, run.stderr

    def nvcc_takes(self, text: str, *options: str) -> bool:
        run = self.run_on(text, NVCC, *options, "-arch=sm_75", "-ptx", "-o", "/dev/null")
        if run.returncode != 0:
            self.assertRegex(run.stderr, r"error: calling a (constexpr )?__host__ function")
        return run.returncode == 0

    def refused_by_nvcc(self, text: str, *options: str) -> set[int]:
        """The lines with calls that nvcc refuses."""
        run = self.run_on(text, NVCC, *options, "-Xcudafe", "--error_limit=1000", "-arch=sm_75", "-ptx", "-o", "/dev/null")
        return {int(line) for line in re.findall(r"^t\.cu\((\d+)\): error: calling a ", run.stderr, re.M)}

    def refuses(self, text: str, line: int, complaint: str) -> None:
        with self.subTest(text):
            self.assertEqual(self.loomcc(text), (1, f"t.cu:{line}: error: {complaint}\n"))
            if NVCC:
                self.assertFalse(self.nvcc_takes(text))

    def accepts(self, text: str, *options: str) -> None:
        with self.subTest(text):
            self.assertEqual(self.loomcc(text, *options), (0, ""))
            if NVCC:
                self.assertTrue(self.nvcc_takes(text, *options))

    def test_of_the_program(self):
        for text, complaint in REFUSED:
            self.refuses(HOST + "\n" + text, 3 if text.startswith("#") else 2, complaint)

    def test_each_has_its_line(self):
        text = HOST + "\n" + "\n".join(f"__global__ void k{i}(int* o) {{ *o = square(1); }}" for i in range(3))
        status, complaints = self.loomcc(text)
        self.assertEqual((status, re.findall(r"^t.cu:(\d+): error: .* from a __global__ function \(\"(k\d)\"\)", complaints, re.M)),
                         (1, [("2", "k0"), ("3", "k1"), ("4", "k2")]))

    def test_accepted(self):
        for text in ACCEPTED:
            self.accepts(HOST + "\n" + text)

    # Compiling each would take long: all of one kind are one file, a namespace and a line each.
    def compiled(self, programs: list[str], *options: str) -> tuple[str, set[int]]:
        """What loomcc says of them, and the lines that nvcc refuses."""
        text = HOST + "\n" + "\n".join(f"namespace n{line} {{ {program} }}" for line, program in enumerate(programs, 2)) + "\n"
        told = self.run_on(text, LOOMCC, *options, "-c", "-o", "t.o").stderr
        return told, self.refused_by_nvcc(text, *options) if NVCC else set()

    def test_compiled_refused(self):
        told, by_nvcc = self.compiled([program for program, _, _ in COMPILED_REFUSED])
        expected = []
        for line, (_, called, caller) in enumerate(COMPILED_REFUSED, 2):
            called = called if called == "square" else f"n{line}::{called}"
            kind = "__global__" if caller == "k" else "__device__"
            expected.append(f"t.cu:{line}: error: " + sentence(called, OWN + called, f'{kind} function ("n{line}::{caller}")'))
        self.assertEqual(told.splitlines(), expected)
        if NVCC:
            self.assertEqual(by_nvcc, set(range(2, 2 + len(COMPILED_REFUSED))))

    def test_compiled_accepted(self):
        # `int d(); __device__ int d()` makes d the host's, too, for nvcc: too rare a thing to follow.
        by_themselves = [text for text in ACCEPTED if re.search(r'#|extern "C"| max\(', text)]
        others = [text for text in ACCEPTED if text not in by_themselves and not text.startswith("int d();")]
        self.assertEqual(self.compiled(COMPILED_ACCEPTED + others, "-w"), ("", set()))
        for text in by_themselves:
            with self.subTest(text):
                self.assertEqual(self.run_on(HOST + "\n" + text, LOOMCC, "-w", "-c", "-o", "t.o").stderr, "")

    def test_compiled_constexpr(self):
        told, by_nvcc = self.compiled([CONSTEXPR_MEMBER])
        self.assertIn("t.cu:2: error: " + sentence("n2::S::f", OWN + "n2::S::f", '__global__ function ("n2::k")'), told)
        self.assertEqual(by_nvcc, {2} if NVCC else set())
        self.assertEqual(self.compiled([CONSTEXPR_MEMBER], RELAXED), ("", set()))

    def test_relaxed_constexpr(self):
        self.accepts(HOST + KERNEL.format("*o = cube(*o);"), RELAXED)
        self.accepts(WITH_STD + KERNEL.format("*o = std::max(*o, 3) + std::numeric_limits<int>::max();"), RELAXED)

    def in_kernels(self, cases: list[tuple[str, str]]) -> None:
        """Each statement in a kernel and a line of its own, and the sentence."""
        first = WITH_STD.count("\n") + 1
        text = WITH_STD + "".join(KERNEL.format(statement).replace(" k(", f" k{line}(") + "\n" for line, (statement, _) in enumerate(cases, first))
        expected = [f"t.cu:{line}: error: {complaint}".replace('"k"', f'"k{line}"') for line, (_, complaint) in enumerate(cases, first)]
        status, complaints = self.loomcc(text)
        self.assertEqual((status, complaints.splitlines()), (1, expected))
        if NVCC:
            self.assertEqual(self.refused_by_nvcc(text), set(range(first, first + len(cases))))

    def test_of_the_standard_library(self):
        self.in_kernels([(call + ";", sentence(re.match(r":*(\w+::\w+)", call)[1], advice, kind="constexpr ")) for call, advice in STD])
        self.in_kernels([("*f = -std::numeric_limits<float>::max();",
                          sentence("std::numeric_limits<…>::max", "write cuda::std::numeric_limits, of <cuda/std/limits>", kind="constexpr "))])

    def test_of_c(self):
        self.in_kernels([(prefix + call + ";", sentence(prefix + call.split("(")[0], advice)) for advice, calls in C.items() for call in calls
                         for prefix in ["", "std::"]])

    def test_of_the_library_without_a_call(self):
        line = WITH_STD.count("\n") + 1
        self.refuses(WITH_STD + KERNEL.format("std::cout << 1;"), line, sentence("std::cout's operator<<", "print with printf"))
        for variable in ["vector<int> v(3);", "vector<float> v{1};", 'const std::string s = "a";', "deque<int> v;", "list<int> v;", "map<int, int> v;",
                         "set<int> v;", "unordered_map<int, int> v;", "unordered_set<int> v;", "string s;"]:
            name = re.search(r"(?:std::)?(\w+)(<| s)", variable.replace("const std::", ""))[1]
            statement = variable if variable.startswith("const") else "std::" + variable
            self.refuses(WITH_STD + KERNEL.format(statement), line, sentence(f"the constructor of std::{name}", "use an array"))


if __name__ == "__main__":
    unittest.main()
