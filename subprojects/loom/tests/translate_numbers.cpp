// Kernels of nothing but numbers: which bodies are read as such, and what is asked of the names in them.
#include <doctest/doctest.h>

#include <string>

#include "translate_stage.hpp"

namespace {

// The names of which the compiler is asked whether they are numbers, or structs of such; "no" where the body is not taken for one of numbers.
std::string names(const std::string& body, const std::string& kernel = "__global__ void k(int n, float* p)") {
  const std::string text = stage::translated(kernel + " {" + body + "}", {.relocatable = true, .watched = false});
  const std::string before = "using loom_numbers [[maybe_unused]] = ::loom::", after = ">; static";
  const std::size_t at = text.find(before);
  if (at == text.npos) return text.find("loomIndex") == text.npos ? "no" : "an index without names: " + text;
  std::string found = text.substr(at + before.size(), text.find(after, at) - at - before.size());
  stage::replace_all(found, "__typeof__", "");
  stage::replace_all(found, "::loom::", "");
  return found.starts_with("Numbers<") ? found.substr(8) : found;
}

}  // namespace

TEST_CASE("a body of numbers takes the index of its thread as a parameter") {
  CHECK(stage::translated("__global__ void k(float* p) { p[threadIdx.x] = threadIdx.y; }", {.watched = false}) ==
        "__attribute__((noinline)) void k(float* p) { struct loom_thread { using loom_numbers [[maybe_unused]] = ::loom::Numbers<__typeof__(p)>; "
        "static __attribute__((always_inline)) void loom_run([[maybe_unused]] decltype(p) p, [[maybe_unused]] const ::uint3 loomIndex = ::threadIdx) "
        "{ p[loomIndex.x] = loomIndex.y; } }; ::loom::Registered<void (*)(decltype(p)), &k, loom_thread>::launch(p); }");
  CHECK(stage::translated("__global__ void k(float* p) { p[threadIdx.x] = 0; }").find("loomIndex") == std::string::npos);
}

TEST_CASE("the names are those that it has from elsewhere") {
  CHECK(names("") == "");
  CHECK(names("int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] += 2.5e-3f * m;") == "(n), (p), (m)");
  CHECK(names("for (unsigned i = 0, j = n; i < j; i += gridDim.x) { const float v = p[i]; p[i] = v * v; }") == "(n), (p)");
  CHECK(names("float r[4], *q = p; while (n & mask) --n; do { r[0] = *q++; } while (n-- > 0); return;") == "(p), (n), (mask)");
  CHECK(names("if constexpr (flag) p[0] = n ? 1 : -1; else if (n == 2) return; else ;") == "(flag), (p), (n)");
  CHECK(names("{ int m = 3; p[m] = 0; } p[m] = 1;") == "(p), (m)");
  CHECK(names("for (int i = 0; i < 2; ++i) { if (p[i]) continue; break; } p[i] = sizeof(Real);") == "(p), (i), (Real)");
  CHECK(names("p[0] = (float)n + static_cast<unsigned long>(n) + float(n) + *reinterpret_cast<const int*>(p) + static_cast<T>(n);",
              "template <class T, int m> __global__ void k(int n, float* p)") == "(p), (n), (T)");
  CHECK(names("std::size_t i = n; uint32_t j = i; T x = p[j]; p[i] = x;", "template <typename T> __global__ void k(int n, float* p)") ==
        "(std::size_t), (n), (uint32_t), (T), (p)");
}

