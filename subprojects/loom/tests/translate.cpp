// The translation, text to text. The texts are as the preprocessor would hand them over, with CUDA's words for readability.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "compile/passes.hpp"
#include "compile/translate.hpp"
#include "translate_fixture.hpp"

using fixture::translated;

namespace {

std::string complaint(const std::string& text) {
  try {
    (void)translated(text);
    return "none";
  } catch (const loom::compile::TranslationError& error) {
    return error.what();
  }
}

std::string launch(const std::string& configuration, const std::string& kernel, unsigned line, const std::string& call) {
  return "(static_cast<void>(::loom::Launching(::loom::Configuration(" + configuration + "), \"" + kernel + "\", \"t.cu\", " + std::to_string(line) +
         ")), " + call + ")";
}

bool untouched(const std::string& text) { return translated(text) == text; }

}  // namespace

TEST_SUITE("launches") {
  TEST_CASE("the kernel is called with the arguments as they stand") {
    CHECK(translated("add<<<g, b>>>(x, f(y));") == launch("g, b", "add", 1, "add(x, f(y))") + ";");
    CHECK(translated("k<<<1, 1>>>(0, nullptr, {1, n}, a..., -1);") == launch("1, 1", "k", 1, "k(0, nullptr, {1, n}, a..., -1)") + ";");
  }
  TEST_CASE("a kernel without arguments") { CHECK(translated("k<<<1, 1>>>();") == launch("1, 1", "k", 1, "k()") + ";"); }
  TEST_CASE("four configuration arguments, of any form") {
    CHECK(translated("k<<<dim3{1, 2}, {3}, n * sizeof(float), s>>>();") == launch("dim3{1, 2}, {3}, n * sizeof(float), s", "k", 1, "k()") + ";");
  }
  TEST_CASE("one configuration argument, as nvcc allows") { CHECK(translated("k<<<1>>>();") == launch("1", "k", 1, "k()") + ";"); }
  TEST_CASE("a shift in the configuration is no bracket") {
    CHECK(translated("k<<<1, n >> 1>>>();") == launch("1, n >> 1", "k", 1, "k()") + ";");
    CHECK(translated("k<<<(n >> 3), 1 << 2>>>();") == launch("(n >> 3), 1 << 2", "k", 1, "k()") + ";");
  }
  TEST_CASE("template arguments in the configuration, three closing at once") {
    CHECK(translated("k<<<S<1, 2>::v, 1>>>();") == launch("S<1, 2>::v, 1", "k", 1, "k()") + ";");
    CHECK(translated("k<<<U<U<U<int>>>::v, 1>>>();") == launch("U<U<U<int>>>::v, 1", "k", 1, "k()") + ";");
  }
  TEST_CASE("a comparison in the configuration is no bracket") {
    CHECK(translated("k<<<n < 4, 8>>>();") == launch("n < 4, 8", "k", 1, "k()") + ";");
    CHECK(translated("k<<<n < 4 ? 1 : 2, 8>>>();") == launch("n < 4 ? 1 : 2, 8", "k", 1, "k()") + ";");
  }
  TEST_CASE("kernels with template arguments") {
    CHECK(translated("k<int><<<1, 1>>>();") == launch("1, 1", "k<int>", 1, "k<int>()") + ";");
    CHECK(translated("k<A<int>, 3><<<1, 1>>>();") == launch("1, 1", "k<A<int>, 3>", 1, "k<A<int>, 3>()") + ";");
    CHECK(translated("k<A<A<int>>><<<1, 1>>>();") == launch("1, 1", "k<A<A<int>>>", 1, "k<A<A<int>>>()") + ";");
    CHECK(translated("k<(a > b)><<<1, 1>>>();") == launch("1, 1", "k<(a>b)>", 1, "k<(a > b)>()") + ";");
  }
  TEST_CASE("qualified names") {
    CHECK(translated("ns::k<<<1, 1>>>();") == launch("1, 1", "ns::k", 1, "ns::k()") + ";");
    CHECK(translated("::k<<<1, 1>>>();") == launch("1, 1", "::k", 1, "::k()") + ";");
    CHECK(translated("S<T>::template k<U><<<1, 1>>>();") == launch("1, 1", "S<T>::template k<U>", 1, "S<T>::template k<U>()") + ";");
    CHECK(translated("return ::k<<<1, 1>>>();") == "return " + launch("1, 1", "::k", 1, "::k()") + ";");
  }
  TEST_CASE("a kernel that is computed") {
    CHECK(translated("t[i]<<<1, 1>>>(x);") == launch("1, 1", "t[i]", 1, "t[i](x)") + ";");
    CHECK(translated("o.k<<<1, 1>>>();") == launch("1, 1", "o.k", 1, "o.k()") + ";");
    CHECK(translated("p->k<<<1, 1>>>();") == launch("1, 1", "p->k", 1, "p->k()") + ";");
    CHECK(translated("(*f)<<<1, 1>>>();") == launch("1, 1", "(*f)", 1, "(*f)()") + ";");
    CHECK(translated("pick(2)<<<1, 1>>>();") == launch("1, 1", "pick(2)", 1, "pick(2)()") + ";");
    CHECK(translated("pick(\"a\\n\")<<<1, 1>>>();") == launch("1, 1", "pick(\\\"a\\\\n\\\")", 1, "pick(\"a\\n\")()") + ";");
    CHECK(translated("pick(R\"(a\nb)\")<<<1, 1>>>();").find("\"pick(R\\\"(a b)\\\")\", \"t.cu\", 1") != std::string::npos);
  }
  TEST_CASE("a name in parentheses is a name") { CHECK(translated("(k<int>)<<<1, 1>>>();") == launch("1, 1", "(k<int>)", 1, "(k<int>)()") + ";"); }
  TEST_CASE("a condition before the launch is not part of it") {
    CHECK(translated("if (x) k<<<1, 1>>>();") == "if (x) " + launch("1, 1", "k", 1, "k()") + ";");
    CHECK(translated("if (x) (k)<<<1, 1>>>();") == "if (x) " + launch("1, 1", "(k)", 1, "(k)()") + ";");
    CHECK(translated("if (x) ::k<<<1, 1>>>();") == "if (x) " + launch("1, 1", "::k", 1, "::k()") + ";");
    CHECK(translated("else ::k<<<1, 1>>>();") == "else " + launch("1, 1", "::k", 1, "::k()") + ";");
  }
  TEST_CASE("launches inside other expressions") {
    CHECK(translated("CHECK((k<<<1, 1>>>(a), n) == 8);") == "CHECK((" + launch("1, 1", "k", 1, "k(a)") + ", n) == 8);");
    CHECK(translated("c ? k<<<1, 1>>>() :k<<<2, 2>>>();") == "c ? " + launch("1, 1", "k", 1, "k()") + " : " + launch("2, 2", "k", 1, "k()") + ";");
  }
  TEST_CASE("a launch in an argument of a launch") {
    const std::string inner = launch("1, 1", "j", 1, "j(y)");
    CHECK(translated("k<<<1, 1>>>([&] { j<<<1, 1>>>(y); return 1; }());") ==
          launch("1, 1", "k", 1, "k([&] { " + inner + "; return 1; }())") + ";");
  }
  TEST_CASE("blanks where nvcc takes them") {
    CHECK(translated("k<< <1, 1>> >();") == launch("1, 1", "k", 1, "k()") + ";");
  }
  TEST_CASE("blanks where nvcc takes none") {
    CHECK(untouched("k< <<1, 1>>>();"));
    CHECK(complaint("k<<<1, 1> >>();") == "t.cu:1: error: this launch has no `>>>` to close its `<<<`");
  }
  TEST_CASE("comments are passed over") {
    CHECK(translated("k<<</* >>> */1, 1>>>(/*,*/x);") == launch("1, 1", "k", 1, "k(/*,*/x)") + ";");
  }
  TEST_CASE("a launch over several lines keeps each word on its own") {
    const std::string text = translated("k\n<<<1,\n1>>>(x,\ny);\nint z;");
    CHECK(text == "(static_cast<void>(::loom::Launching(::loom::Configuration(\n# 2 \"t.cu\"\n1,\n1), \"k\", \"t.cu\", 1)), \n"
                  "# 1 \"t.cu\"\nk\n# 3 \"t.cu\"\n(x,\ny))\n# 4 \"t.cu\"\n;\nint z;");
  }
  TEST_CASE("what ends in a macro of a system header goes on there") {
    const std::string text = translated("k<<<1, 1>>>(\n# 1 \"t.cu\" 3 4\n)\n");
    CHECK(text.ends_with("))\n# 1 \"t.cu\" 3\n\n"));
  }
  TEST_CASE("line markers name the place of a launch") {
    const std::string text = translated("# 40 \"dir/\\\"odd\\\".cu\"\n\nk<<<1, 1>>>();");
    CHECK(text.find("\"k\", \"dir/\\\"odd\\\".cu\", 41)") != std::string::npos);
  }
}

