// Kernels that are one loop over a grid's stride: which are done turn by turn, and how that is written.
#include <doctest/doctest.h>

#include <string>

#include "translate_stage.hpp"

namespace {

constexpr const char* first = "blockIdx.x * blockDim.x + threadIdx.x";
constexpr const char* step = "gridDim.x * blockDim.x";

bool in_turns(const std::string& body, const std::string& before = "") {
  return stage::translated(before + "__global__ void k(int n, float* p, S s) { " + body + " }", {.watched = false}).find("loom_step") != std::string::npos;
}

// A loop that is one of the kind, around other words.
bool around(const std::string& turn, const std::string& constants = "", const std::string& before = "") {
  return in_turns(constants + " for (int i = " + first + "; i < n; i += " + step + ") " + turn, before);
}

}  // namespace

TEST_CASE("a turn of the loop is a function, which loom calls for one thread after another") {
  CHECK(stage::translated("__global__ void k(float* p) { const int all = gridDim.x * blockDim.x; for (unsigned int i = threadIdx.x + blockDim.x * blockIdx.x; i < 2 * n; i += all) "
                          "p[i] = threadIdx.y; }", {.watched = false}) ==
        "__attribute__((noinline)) void k(float* p) { struct loom_thread { using loom_numbers [[maybe_unused]] = ::loom::Numbers<__typeof__(n), __typeof__(p)>; "
        "static __attribute__((always_inline)) bool loom_step([[maybe_unused]] decltype(p) p, [[maybe_unused]] const ::uint3 loomIndex, const long long loomAt, const bool loomAsks) "
        "{ const int all = gridDim.x * blockDim.x; { static_cast<void>(all); unsigned int i = static_cast<unsigned int>(loomAt); if (!( i < 2 * n)) return false; "
        "if (loomAsks) return true; for (bool loomOnce = true; loomOnce; loomOnce = false) p[i] = loomIndex.y; } return true; } "
        "using loom_place [[maybe_unused]] = unsigned int; static __attribute__((always_inline)) void loom_run(decltype(p) p, const ::uint3 loomIndex = ::threadIdx) "
        "{ for (unsigned int loomAt = ::blockIdx.x * ::blockDim.x + loomIndex.x; loom_step(p, loomIndex, static_cast<long long>(loomAt), false); "
        "loomAt += ::gridDim.x * ::blockDim.x) ; } }; ::loom::Registered<void (*)(decltype(p)), &k, loom_thread>::launch(p); }");
}

TEST_CASE("it may be written in several ways") {
  for (const std::string begin : {first, "blockDim.x * blockIdx.x + threadIdx.x", "threadIdx.x + blockIdx.x * blockDim.x", "threadIdx.x + blockDim.x * blockIdx.x"})
    for (const std::string stride : {step, "blockDim.x * gridDim.x"}) {
      CHECK(in_turns("for (size_t i = " + begin + "; i < n; i += " + stride + ") p[i] = 0;"));
      CHECK(in_turns("const int id = " + begin + "; unsigned all = " + stride + "; for (long i = id; i < n - 1 * m; i += all) { p[i] = id; p[i] += all; }"));
    }
  CHECK(around("{ if (p[i] < 0) continue; for (int k = 0; k < n; ++k) p[i] += k; float* q = p + i; *(q + 1) = 0; }"));
  CHECK(around("s.p->x = n;"));
  CHECK(around("p[i] = f(i) + sqrtf(s.x);", "float* const row = p + blockIdx.y * n; const float x = sqrtf(n);", "__device__ float g(float x) { return x; } "
               "__device__ float f(const float* x, float y) { return x[0] + y; } __device__ float f(float y) { return g(y); } "));
}

TEST_CASE("but not begin elsewhere, step otherwise, or end by more than a limit that stays") {
  for (const std::string header :
       {"int i = threadIdx.x; i < n; i += gridDim.x * blockDim.x", "int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x",
        "int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; ++i", "int i = blockIdx.x * blockDim.x + threadIdx.x; i <= n; i += gridDim.x * blockDim.x",
        "int i = blockIdx.x * blockDim.x + threadIdx.x; n > i; i += gridDim.x * blockDim.x", "int i = blockIdx.x * blockDim.x + threadIdx.x; i < n && p[i]; i += gridDim.x * blockDim.x",
        "int i = blockIdx.x * blockDim.x + threadIdx.x; i < *p; i += gridDim.x * blockDim.x", "int i = blockIdx.x * blockDim.x + threadIdx.x; i < p[0]; i += gridDim.x * blockDim.x",
        "int i = blockIdx.x * blockDim.x + threadIdx.x; i < n - i; i += gridDim.x * blockDim.x", "int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x, n--",
        "int i = blockIdx.x * blockDim.x + threadIdx.x, j = 0; i < n; i += gridDim.x * blockDim.x", "i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x",
        "short i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x", "float i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x",
        "int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; n += gridDim.x * blockDim.x", "int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i -= gridDim.x * blockDim.x",
        "int i = blockIdx.y * blockDim.y + threadIdx.y; i < n; i += gridDim.y * blockDim.y", "int i = n; i < n; i += gridDim.x * blockDim.x",
        "int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += n"})
    CHECK_MESSAGE(!in_turns("for (" + header + ") p[i] = 0;"), header);
}

TEST_CASE("nor keep anything from turn to turn but its variable") {
  for (const std::string turn : {"i += 2;", "{ ++n; }", "{ n--; }", "*p++ = 0;", "p += 1;", "s.x = 0;", "s.a[1] += 2;", "(n) = 3;", "sum += p[i];", "id = 2;", "{ int& x = n; x = 2; }",
                                 "{ int* x = &n; *x = 2; }", "change(n);", "--s.x;"})
    CHECK_MESSAGE(!around(turn, "float sum = 0; int id = n;", "__device__ void change(int& x) { x = 2; } __device__ int m; ") , turn);
  CHECK(!in_turns(std::string("for (int i = ") + first + "; i < m; i += " + step + ") m = i;"));
}

TEST_CASE("nor be left in the midst, nor have anything behind it") {
  for (const std::string turn : {"{ if (p[i]) break; }", "return;", "{ p[i] = 0; return; }", "p[i] = 0; p[0] = 1;", "{ p[i] = 0; } n;"}) CHECK_MESSAGE(!around(turn), turn);
}

TEST_CASE("nor constants before it that depend on memory, or on more than is seen to stay") {
  for (const std::string constant : {"float x = p[0];", "float x = *p;", "float x = 2 * *p;", "float x = s->x;", "int x = n++;", "int x = 1, y = 2;", "int x = 1, y;", "int x;", "n += 2;", "p[0] = 2;",
                                     "int x[2] = {1, 2};", "const int& x = n;", "if (n) ;", "{ }", "int* x = &n;"})
    CHECK_MESSAGE(!around("p[i] = 1;", constant), constant);
  const std::string functions = "__device__ int f(int x) { return x; } __device__ int m; ";
  CHECK(around("p[i] = x;", "int x = m;", functions));
  CHECK(!around("p[i] = f(x);", "int x = m;", functions));
  CHECK(!around("m = x;", "int x = m;", functions));
  CHECK(!around("p[i] = f(x);", "int x = f(n);", functions));
}

TEST_CASE("nor end in the midst of a word") {
  for (const std::string body : {"for (", "for (int", "for (int i = ", "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i <", "int x = ", "int x", "int"}) in_turns(body);
}