TEST_CASE("what calls a function, or may do so, is not read") {
  for (const std::string body :
       {"f(n);", "p[0] = f (n);", "p[0] = f<int>(n);", "p[0] = (f)<int>(n);", "p[0] = ns::f(n);", "p[0] = T(n);", "p[0] = T{n};", "p[0] = s.f();", "p->f();", "p[0] = s.f<1>(n);", "p[0] = s.operator int();",
        "[&] { }();", "auto f = [=] { };", "p[0] = table[1](n);", "new int;", "delete p;", "throw 1;", "static int i = 0;", "extern int i;",
        "volatile int i = 0;", "asm(\"\");", "p[0] = 1_km;", "p[0] = 1s;", "f(\"text\");", "p[0] = *\"text\";", "struct S { } s;", "int f(int);",
        "__syncthreads();", "p[0] = __shfl;", "p[0] = this;", "goto end; end: ;", "switch (n) { default: ; }", "try { } catch (...) { }",
        "k<<<1, 2>>>(n, p);", "__shared__ float s[4]; s[0] = 0;", "dim3 i = threadIdx;", "p[0] = threadIdx.w;", "typedef int I;", "using I = int;"})
    CHECK_MESSAGE(names(body) == "no", body);
}

TEST_CASE("nor is what may declare something by a type that is not known") {
  for (const std::string body :
       {"Real* q = p;", "Real * const q = p;", "Real& q = *p;", "Real&& q = 2;", "Real const x = 2;", "A<int> a = 2;", "ns::Real x = 2;",
        "::Real x = 2;", "for (int x : p) ;", "if (int x = n) p[x] = 0;", "if (Real x = n) p[x] = 0;", "n x;", "int q; q x;", "Real x(2);", "Real x{2};",
        "if (int x = n; x) p[x] = 0;", "while (Real* q = p) ;", "auto [x, y] = p;", "int x{2};", "int x(2);", "int x; y: x = 2;"})
    CHECK_MESSAGE(names(body) == "no", body);
}

TEST_CASE("two names in a row declare a variable of a type of which the compiler is asked") {
  CHECK(names("Real x = 2;") == "(Real)");
  CHECK(names("const Real x = 2, y[2] = {x, 3};") == "(Real)");
  CHECK(names("for (Real x = 2; x < n; ++x) ;") == "(Real), (n)");
}

TEST_CASE("a cast may be to such a type, and a name be a type's member") {
  CHECK(names("p[0] = static_cast<Real>(n) + reinterpret_cast<Pair*>(p)->x + (Real)n;") == "(p), (Real), (n), (Pair)");
  CHECK(names("p[0] = Colour::red + (n == Limits::most);") == "(p), (Colour::red), (n), (Limits::most)");
  for (const std::string body : {"p[0] = static_cast<A<int>>(n);", "p[0] = static_cast<ns::A>(n);", "int x; p[0] = static_cast<x>(n);", "p[0] = A::f(n);", "p[0] = A::f<1>(n);",
                                 "p[0] = a::b::c;", "p[0] = A::", "p[0] = A::operator int;", "int A; p[0] = A::b;"})
    CHECK_MESSAGE(names(body) == "no", body);
}

TEST_CASE("initial values may stand in braces, and members be named") {
  CHECK(names("int x = {2}; float r[2][2] = {{1, m}, {}}; r[0][x] = 1;") == "(m)");
  CHECK(names("s.x = a[n].y.z; (*a).x = a->y;") == "(s), (a), (n)");
  for (const std::string body : {"int x = {f()};", "int x = {[] { return 2; }};", "int x = {{2}, Real{3}};", "x = {2};", "int x = {2", "s.;", "s->"})
    CHECK_MESSAGE(names(body) == "no", body);
}

TEST_CASE("functions may be called of which loom knows that they compute") {
  CHECK(names("p[0] = sqrtf(p[n]) + fmaf(p[0], 2, fabs(-1.0)) + __fmul_rn(p[0], p[1]) + __popc(n) + max(n, 3);") == "(p), (n)");
  CHECK(names("p[0] = std::max(n, 2) + std::sqrt(p[0]) + __double2int_rz(2.5) + __ldg(p + n) + (__builtin_inff());") == "(p), (n)");
  CHECK(names("float4 v = make_float4(1, 2, n, 4); auto w = make_uchar3(1, 2, 3); p[0] = v.x;") == "(float4), (n), (uchar3), (p)");
  for (const std::string body : {"p[0] = __shfl_sync(~0u, n, 0);", "p[0] = std::launder(p);", "atomicAdd(p, 1);", "p[0] = __double2int(2.5);", "p[0] = __f2int_rz(n);",
                                 "p[0] = make_float5(1);", "p[0] = make_dim3(1);", "int sqrtf = 3; p[0] = sqrtf(2);", "p[0] = n::sqrtf(2);", "p[0] = sqrtff(2);"})
    CHECK_MESSAGE(names(body) == "no", body);
  CHECK(names("p[0] = sqrtf(2);", "__global__ void k(F sqrtf, float* p)") == "no");
}