TEST_SUITE("what is no launch") {
  TEST_CASE("strings, characters and comments") {
    CHECK(untouched("s = \"k<<<1, 1>>>()\"; c = '\\''; t = \"\\\"<<<\";"));
    CHECK(untouched("s = R\"x(k<<<1, 1>>>()\" )\")x\"; u = u8R\"(<<<)\";"));
    CHECK(untouched("// k<<<1, 1>>>()\n/* k<<<1,\n1>>>() */ int x;"));
    CHECK(untouched("int n = 1'000'000; char c = 'a'; // '\n"));
    CHECK(translated("n = 1'000; k<<<1, 1>>>(); c = '0';") == "n = 1'000; " + launch("1, 1", "k", 1, "k()") + "; c = '0';");
  }
  TEST_CASE("shifts and stream operators") {
    CHECK(untouched("x = a << b; y = a << (<b); cout << x << y; z >>= 3; z <<= 2; w = a <=> b;"));
    CHECK(untouched("operator<<<int>(x); a.operator<< <int>(x); friend S& operator<< <>(S&, T);"));
  }
  TEST_CASE("nested template arguments") { CHECK(untouched("A<B<C<int>>> x; f<A<B<int>>>();")); }
}

TEST_SUITE("device functions") {
  TEST_CASE("the word goes") {
    CHECK(translated("__device__ int f(int x) { return x; }") == " int f(int x) { return x; }");
    CHECK(translated("__device__ int f();") == " int f();");
    CHECK(translated("static __device__ __host__ inline S f(S a);") == "static   inline S f(S a);");
    CHECK(translated("__host__ __device__ S(int);") == "  S(int);");
    CHECK(translated("__device__ auto f(int) -> int;") == " auto f(int) -> int;");
    CHECK(translated("inline __device__ float3 operator+(float3 a, float3 b);") == "inline  float3 operator+(float3 a, float3 b);");
    CHECK(translated("__device__ int (*pick(int i))(float);") == " int (*pick(int i))(float);");
    CHECK(translated("template <class T, int N = 3> __device__ T f(T x);") == "template <class T, int N = 3>  T f(T x);");
  }
  TEST_CASE("members") {
    CHECK(translated("struct S { __device__ S(int x) : a(x) {} __device__ ~S() {} __device__ operator int() const; __device__ int operator()(int); int a; };") ==
          "struct S {  S(int x) : a(x) {}  ~S() {}  operator int() const;  int operator()(int); int a; };");
  }
  TEST_CASE("lambdas") {
    CHECK(translated("f([=] __device__ (int i) { return i; });") == "f([=]  (int i) { return i; });");
    CHECK(translated("f([] __device__ { return 1; });") == "f([]  { return 1; });");
  }
  TEST_CASE("__noinline__ is a word of CUDA outside attributes only") {
    CHECK(translated("__noinline__ int f();") == "__attribute__((noinline)) int f();");
    CHECK(untouched("__attribute__((__noinline__)) int f(); __attribute((cold, __noinline__)) int g();"));
  }
}

