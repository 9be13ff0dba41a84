// The translation, text to text, where the text itself is the promise: what has nothing of CUDA in it stays byte for byte, every word stays
// on its line, and what is refused is refused in a sentence that names its place. What translated programs do is held by tests/programs.
// The texts are as the preprocessor would hand them over, with CUDA's words for readability.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <sstream>
#include <string>
#include <string_view>

#include "compile/indirect_calls.hpp"
#include "compile/merge_device_pass.hpp"
#include "compile/redzones.hpp"
#include "compile/rewrite.hpp"
#include "compile/translate.hpp"

namespace {

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
}

// What loom/keywords.h does to the words.
std::string translated(std::string text) {
  for (std::string word : {"host", "global", "device", "constant", "managed", "shared"}) replace_all(text, "__" + word + "__", "__loom_" + word + "__");
  return loom::compile::translate("# 1 \"t.cu\"\n" + text).substr(11);
}

bool untouched(const std::string& text) { return translated(text) == text; }

std::string complaint(const std::string& text) {
  try {
    (void)translated(text);
    return "none";
  } catch (const loom::compile::TranslationError& error) {
    return error.what();
  }
}

// The line, by its markers, on which the text first has a part; 0 for none.
unsigned line_of(const std::string& text, const std::string& part) {
  std::istringstream lines(text);
  unsigned number = 1;
  for (std::string line; std::getline(lines, line); ++number) {
    if (line.starts_with("# ")) number = static_cast<unsigned>(std::stoul(line.substr(2))) - 1;
    else if (line.find(part) != line.npos) return number;
  }
  return 0;
}

}  // namespace

TEST_SUITE("every word stays on its line") {
  TEST_CASE("of a launch over several lines") {
    const std::string text = translated("k\n<<<b,\nt>>>(x,\ny);\nint z;");
    CHECK(line_of(text, "b,") == 2);
    CHECK(line_of(text, "t)") == 3);
    CHECK(line_of(text, "(x,") == 3);
    CHECK(line_of(text, "y)") == 4);
    CHECK(line_of(text, "int z;") == 5);
  }
  TEST_CASE("of dynamic shared memory over several lines") {
    CHECK(line_of(translated("void k() { extern\n__shared__ float\nx[]; f(); }"), "f();") == 3);
  }
  TEST_CASE("and in a system header, where a launch ends in one of its macros") {
    CHECK(translated("k<<<1, 1>>>(\n# 1 \"t.cu\" 3 4\n)\n").ends_with("\n# 1 \"t.cu\" 3\n\n"));
  }
  TEST_CASE("of a function that has another text in device code") {
    const std::string file = "# 1 \"t.cu\"\n", both = "__loom_host__ __loom_device__ ";
    const std::string text = loom::compile::merge_device_pass(file + both + "int f()\n{\nh(); }\nint x;", file + both + "int f()\n{\n\nd(); }\nint x;");
    CHECK(line_of(text, "h();") == 3);
    CHECK(line_of(text, "d();") == 4);
    CHECK(line_of(text, "int x;") == 4);
    const std::string device = file + "__loom_device__ int f()\n{\n";
    CHECK(line_of(loom::compile::merge_device_pass(device + "h(); }\nint x;", device + "\nd(); }\nint x;"), "int x;") == 4);
    const std::string alone = loom::compile::merge_device_pass(file + "\n\nint x;", file + "__loom_device__ int f()\n{ }\nint x;");
    CHECK(line_of(alone, "int f()") == 1);
    CHECK(line_of(alone, "int x;") == 3);
  }
  TEST_CASE("which pragmas for nvcc leave empty") {
    CHECK(translated("#pragma unroll 4\nint x;\n#pragma once\n") == "                \nint x;\n#pragma once\n");
    // What headers write for nvcc where they take GCC for the compiler: it would unroll loops for minutes.
    CHECK(translated("#pragma GCC unroll 65534\nint x;\n") == "                        \nint x;\n");
  }
}