TEST_CASE("and those of the file that are of the same kind") {
  const std::string kernel = " __global__ void k(int n, float* p)", call = "p[0] = f(n);";
  for (const std::string f :
       {"__device__ float f(float x) { return x * x; }", "template <class T, int n> __host__ __device__ inline T f(const T& x, T* y) { T z = x; *y = z; return T(z) + n; }",
        "static __device__ __attribute__((always_inline)) const float* f(float (x)) { return x; }", "[[nodiscard]] __device__ constexpr auto f(int) noexcept { return 1; }",
        "__device__ void f() { for (;;) return; }", "__device__ int f(void) { return blockDim.x; }",
        "__device__ int g(int x) { return x; } __device__ int f(int x) { if (x) return g(x); else return sqrtf(x); }",
        "namespace a { namespace { __device__ int f(int x) { return x; } } }", "__device__ float f(int x) { return x; } __device__ float f(float x) { return x; }"}) {
    if (f.find("float (x)") != f.npos) CHECK_MESSAGE(names(call, f + kernel) == "no", f);
    else CHECK_MESSAGE(names(call, f + kernel).find("(p), (n)") != std::string::npos, f);
  }
  CHECK(names(call, "__device__ Real f(Real x) { Pair q = c; return x + q.x + offset; }" + kernel) == "(p), (Real), (Pair), (c), (offset), (n)");
  CHECK(names(call, "float __device__ f(float4 v, float w[4]) { return v.x + w[0]; }" + kernel) == "(p), (float4), (n)");
  CHECK(names("p[0] = f<4>(n) + f<float>(m);", "template <class T> __device__ T f(T x) { return x; }" + kernel) == "(p), (n), (m)");
}

TEST_CASE("but no others") {
  const std::string kernel = " __global__ void k(int n, float* p)", call = "p[0] = f(n);";
  for (const std::string f :
       {"__device__ float f(float x);", "__device__ float f(float x) { return g(x); }", "__device__ float f(float x) { return x ? f(x - 1) : 0; }",
        "__device__ int g(int x) { return f(x); } __device__ int f(int x) { return g(x); }", "__device__ int f(int x) { return x + threadIdx.x; }",
        "__device__ int f(int x) { __syncthreads(); return x; }", "__device__ int f(int x) { static int y; return y += x; }", "__device__ int f(int x) { return s.g(x); }",
        "__device__ float f(float x) { return x; } __device__ float f(int x) { return h(x); }", "__device__ float f(float x) { return x; } __device__ float f(int x);",
        "__device__ auto f(int x) -> Own { return x; }", "__device__ ns::Own f(int x) { return x; }", "__device__ Own* f(int x) { return 0; }",
        "__device__ int f(Own<int> x) { return x; }", "__device__ int f(int x, ...) { return x; }", "template <class... T> __device__ int f(T... x) { return 1; }",
        "template <template <class> class T> __device__ int f(int x) { return 1; }", "__device__ int f(int x = 1) { return x; }", "auto f = [](int x) { return x; };",
        "struct S { __device__ int f(int x) { return x; } };", "S f(2);", "__device__ int f(int x) try { return x; } catch (...) { return 1; }",
        "namespace a { __device__ int f(int x) { return x + m; } }", "__device__ int f(int x) { return g(x); } int m; __device__ int g(int x) { return x + m; }", "__device__ int f(int x) { return p[x]; }", "__device__ int f(int x) { n y = 2; return y; }"})
    CHECK_MESSAGE(names(call, f + kernel) == "no", f);
  for (const std::string name : {"printf", "atomicAdd", "__any", "clock64", "tex2D"})
    CHECK_MESSAGE(names("p[0] = " + name + "(n);", "__device__ int " + name + "(int x) { return x; }" + kernel) == "no", name);
}

