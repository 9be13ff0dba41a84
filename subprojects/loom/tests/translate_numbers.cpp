// Kernels of nothing but numbers: which bodies are read as such, and what is asked of the names in them.
#include <doctest/doctest.h>

#include <string>

#include "translate_stage.hpp"

namespace {

// The names of which the compiler is asked whether they are numbers; "no" where the body is not taken for one of numbers.
std::string names(const std::string& body, const std::string& kernel = "__global__ void k(int n, float* p)") {
  const std::string text = stage::translated(kernel + " {" + body + "}", {.relocatable = true, .watched = false});
  const std::string before = "using loom_numbers [[maybe_unused]] = ::loom::Numbers<", after = ">; static";
  const std::size_t at = text.find(before);
  if (at == text.npos) return text.find("loomIndex") == text.npos ? "no" : "an index without names: " + text;
  std::string found = text.substr(at + before.size(), text.find(after, at) - at - before.size());
  stage::replace_all(found, "__typeof__", "");
  return found;
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
       {"f(n);", "p[0] = f (n);", "p[0] = f<int>(n);", "p[0] = (f)<int>(n);", "p[0] = ns::f(n);", "p[0] = T(n);", "p[0] = T{n};", "p[0] = s.x;", "p->x = 0;",
        "[&] { }();", "auto f = [=] { };", "p[0] = table[1](n);", "new int;", "delete p;", "throw 1;", "static int i = 0;", "extern int i;",
        "volatile int i = 0;", "asm(\"\");", "p[0] = 1_km;", "p[0] = 1s;", "f(\"text\");", "p[0] = *\"text\";", "struct S { } s;", "int f(int);",
        "__syncthreads();", "p[0] = __shfl;", "p[0] = this;", "goto end; end: ;", "switch (n) { default: ; }", "try { } catch (...) { }",
        "k<<<1, 2>>>(n, p);", "__shared__ float s[4]; s[0] = 0;", "dim3 i = threadIdx;", "p[0] = threadIdx.w;", "typedef int I;", "using I = int;"})
    CHECK_MESSAGE(names(body) == "no", body);
}

TEST_CASE("nor is what may declare something by a type that is not known") {
  for (const std::string body :
       {"Real x = 2;", "Real* q = p;", "Real * const q = p;", "Real& q = *p;", "Real&& q = 2;", "Real const x = 2;", "A<int> a = 2;", "ns::Real x = 2;",
        "::Real x = 2;", "const Real x = 2;", "for (Real x = 2; x < 3; ++x) ;", "for (int x : p) ;", "if (int x = n) p[x] = 0;",
        "if (int x = n; x) p[x] = 0;", "while (Real* q = p) ;", "auto [x, y] = p;", "int x{2};", "int x(2);", "int x = {2};", "int x; y: x = 2;"})
    CHECK_MESSAGE(names(body) == "no", body);
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