TEST_SUITE("kernels launch themselves") {
  auto launched = [](const std::string& declaration) {
    const std::string text = translated(declaration + "{ f(); }"), before = ") { f(); } }; ::loom::Registered<", after = "; }";
    const std::size_t at = text.find(before);
    if (at == text.npos || !text.ends_with(after)) return "not launched: " + text;
    return text.substr(at + before.size(), text.size() - at - before.size() - after.size());
  };
  const std::string thread = "{ struct loom_thread { static __attribute__((noinline)) void loom_run(";

  TEST_CASE("and hold what they do in a thread") {
    CHECK(translated("__global__ void k(int n, T... t) { f(n); }") ==
          "__attribute__((noinline)) void k(int n, T... t) " + thread +
              "[[maybe_unused]] decltype(n) n, [[maybe_unused]] decltype(t)... t) { f(n); } }; "
              "::loom::Registered<void (*)(decltype(n), decltype(t)...), &k, loom_thread>::launch(n, t...); }");
  }
  TEST_CASE("and that knows them by their own names") {
    const std::string text = translated("__global__ void k() { f(__func__, __FUNCTION__, __PRETTY_FUNCTION__, __LINE__); } void g() { f(__func__); }");
    CHECK(text.find(" void k() { [[maybe_unused]] static constexpr const char *loom_name = __func__, *loom_signature = __PRETTY_FUNCTION__; struct ") != text.npos);
    CHECK(text.find("{ f(loom_name, loom_name, loom_signature, __LINE__); }") != text.npos);
    CHECK(text.ends_with("void g() { f(__func__); }"));
  }
  TEST_CASE("and others, where device code may") {
    CHECK(translated("__global__ void k() {\nif (x) k<<<1, 1>>>(); }", {.relocatable = true}).find("::loom::Launching(") != std::string::npos);
  }
  TEST_CASE("by their parameters' types and their name") {
    CHECK(launched("__global__ void k() ") == "void (*)(), &k, loom_thread>::launch()");
    CHECK(launched("__global__ void k(void) ") == "void (*)(), &k, loom_thread>::launch()");
    CHECK(launched("static void __global__ __attribute__((cold)) k(const int* p, unsigned n = 3, float t[4]) noexcept ") ==
          "void (*)(decltype(p), decltype(n), decltype(t)), &k, loom_thread>::launch(p, n, t)");
    CHECK(launched("__global__ void k(void (*f)(int), A<int, 2> a, std::pair<int, int> p = {1, 2}) ") ==
          "void (*)(decltype(f), decltype(a), decltype(p)), &k, loom_thread>::launch(f, a, p)");
    CHECK(launched("__global__ void n::k(int n) ") == "void (*)(decltype(n)), &n :: k, loom_thread>::launch(n)");
  }
  TEST_CASE("with their launch bounds, which nothing else hears of") {
    CHECK(launched("__global__ void __loom_bounds__(128, 2) k(int n) ") == "void (*)(decltype(n)), &k, loom_thread, (128)>::launch(n)");
    CHECK(launched("__loom_bounds__(f(1, 2)) __global__ void k() ") == "void (*)(), &k, loom_thread, (f ( 1 , 2 ))>::launch()");
    CHECK(translated("__loom_bounds__(64) __global__ void k();") == " __attribute__((noinline)) void k();");
    CHECK(translated("void f(); __global__ __loom_bounds__(1) void k();") == "void f(); __attribute__((noinline))  void k();");
  }
  TEST_CASE("with the size of their cluster") {
    CHECK(launched("__global__ void __loom_cluster__(2, n, 1) k() ") == "void (*)(), &k, loom_thread, 0, (2), (n), (1)>::launch()");
    CHECK(launched("__loom_cluster__(4) __loom_bounds__(128, 2) __global__ void k() ") == "void (*)(), &k, loom_thread, (128), (4)>::launch()");
    CHECK(launched("template <int n> __global__ void __loom_cluster__() k() ") == "void (*)(), &k<n>, loom_thread>::launch()");
    CHECK(translated("__loom_cluster__(2, 1, 1) __global__ void k();") == " __attribute__((noinline)) void k();");
  }
  TEST_CASE("with names for parameters that have none") {
    const std::string text = translated("__global__ void k(int, const T, n::T, A<int>, T = 3, int*, void (*)(int), float (&)[3], int[4], Ts...) { }");
    CHECK(text.find("k(int loom_p0, const T loom_p1, n::T loom_p2, A<int> loom_p3, T loom_p4 = 3, int* loom_p5, void (* loom_p6)(int), "
                    "float (& loom_p7)[3], int loom_p8[4], Ts... loom_p9) { struct loom_thread ") != text.npos);
    CHECK(text.find("decltype(loom_p8), decltype(loom_p9)...), &k, loom_thread>::launch(loom_p0, ") != text.npos);
  }
  TEST_CASE("templates by their own parameters") {
    CHECK(launched("template <class T, int n = 3, typename... Ts> __global__ void k(T t, Ts... ts) ") ==
          "void (*)(decltype(t), decltype(ts)...), &k<T, n, Ts...>, loom_thread>::launch(t, ts...)");
    CHECK(launched("template <void (*f)(int), template <class, int> class C> static __global__ void k() ") == "void (*)(), &k<f, C>, loom_thread>::launch()");
    CHECK(launched("template <> __global__ void k<float, (3 > 2)>(float x) ") == "void (*)(decltype(x)), &k < float , ( 3 > 2 ) >, loom_thread>::launch(x)");
    CHECK(launched("template <class T> requires C<T> && D __global__ void k(T t) ") == "void (*)(decltype(t)), &k<T>, loom_thread>::launch(t)");
    CHECK(translated("template <class T, class = void, int = 3> __global__ void k(T t) { }").starts_with(
          "template <class T, class loom_p0 = void, int loom_p1 = 3>"));
  }
  TEST_CASE("from the outermost namespace on where a parameter hides them") {
    const std::string text = translated("namespace a { namespace { } } namespace a::b { namespace { extern \"C\" { __global__ void k(int k) { } } } }");
    CHECK(text.find("void (*)(decltype(k)), &::a :: b::k, loom_thread>::launch(k)") != text.npos);
  }
  TEST_CASE("not where they are declared only") {
    CHECK(translated("__global__ void k(int n); int x;") == "__attribute__((noinline)) void k(int n); int x;");
    CHECK(complaint("__global__ void (k)(int n) { }") ==
          "t.cu:1: error: loomcc cannot read this declaration of a kernel; write it as in `__global__ void scale(float* x, int n)`");
  }
}