TEST_CASE("structs of nothing but numbers are told to the compiler") {
  const std::string kernel = "__global__ void k(int n, float* p)";
  CHECK(names("Pair q = p[0]; Pair* r = s; r->x = q.y;", "struct Pair { float x, y; }; " + kernel) == "NumbersAnd<Structs<struct Pair>, (Pair), (p), (s)");
  CHECK(names("", "struct alignas(8) A { unsigned char a[4], *b; const int c; float4 v; }; struct B { A a; }; " + kernel) == "NumbersAnd<Structs<struct A, struct B>");
  CHECK(names("", "namespace a { struct A { int x; }; namespace b { struct B { int x; }; } } struct C { int x; }; " + kernel) == "NumbersAnd<Structs<struct C>");
  for (const std::string other : {"struct A { int x; A(); };", "struct A { int operator+(int) const; };", "struct A : B { int x; };", "class A { int x; };", "struct A { Own x; };",
                                  "template <class T> struct A { int x; };", "union A { int x; };", "struct A { int x; }; namespace a { class A { }; }", "struct A { volatile int x; };",
                                  "namespace a { using A = Own; } struct A { int x; };", "struct A { int f(); };", "struct A final { int x; };", "struct A { int x : 3; };", "enum A { x };"})
    CHECK_MESSAGE(names("", other + kernel) == "", other);
  CHECK(names("", kernel + " { } struct A { int x; }; void f()") == "");
  CHECK(names("", "struct A { int x; }; template <class A> " + kernel) == "");
}

TEST_CASE("where operators do more than compute, there are to be no structs") {
  const std::string kernel = "__global__ void k(int n, float* p)", pair = "struct Pair { float x, y; }; ";
  CHECK(names("", pair + "__device__ Pair operator+(Pair a, const Pair& b) { a.x += b.x; return a; } " + kernel) == "NumbersAnd<Structs<struct Pair>, (Pair)");
  CHECK(names("n;", pair + "__device__ Pair operator+(Pair a, Pair b) { __syncthreads(); return a; } " + kernel) == "OnlyNumbers<(n)");
  CHECK(names("n;", pair + "__device__ Pair operator<<(Pair a, Pair b); " + kernel) == "OnlyNumbers<(n)");
  CHECK(names("n;", pair + kernel + " { n; } __device__ Pair operator+(Pair a, Pair b) { return a; } __device__ void f()") == "OnlyNumbers<(n)");
  CHECK(names("n;", "namespace a { __device__ int operator==(Color a, Color b) { return f(a); } }" + kernel) == "OnlyNumbers<(n)");
}

TEST_CASE("nor is what uses shared memory, whose name stands outside of the kernel") {
  const std::string shared = "__shared__ float s[4], *q; extern __shared__ int d[]; __device__ float f; ", kernel = "__global__ void k(int n, float* p)";
  for (const std::string body : {"p[0] = s[0];", "s[n] = 0;", "*q = 0;", "p[0] = d[n];"}) CHECK_MESSAGE(names(body, shared + kernel) == "no", body);
  CHECK(names("p[0] = f;", shared + kernel) == "(p), (f)");
  CHECK(names("s[0] = n;", shared + "__global__ void k(int n, float* s)") == "(s), (n)");
  CHECK(names("float s = n; p[0] = s;", shared + kernel) == "(n), (p)");
  CHECK(names("p[0] = s;", "__global__ void other() { __shared__ float s; } " + kernel) == "(p), (s)");
}

TEST_CASE("nor a body in which threads wait, or that ends in the midst of a word") {
  CHECK(names("int async = 0; p[async] = 1;") == "no");
  for (const std::string body : {"if", "if (", "for (;;", "do ;", "int i =", "p[", "while (n)", "do ; while (n)", "int", "const", "static_cast<", "p[0] = static_cast<int"})
    stage::translated("__global__ void k(int n, float* p) {" + body + "}", {.watched = false});
}
