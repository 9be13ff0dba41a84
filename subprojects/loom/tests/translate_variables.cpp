// Variables of the device and of blocks, in translation.
#include <doctest/doctest.h>

#include <string>

#include "translate_fixture.hpp"

using fixture::translated;

TEST_SUITE("device variables") {
  const std::string device = "__attribute__((section(\"loom_device\"), used))";
  const std::string constant = "__attribute__((section(\"loom_constant\"), used))";
  const std::string managed = "__attribute__((section(\"loom_managed\"), used))";

  TEST_CASE("each file has its own, in a section that names it") {
    CHECK(translated("__device__ int x;") == "static " + device + " int x;");
    CHECK(translated("__constant__ float c[4];") == "static " + constant + " float c[4];");
    CHECK(translated("__managed__ int m = 3;") == "static " + managed + " int m = 3;");
    CHECK(translated("static __device__ unsigned long long x;") == "static " + device + " unsigned long long x;");
    CHECK(translated("int __device__ x, y[2];") == "int static " + device + " x, y[2];");
  }
  TEST_CASE("with -rdc=true one variable serves all files") { CHECK(translated("__device__ int x;", {.relocatable = true}) == device + " int x;"); }
  TEST_CASE("managed wins over device") {
    CHECK(translated("__device__ __managed__ int m;") == "static " + managed + "  int m;");
    CHECK(translated("__managed__ __device__ int m;") == "static " + managed + "  int m;");
  }
  TEST_CASE("initialisers of every form") {
    CHECK(translated("__device__ int x{5}, y;") == "static " + device + " int x{5}, y;");
    CHECK(translated("__device__ int x(5);") == "static " + device + " int x(5);");
    CHECK(translated("__device__ float t[2] = {1, 2};") == "static " + device + " float t[2] = {1, 2};");
  }
  TEST_CASE("types of every form") {
    CHECK(translated("__device__ struct { int a; } x;") == "static " + device + " struct { int a; } x;");
    CHECK(translated("__device__ ns::V<int, 3> x;") == "static " + device + " ns::V<int, 3> x;");
    CHECK(translated("__device__ decltype(f(1)) x;") == "static " + device + " decltype(f(1)) x;");
    CHECK(translated("__device__ __attribute__((aligned(16))) int x[4];") == "static " + device + " __attribute__((aligned(16))) int x[4];");
    CHECK(translated("[[maybe_unused]] __device__ int x;") == "[[maybe_unused]] static " + device + " int x;");
    CHECK(translated("int* __device__ p;") == "int* " + device + " p;");
    CHECK(translated("__device__ int* __device__ p;") == "static " + device + " int*  p;");
  }
  TEST_CASE("a pointer to a function is a variable") {
    CHECK(translated("__device__ float (*f)(float) = g;") == "static " + device + " float (*f)(float) = g;");
  }
  TEST_CASE("constants need no section: they are read-only data") {
    CHECK(translated("__device__ const int n = 4;") == "static  const int n = 4;");
    CHECK(translated("constexpr __constant__ float t[2] = {1, 2};") == "constexpr static  float t[2] = {1, 2};");
    CHECK(translated("__constant__ int* const p = 0;") == "static  int* const p = 0;");
  }
  TEST_CASE("a pointer to a constant is a variable") { CHECK(translated("__device__ const int* p;") == "static " + device + " const int* p;"); }
  TEST_CASE("what the linker may merge has a section of its own") {
    CHECK(translated("static inline __device__ int x;") == "static inline __attribute__((section(\"loom_device_1\"), used)) int x;");
    CHECK(translated("template <class T> __device__ T x;") == "template <class T> __attribute__((section(\"loom_device_1\"), used)) T x;");
    CHECK(translated("void f() { static __device__ int x; }") == "void f() { static __attribute__((section(\"loom_device_1\"), used)) int x; }");
  }
  TEST_CASE("declared extern first, it stays visible to other files") {
    CHECK(translated("extern __constant__ int h[]; __constant__ int h[4];") ==
          "extern __attribute__((section(\"loom_constant\"))) int h[]; " + constant + " int h[4];");
    CHECK(translated("extern \"C\" __device__ int x;") == "extern \"C\" __attribute__((section(\"loom_device\"))) int x;");
  }
  TEST_CASE("what is declared with a value is defined") {
    CHECK(translated("extern \"C\" __device__ int x[2] = {1};") == "extern \"C\" " + device + " int x[2] = {1};");
    CHECK(translated("extern __device__ int x, y[2][3];") == "extern __attribute__((section(\"loom_device\"))) int x, y[2][3];");
  }
  TEST_CASE("namespaces are file scope, classes are not blocks") {
    CHECK(translated("namespace a::b { __device__ int x; }") == "namespace a::b { static " + device + " int x; }");
    CHECK(translated("extern \"C\" { __device__ int x; }") == "extern \"C\" { static " + device + " int x; }");
  }
}