TEST_SUITE("the rest of the file") {
  TEST_CASE("PTX without values") {
    CHECK(translated("__asm__ __volatile__(\"membar.gl;\" ::: \"memory\");") == "({ __threadfence(); });");
    CHECK(translated("asm volatile(\"bar.sync 0;\");") == "({ __syncthreads(); });");
    CHECK(translated("asm volatile(\"// why\\n { bar.sync  0; /* and */\\t membar.cta; }\");") == "({ __syncthreads(); __threadfence_block(); });");
  }
  TEST_CASE("PTX with values") {
    const auto out = [](std::string type, std::string name, std::string value) {
      return "({ __attribute__((unused)) " + type + " __ptx0{}; __ptx0 = ::loom::ptx::as<__typeof__(__ptx0)>(" + value + "); (" + name +
             ") = ::loom::ptx::as<__typeof__(" + name + ")>(__ptx0); });";
    };
    const std::string lane = "::loom::ptx::as<unsigned>(::loom::lane())";
    CHECK(translated("asm volatile(\"mov.u32 %0, %%laneid;\" : \"=r\"(v.lane));") == out("unsigned", "v.lane", lane));
    CHECK(translated("asm(\"mov.u32 %0, %laneid;\" : \"=r\"(s) : : \"memory\");") == out("unsigned", "s", lane));
    CHECK(translated("asm(\"add.u32 %0, %1, %2;\" : \"=r\"(s) : \"r\"(a) \"r\"(b));") ==
          translated("asm(\"add.u32 %0, %1, %2;\" : \"=r\"(s) : \"r\"(a), \"r\"(b));"));
    CHECK(translated("asm(\"mov.u64 %0, %globaltimer;\\n\" : \"=l\"(t) :: \"memory\");") ==
          out("unsigned long long", "t", "::loom::ptx::as<unsigned long long>(::loom::nanoseconds())"));
    CHECK(translated("asm (\"mov.u32 \" \"%0, %%ntid.x;\" : \"=r\"(n));") == out("unsigned", "n", "::loom::ptx::as<unsigned>(blockDim.x)"));
    CHECK(translated("asm(\"add.s32 %0, %0, -3;\" : \"+r\"(s[1 << 2]));") ==
          "({ __attribute__((unused)) unsigned __ptx0 = ::loom::ptx::as<unsigned>(s[1 << 2]); __ptx0 = ::loom::ptx::as<__typeof__(__ptx0)>"
          "(::loom::ptx::add_<int>(::loom::ptx::as<int>(__ptx0), ::loom::ptx::as<int>(-3))); "
          "(s[1 << 2]) = ::loom::ptx::as<__typeof__(s[1 << 2])>(__ptx0); });");
    CHECK(translated("asm(\"{ .reg .pred %p; setp.ne.f32 %p, %0, 0f00000000; @!%p trap; }\" :: \"f\"(x));") ==
          "({ __attribute__((unused)) float __ptx0 = ::loom::ptx::as<float>(x); __attribute__((unused)) bool __ptx_p{}; "
          "__ptx_p = ::loom::ptx::as<__typeof__(__ptx_p)>((::loom::ptx::as<float>(__ptx0) != "
          "::loom::ptx::as<float>(__builtin_bit_cast(float, 0x00000000u)))); if (!__ptx_p) { __trap(); } });");
  }
  TEST_CASE("PTX with branches") {
    CHECK(translated("asm(\"{ .reg .pred p; TRY_%=: @!p bra.uni TRY_%=; { .reg .pred p; } bra $DONE;\\n $DONE: }\");") ==
          "({ { __label__ __ptx_at_TRY_, __ptx_at_DONE; __attribute__((unused)) bool __ptx_p{}; __ptx_at_TRY_: __attribute__((unused)); "
          "if (!__ptx_p) { goto __ptx_at_TRY_; } goto __ptx_at_DONE; __ptx_at_DONE: __attribute__((unused)); } });");
  }
  TEST_CASE("PTX with carries keeps the thread's flag") {
    CHECK(translated("asm(\".reg .u32 r<2>; addc.u32 r1, r0, 1;\");") ==
          "({ bool __ptx_carry = ::loom::carry(); __attribute__((unused)) unsigned __ptx_r0{}; __attribute__((unused)) unsigned __ptx_r1{}; "
          "{ const auto __ptx_got = ::loom::ptx::carrying_add_<unsigned>(::loom::ptx::as<unsigned>(__ptx_r0), ::loom::ptx::as<unsigned>(1), __ptx_carry); "
          "__ptx_r1 = ::loom::ptx::as<__typeof__(__ptx_r1)>(__ptx_got.value); }; ::loom::set_carry(__ptx_carry); });");
  }
  TEST_CASE("an alias in a class with the name of its template") {
    const std::string renamed = "static auto __loom_A() -> A<T, (1 > 2)>; using A = decltype(__loom_A());";
    CHECK(translated("template <class T> struct S : B { using A = A<T, (1 > 2)>; };") == "template <class T> struct S : B { " + renamed + " };");
    CHECK(translated("class S { public: typedef A<T, (1 > 2)>A; };") == "class S { public: " + renamed + " };");
    for (const std::string other : {"struct S { using B = A<T>; typedef A<T> B; using A = b::A<T>; using A = A<T>::type; };", "void f() { using A = A<T>; }",
                                    "template <template <class> class T> void f() { typedef A<T> A; }", "namespace n { using A = A<T>; }"})
      CHECK(untouched(other));
  }
  TEST_CASE("pragmas for nvcc are blanked, others kept") {
    CHECK(translated("#pragma unroll 4\nint x;\n#pragma once\n") == "                \nint x;\n#pragma once\n");
    // What headers write for nvcc where they take GCC for the compiler: it would unroll loops for minutes.
    CHECK(translated("#pragma GCC unroll 65534\nint x;\n") == "                        \nint x;\n");
  }
  TEST_CASE("system headers are passed over") {
    const std::string header = "# 1 \"/usr/include/h.h\" 1 3 4\nk<<<;\n# 1 \"/usr/include/i.h\" 1 3 4\n<<<\n# 3 \"/usr/include/h.h\" 2 3 4\nj<<<;\n# 2 \"t.cu\" 2\n";
    CHECK(translated(header + "k<<<1, 1>>>();") == header + launch("1, 1", "k", 2, "k()") + ";");
  }
  TEST_CASE("macros of system headers are not passed over") {
    const std::string macro = "# 5 \"t.cu\" 3 4\n";
    CHECK(translated(macro + "k<<<1, 1>>>();") == macro + launch("1, 1", "k", 5, "k()") + ";");
  }
  TEST_CASE("nothing to do, nothing done") {
    CHECK(untouched(""));
    CHECK(untouched("\n\n"));
    CHECK(untouched("int main() { return 0; }\n"));
  }
}