TEST_SUITE("what stays byte for byte") {
  TEST_CASE("nothing to do, nothing done") {
    CHECK(untouched(""));
    CHECK(untouched("\n\n"));
    CHECK(untouched("int main() { return 0; }\n"));
  }
  TEST_CASE("strings, characters and comments") {
    CHECK(untouched("s = \"k<<<1, 1>>>()\"; c = '\\''; t = \"\\\"<<<\";"));
    CHECK(untouched("s = R\"x(k<<<1, 1>>>()\" )\")x\"; u = u8R\"(<<<)\";"));
    CHECK(untouched("// k<<<1, 1>>>()\n/* k<<<1,\n1>>>() */ int x;"));
    CHECK(untouched("int n = 1'000'000; char c = 'a'; // '\n"));
  }
  TEST_CASE("shifts and stream operators") {
    CHECK(untouched("x = a << b; y = a << (<b); cout << x << y; z >>= 3; z <<= 2; w = a <=> b;"));
    CHECK(untouched("operator<<<int>(x); a.operator<< <int>(x); friend S& operator<< <>(S&, T);"));
    CHECK(untouched("k< <<1, 1>>>();"));
  }
  TEST_CASE("nested template arguments") { CHECK(untouched("A<B<C<int>>> x; f<A<B<int>>>();")); }
  TEST_CASE("attributes") { CHECK(untouched("__attribute__((__noinline__)) int f(); __attribute((cold, __noinline__)) int g();")); }
  TEST_CASE("aliases but that in a class with the name of its template") {
    for (const std::string other : {"struct S { using B = A<T>; typedef A<T> B; using A = b::A<T>; using A = A<T>::type; };", "void f() { using A = A<T>; }",
                                    "template <template <class> class T> void f() { typedef A<T> A; }", "namespace n { using A = A<T>; }"})
      CHECK(untouched(other));
  }
  TEST_CASE("assembly of the host") {
    CHECK(untouched("asm volatile(\"\" ::: \"memory\"); __asm__(\"movl %%eax, %0; .byte 0x90\" : \"=r\"(x)); int y __asm__(\"name.32\");"));
    CHECK(untouched("asm volatile(\"1: jmp 1b; 1: nop\");"));
  }
  TEST_CASE("system headers") {
    CHECK(untouched("# 1 \"/usr/include/h.h\" 1 3 4\nk<<<;\n# 1 \"/usr/include/i.h\" 1 3 4\n<<<\n# 3 \"/usr/include/h.h\" 2 3 4\nj<<<;\n# 2 \"t.cu\" 2\n"));
  }
  TEST_CASE("what two passes agree in, and what is for the host alone") {
    using loom::compile::merge_device_pass;
    const std::string file = "# 1 \"t.cu\"\n", device = "__loom_device__ ";
    CHECK(merge_device_pass(file + "int x;\n\n", file + "int x;\n\n") == file + "int x;\n\n");
    CHECK(merge_device_pass(file + device + "int f() { return 1; }", file + device + "int  f() { return  1; }") == file + device + "int f() { return 1; }");
    const std::string text = file + "int f() { return 1; } struct S { int n = 1; }; int x = 1;";
    CHECK(merge_device_pass(text, file + "int f() { return 2; } struct S { int n = 2; }; int x = 2;") == text);
  }
}

TEST_SUITE("branches and loops of which the engine need not hear") {
  bool as_it_was(const std::string& body) { return untouched("void f() { " + body + " }"); }
  const std::string sync = "__syncthreads();";

  TEST_CASE("an `if` with which the function ends") {
    CHECK(as_it_was("if (c) { " + sync + " g(); }"));
    CHECK(as_it_was("if (c) " + sync + " else g();"));
    CHECK(as_it_was("if (c) " + sync + " return;"));
    CHECK(as_it_was("{ if (c) " + sync + " } ;"));
    CHECK(as_it_was("do { if (c) " + sync + " } while (0);"));
    CHECK(as_it_was("switch (x) { case 1: if (c) " + sync + " break; default: g(); }"));
    CHECK(as_it_was("h([&] { if (c) " + sync + " }); g();"));
  }
  TEST_CASE("barriers in both branches, or in a row") {
    CHECK(as_it_was("if (c) " + sync + "\nelse { " + sync + " } g();"));
    CHECK(as_it_was(sync + "\n" + sync));
  }
  TEST_CASE("conditions that are not an expression of their own") {
    CHECK(as_it_was("if constexpr (c) " + sync + " g();"));
    CHECK(as_it_was("if (int n = h()) " + sync + " g();"));
    CHECK(as_it_was("if (int n{h()}) " + sync + " g();"));
  }
  TEST_CASE("loops without a barrier, or that are none") {
    CHECK(as_it_was("for (;;) g(); " + sync));
    CHECK(as_it_was("do { if (c) break; " + sync + " } while (0);"));
  }
  TEST_CASE("heads of loops that are left by a `break` alone, or have no condition of their own") {
    for (const std::string head :
         {"for (;;)", "for (T x : y)", "for (int n = 1; T x : y)", "for (int i = 0; T x = i;)", "while (true)", "while (1)", "while (T x = g())"})
      CHECK(translated("void f() { " + head + " { " + sync + " } }").starts_with("void f() { " + head + " { "));
  }
  TEST_CASE("barriers of other groups than the block") {
    CHECK(as_it_was("thread_block b; if (c) sync(t); g();"));
    CHECK(as_it_was("if (c) cg::tiled_partition<4>(cg::this_thread_block()).sync(); g();"));
    CHECK(as_it_was("if (c) cg::sync(cg::tiled_partition<4>(cg::this_thread_block())); g();"));
    CHECK(as_it_was("auto b = cg::this_thread_block(); if (c) t.sync(); g();"));
    CHECK(as_it_was("auto t = cg::tiled_partition<4>(cg::this_thread_block()); if (c) t.sync(); g();"));
  }
  TEST_CASE("all, where nothing is watched") {
    const std::string text = "# 1 \"t.cu\"\nvoid f() { if (c) " + sync + " g(); }";
    CHECK(loom::compile::translate(text, {.watched = false}) == text);
  }
  TEST_CASE("words without sense") {
    CHECK(as_it_was("if ) __syncthreads() g();"));
    for (const std::string word : {"if", "for", "while", "switch", "do"}) CHECK(as_it_was("{ " + sync + " " + word + " } g();"));
    CHECK(as_it_was("for while if do else __syncthreads()"));
    std::string deep;
    for (int i = 0; i < 5000; ++i) deep += "if (c) ";
    CHECK(as_it_was(deep + sync + " g();"));
    CHECK(as_it_was(std::string(100000, '{') + sync + std::string(100000, '}')));
  }
}