TEST_SUITE("shared memory") {
  const std::string base = "__asm__(\"_ZN4loom19dynamic_shared_baseE\")";
  auto pointer = [](const std::string& type, const std::string& name, const std::string& declarator) {
    return "__attribute__((unused)) " + type + " " + declarator + " = static_cast<__typeof__(+" + name + ")>(::loom::dynamic_shared())";
  };

  TEST_CASE("static shared variables belong to the block's thread") {
    CHECK(translated("void k() { __shared__ float t[32][33]; }") == "void k() { thread_local __attribute__((used, aligned(16))) float t[32][33]; }");
    CHECK(translated("void k() { static __shared__ int n; }") == "void k() { static thread_local __attribute__((used, aligned(16))) int n; }");
    CHECK(translated("__shared__ int n;") == "static thread_local __attribute__((used, aligned(16))) int n;");
  }
  TEST_CASE("alignas stands first, where C++ wants it") {
    CHECK(translated("void k() { __shared__ alignas(64) char d[7]; }") == "void k() { alignas ( 64 ) thread_local __attribute__((used, aligned(16)))  char d[7]; }");
    CHECK(translated("void k() { static __shared__ alignas(A<int>) int n; }") ==
          "void k() { alignas ( A < int > ) static thread_local __attribute__((used, aligned(16)))  int n; }");
    CHECK(translated("__device__ alignas(16) int x;") == "alignas ( 16 ) static __attribute__((section(\"loom_device\"), used))  int x;");
  }
  TEST_CASE("dynamic shared memory is a pointer to the block's") {
    CHECK(translated("void k() { extern __shared__ float x[]; }") == "void k() { " + pointer("float", "x", "*const x") + "; }");
    CHECK(translated("void k() { __shared__ extern float x[]; }") == "void k() { " + pointer("float", "x", "*const x") + "; }");
    CHECK(translated("void k() { extern volatile __shared__ T x[]; }") == "void k() { " + pointer("volatile T", "x", "*const x") + "; }");
    CHECK(translated("void k() { extern __shared__ alignas(16) unsigned char x[]; }") == "void k() { " + pointer("unsigned char", "x", "*const x") + "; }");
    CHECK(translated("void k() { extern __shared__ __attribute__((aligned(8))) A<T, 2> x[]; }") == "void k() { " + pointer("A < T , 2 >", "x", "*const x") + "; }");
    CHECK(translated("void k() { extern __shared__ float x[][32]; }") == "void k() { " + pointer("float", "x", "(*const x)[32]") + "; }");
    CHECK(translated("void k() { extern __shared__ float x[8]; }") == "void k() { " + pointer("float", "x", "*const x") + "; }");
  }
  TEST_CASE("a declaration over several lines keeps the lines that follow on their own") {
    CHECK(translated("void k() { extern\n__shared__ float\nx[]; }") == "void k() { " + pointer("float", "x", "*const x") + "\n# 3 \"t.cu\"\n; }");
  }
  TEST_CASE("several declarators, the same memory") {
    CHECK(translated("void k() { extern __shared__ int x[], y[][4]; }") ==
          "void k() { " + pointer("int", "x", "*const x") + "; " + pointer("int", "y", "(*const y)[4]") + "; }");
  }
  TEST_CASE("its address is the array's") {
    const std::string declared = "void k() { " + pointer("float", "x", "*const x") + "; ", address = "::loom::dynamic_shared_at(x)";
    const auto of = [](const std::string& use) { return translated("void k() { extern __shared__ float x[]; " + use + " }"); };
    CHECK(of("f(&x, (T*)&x); { return &x; }") == declared + "f(" + address + ", (T*)" + address + "); { return " + address + "; } }");
    CHECK(of("f(&x[1], &y[&x]);") == declared + "f(&x[1], &y[" + address + "]); }");
    CHECK(of("[&x] { f(x); }; [&, &x] { }; [y = &x] { };") == declared + "[&x] { f(x); }; [&, &x] { }; [y = " + address + "] { }; }");
    CHECK(of("float& x = y; A<T>& x = y;") == declared + "float& x = y; A<T>& x = y; }");
    CHECK(translated("void k() { { extern __shared__ float x[]; { f(&x); } } f(&x); } void l(int x) { f(&x); }") ==
          "void k() { { " + declared.substr(11) + "{ f(" + address + "); } } f(&x); } void l(int x) { f(&x); }");
    CHECK(translated("extern __shared__ float x[]; void k() { f(&x); }") ==
          "extern __thread __attribute__((unused)) float *const x " + base + "; void k() { f(" + address + "); }");
  }
  TEST_CASE("a scalar is a reference") {
    CHECK(translated("void k() { extern __shared__ int x; }") ==
          "void k() { __attribute__((unused)) int &x = *static_cast<__typeof__(x)*>(::loom::dynamic_shared()); }");
  }
  TEST_CASE("outside a function it is loom's own pointer") {
    CHECK(translated("extern __shared__ float x[];") == "extern __thread __attribute__((unused)) float *const x " + base + ";");
    CHECK(translated("namespace n { extern __shared__ int x[]; }") == "namespace n { extern __thread __attribute__((unused)) int *const x " + base + "; }");
  }
}