TEST_SUITE("two passes become one") {
  using loom::compile::merge_passes;
  const std::string file = "# 1 \"t.cu\"\n", host = "__loom_host__ ", device = "__loom_device__ ", both = host + device;

  TEST_CASE("the same words change nothing") {
    CHECK(merge_passes(file + "int x;\n\n", file + "int x;\n\n") == file + "int x;\n\n");
    CHECK(merge_passes(file + device + "int f() { return 1; }", file + device + "int  f() { return  1; }") == file + device + "int f() { return 1; }");
  }
  TEST_CASE("the host's functions and variables are the host's") {
    const std::string text = file + "int f() { return 1; } struct S { int n = 1; }; int x = 1;";
    CHECK(merge_passes(text, file + "int f() { return 2; } struct S { int n = 2; }; int x = 2;") == text);
  }
  TEST_CASE("the device's functions are the device's, with its lines") {
    CHECK(merge_passes(file + device + "int f()\n{\nreturn 1; } int x;", file + device + "int f()\n{\n\nreturn 2; } int x;") ==
          file + device + "int f()\n\n# 2 \"t.cu\"\n{\n\nreturn 2; }\n# 3 \"t.cu\"\n int x;");
    CHECK(merge_passes(file + "struct S { " + device + "S() : a{1} { } };", file + "struct S { " + device + "S() : a{1} { g(); } };")
              .find("{ g(); }") != std::string::npos);
    const std::string head = "template <int n = 1, E<sizeof(n) == 4 || n == 2> = true> " + device + "int f() ";
    CHECK(merge_passes(file + head + "{ }", file + head + "{ g(); }") == file + head + "\n# 1 \"t.cu\"\n{ g(); }\n# 1 \"t.cu\"\n");
  }
  TEST_CASE("what is for both asks where it runs") {
    CHECK(merge_passes(file + both + "int f() { return 1; }", file + both + "int f() { return 2; }") ==
          file + both + "int f() { if (::loom::on_device())\n# 1 \"t.cu\"\n{ return 2; }\n# 1 \"t.cu\"\nelse\n# 1 \"t.cu\"\n{ return 1; }}\n# 1 \"t.cu\"\n");
  }
  TEST_CASE("a function for the device that only one pass has") {
    CHECK(merge_passes(file + device + "int f() { }\nint x;", file + "\nint x;") == file + "\n# 1 \"t.cu\"\n\nint x;");
    CHECK(merge_passes(file + "\nint x;", file + device + "int f() { }\nint x;") ==
          file + "\n\n# 1 \"t.cu\"\n" + device + "int f() { }\n# 2 \"t.cu\"\nint x;");
    // In place of one that only the host has.
    CHECK(merge_passes(file + "\n" + device + "int f(int) { }\nint x;", file + device + "int f(int n) { }\n\nint x;") ==
          file + "\n\n# 1 \"t.cu\"\n" + device + "int f(int n) { }\n# 2 \"t.cu\"\n\n# 2 \"t.cu\"\n\nint x;");
    // In a file that the host does not read.
    const std::string back = "# 1 \"t.cu\" 2\n", g = "namespace b { int g() { } }", h = "namespace a { inline namespace c { " + device + "int h() { } } }\n";
    CHECK(merge_passes(file + back + g, file + "# 1 \"h\" 1\n" + h + back + g) ==
          file + back + "namespace b { }namespace a {inline namespace c {\n# 1 \"h\"\n" + device + "int h() { }}}namespace b {\n# 1 \"t.cu\"\nint g() { } }");
  }
  TEST_CASE("overloads of one head, one after another") {
    const std::string twice = "{ } " + device + "int f() ";
    CHECK(merge_passes(file + device + "int f() " + twice + "{ }", file + device + "int f() " + twice + "{ g(); }") ==
          file + device + "int f() " + twice + "\n# 1 \"t.cu\"\n{ g(); }\n# 1 \"t.cu\"\n");
  }
}