// Here the text is another processor's, on which these tests may not run.
TEST_SUITE("assembly") {
  using loom::compile::with_redzones;
  TEST_CASE("on arm64, too, a value of any width has a redzone behind its last word") {
    for (const char* const word : {".hword", ".word", ".xword"}) {
      CAPTURE(word);
      const std::string value = '\t' + (std::string(word) + "\t1\n");
      const std::string head = "\t.section\tloom_device,\"aw\"\nfirst:\n" + value + value;
      CHECK(with_redzones(head + "second:\n" + value + "\t.text\n") == head + "\t.zero\t256\nsecond:\n" + value + "\t.zero\t256\n\t.text\n");
    }
  }
  TEST_CASE("a call through a pointer passes through loom's function, on either processor") {
    using loom::compile::with_announced_calls;
    CHECK(with_announced_calls("\t.file\t\"t.cu\"\n\tcall\t*8(%rax)\n\tret\n") ==
          "\t.file\t\"t.cu\"\n\tmovq\t8(%rax), %r11\n\tcall\t__loom_indirect_call@PLT\n\tret\n");
    CHECK(with_announced_calls("\t.arch armv8-a\n\tblr\tx3\n\tbl\tf\n\tret\n") ==
          "\t.arch armv8-a\n\tmov\tx9, x3\n\tbl\t__loom_indirect_call\n\tbl\tf\n\tret\n");
  }
  TEST_CASE("variables of the host lie as they were") {
    const std::string host = "\t.data\nfirst:\n\t.word\t1\nsecond:\n\t.long\t2\n\t.text\n";
    CHECK(with_redzones(host) == host);
  }
}

TEST_SUITE("mistakes are named with their place") {
  TEST_CASE("incomplete launches") {
    CHECK(complaint("\nk<<<1, 1;") == "t.cu:2: error: this launch has no `>>>` to close its `<<<`");
    CHECK(complaint("k<<<1, 1> >>();") == "t.cu:1: error: this launch has no `>>>` to close its `<<<`");
    CHECK(complaint("k<<<1, 1>>>;") == "t.cu:1: error: the kernel's arguments, in parentheses, must follow `>>>`");
    CHECK(complaint("k<<<>>>();") == "t.cu:1: error: a launch needs at least the number of blocks between `<<<` and `>>>`");
    CHECK(complaint("{ <<<1, 1>>>(); }") == "t.cu:1: error: a launch needs the name of a kernel before `<<<`");
    CHECK(complaint("k<<<1, 1>>>(a") == "t.cu:1: error: the parenthesis that opens the kernel's arguments is never closed");
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
  }
  TEST_CASE("a declaration of a kernel that loomcc cannot read") {
    CHECK(complaint("__global__ void (k)(int n) { }") ==
          "t.cu:1: error: loomcc cannot read this declaration of a kernel; write it as in `__global__ void scale(float* x, int n)`");
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