TEST_SUITE("mistakes are named with their place") {
  TEST_CASE("incomplete launches") {
    CHECK(complaint("\nk<<<1, 1;") == "t.cu:2: error: this launch has no `>>>` to close its `<<<`");
    CHECK(complaint("k<<<1, 1>>>;") == "t.cu:1: error: the kernel's arguments, in parentheses, must follow `>>>`");
    CHECK(complaint("k<<<>>>();") == "t.cu:1: error: a launch needs at least the number of blocks between `<<<` and `>>>`");
    CHECK(complaint("{ <<<1, 1>>>(); }") == "t.cu:1: error: a launch needs the name of a kernel before `<<<`");
    CHECK(complaint("k<<<1, 1>>>(a") == "t.cu:1: error: the parenthesis that opens the kernel's arguments is never closed");
  }
  TEST_CASE("inline PTX that loom cannot run") {
    const auto end = [](std::string instruction, std::string warning = "") {
      return "({ struct __loom_ptx { __attribute__((__noinline__, __noreturn__, __cold__" + warning + ")) static void end() { ::loom::unknown_ptx(\"" +
             instruction + "\", __builtin_return_address(0)); } }; __loom_ptx::end(); });";
    };
    const auto ends = [&](std::string instruction) {
      return end(instruction, ", __warning__(\"`" + instruction + "` is PTX, a GPU's assembly, of a kind that loom cannot run: a kernel that comes to it "
                              "ends there. Write it in C++, or put it between `#ifndef __LOOM__` and `#endif`\")");
    };
    CHECK(translated("asm volatile(\"mma.sync.m8n8k4.f64 %0,%1;\" : \"=r\"(x) : \"r\"(y));") == ends("mma.sync.m8n8k4.f64 %0, %1"));
    CHECK(translated("asm(\"{ .reg .pred p;\\n\" \"bra.uni DONE; add.u32 %0, 1, 2; }\" : : );") == ends("bra.uni DONE"));
    CHECK(translated("__asm__ __volatile__(\"bar.arrive %0;\" :: \"r\"(n) : \"memory\");") == ends("bar.arrive %0"));
    CHECK(translated("asm(\"mov.u32 %0, %%gridid;\" : \"=r\"(n));") == ends("mov.u32 %0, %gridid"));
    CHECK(translated("asm(\"brev.b32 %0, %1, %2;\" : \"=r\"(x) : \"r\"(y), \"r\"(z));") == ends("brev.b32 %0, %1, %2"));
    CHECK(translated("asm(\"add.rz.s32 %0, %1, %1;\" : \"=r\"(x) : \"r\"(y));") == ends("add.rz.s32 %0, %1, %1"));
    CHECK(translated("asm(\"tcgen05.dealloc;\");") == ends("tcgen05.dealloc"));
    CHECK(translated("asm(\"L: L: trap;\");") == ends("L: L: trap"));
    CHECK(translated("asm(\"mad.hi.sat.s32 %0, %0, %0, %0;\" : \"+r\"(x));") == ends("mad.hi.sat.s32 %0, %0, %0, %0"));
    CHECK(translated("asm(\"mov.u32 %0, 1;\" : \"=x\"(n));") == ends("\\\"=x\\\""));
    CHECK(translated("asm(\".reg .b256 x; mov.u32 %0, 1;\" : \"=r\"(n));") == ends(".reg .b256 x"));
    // Headers of the system are not the reader's to change.
    const std::string header = "# 1 \"h\" 1 3\n", function = "__loom_device__ void f()";
    CHECK(translated(header + function + " { asm(\"tcgen05.dealloc;\"); }") == header + translated(function) + " { " + end("tcgen05.dealloc") + " }");
  }
  TEST_CASE("a launch in device code") {
    const std::string sentence = "t.cu:2: error: device code launches a kernel here: compile with -rdc=true, or launch it from the host";
    CHECK(complaint("__global__ void k() {\nif (x) k<<<1, 1>>>(); }") == sentence);
    CHECK(complaint("template <class T> __device__ void f() {\nk<<<1, 1>>>(); }") == sentence);
    CHECK(complaint("__host__ __device__ void f() {\nk<<<1, 1>>>(); }") == "none");
    CHECK(complaint("__global__ void k();\nvoid f() { k<<<1, 1>>>(); }") == "none");
  }
  TEST_CASE("a kernel called like a function") {
    const std::string sentence = "t.cu:2: error: add is a kernel: launch it, as in `add<<<blocks, threads>>>(…)`";
    CHECK(complaint("__global__ void add(int* p) {} void f() {\nadd(p); }") == sentence);
    CHECK(complaint("template <class T> __global__ __attribute__((cold)) void add(T* p); void f() { g();\nadd<A<int>>(p); }") == sentence);
  }
  TEST_CASE("the same name for something else, or used in another way") {
    const std::string kernel = "__global__ void add(int* p) {} ";
    for (std::string other : {"void add(float); void f() { add(x); }", "S* add(float); void f() { add(x); }", "A<int> add(int); void f() { add(x); }",
                              "void f() { auto add = g(); add(x); }", "struct S { void add(int); void f() { add(x); } };",
                              "void f() { o.add(x); cpu::add(x); k(add); h = add; }", "void f() { add<<<1, 1>>>(x); }",
                              "__global__ void add(int* p);"})
      CHECK(complaint(kernel + other) == "none");
    CHECK(translated("__global__ void add(int* p);") == "__attribute__((noinline)) void add(int* p);");
  }
  TEST_CASE("assembly of the host is the host's") {
    CHECK(untouched("asm volatile(\"\" ::: \"memory\"); __asm__(\"movl %%eax, %0; .byte 0x90\" : \"=r\"(x)); int y __asm__(\"name.32\");"));
    CHECK(translated("asm(\"fence.acquire.sys;\"); asm(\"fence.sc.cta;\");") == "({ __threadfence_system(); }); ({ __threadfence_block(); });");
    CHECK(untouched("asm volatile(\"1: jmp 1b; 1: nop\");"));
  }
  TEST_CASE("dynamic shared memory that loom cannot read") {
    CHECK(complaint("void k() { extern __shared__ float x[] = {1}; }") ==
          "t.cu:1: error: dynamic shared memory has no initial value: end `extern __shared__ float x[]` with `;`");
    CHECK(complaint("void k() { extern __shared__ float x[], (*y)[2]; }") ==
          "t.cu:1: error: loom cannot read this declaration of dynamic shared memory; write `extern __shared__ float x[];`");
    CHECK(complaint("void k() { extern __shared__ float x[; }") == "t.cu:1: error: this bracket is never closed");
    CHECK(complaint("extern __shared__ int x;") ==
          "t.cu:1: error: loom takes dynamic shared memory outside a function as an array only; write `extern __shared__ float x[];`");
  }
}
