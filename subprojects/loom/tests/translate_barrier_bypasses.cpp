// What the translation adds so that the engine hears who goes around a barrier.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "compile/translate.hpp"
#include "translate_fixture.hpp"

using fixture::translated;

TEST_SUITE("barriers in a branch or a loop") {
  // The body of a function, with what its `if`s and barriers say; their words without the number of the file, and counted from the body's first.
  std::string marked(const std::string& body) {
    const std::string head = "void f() { ", text = translated(head + body + " }").substr(head.size());
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t behind = std::min(text.find_first_not_of("0123456789", at), text.size());
      const bool key = behind > at && text.compare(behind, 2, "ul") == 0;
      if (key) out += std::to_string((std::stoull(text.substr(at)) & 0xffffffff) - 5);
      else out.append(text, at, std::max(behind, at + 1) - at);
      at = key ? behind + 2 : std::max(behind, at + 1);
    }
    return out.substr(0, out.size() - 2);
  }
  bool as_it_was(const std::string& body) { return marked(body) == body; }
  bool asks_an_if(const std::string& body) { return marked(body).find("::loom::enters(") != std::string::npos; }
  const std::string sync = "__syncthreads();";
  std::string waits(int word, const std::string& call) { return "(::loom::comes_to_barrier(" + std::to_string(word) + "), " + call + ")"; }

  TEST_CASE("the condition says which way a thread goes, the barrier which one it is") {
    CHECK(marked("if (c) " + sync + " g();") == "if (::loom::enters(4, 8, static_cast<bool>(c))) " + waits(4, "__syncthreads()") + "; g();");
    CHECK(marked("if (a, b(1)) { n = ::__syncthreads_or(f(x)); } g();") ==
          "if (::loom::enters(9, 22, static_cast<bool>(a, b(1)))) { n = " + waits(13, "::__syncthreads_or(f(x))") + "; } g();");
  }
  TEST_CASE("the branch with the barrier may be the second") {
    CHECK(marked("if (c) { h(); } else " + sync + " g();") ==
          "if (::loom::avoids(11, 15, static_cast<bool>(c))) { h(); } else " + waits(11, "__syncthreads()") + "; g();");
  }
  TEST_CASE("one in the other") {
    CHECK(marked("if (a) if (b) " + sync + " g();") == "if (::loom::enters(4, 12, static_cast<bool>(a))) if (::loom::enters(8, 12, static_cast<bool>(b))) " +
                                                           waits(8, "__syncthreads()") + "; g();");
  }
  TEST_CASE("in a loop there is always more to come") {
    CHECK(asks_an_if("for (;;) if (c) " + sync));
    CHECK(asks_an_if("while (x) { if (c) " + sync + " }"));
    CHECK(asks_an_if("do if (c) { " + sync + " } while (x);"));
    CHECK(as_it_was("do { if (c) " + sync + " } while (0);"));
  }
  TEST_CASE("an `if` with which the function ends") {
    CHECK(as_it_was("if (c) { " + sync + " g(); }"));
    CHECK(as_it_was("if (c) " + sync + " else g();"));
    CHECK(as_it_was("if (c) " + sync + " return;"));
    CHECK(as_it_was("{ if (c) " + sync + " } ;"));
    CHECK_FALSE(asks_an_if("for (;;) { if (c) " + sync + " return; }"));
    CHECK(as_it_was("switch (x) { case 1: if (c) " + sync + " break; default: g(); }"));
    CHECK(as_it_was("h([&] { if (c) " + sync + " }); g();"));
    CHECK_FALSE(as_it_was("h([&] { if (c) " + sync + " g(); });"));
    CHECK_FALSE(as_it_was("switch (x) { case 1: if (c) " + sync + " break; default: g(); } g();"));
  }
  TEST_CASE("barriers in both branches, or a way around that leads elsewhere") {
    CHECK(as_it_was("if (c) " + sync + "\nelse { " + sync + " } g();"));
    CHECK_FALSE(asks_an_if("for (;;) { if (c) " + sync + " else return; }"));
    CHECK_FALSE(asks_an_if("for (;;) { if (c) " + sync + " else if (d) break; g(); }"));
  }
  TEST_CASE("two on one line say which they are") {
    CHECK(marked("if (c) " + sync + " else " + sync) ==
          "if (c) " + waits(4, "__syncthreads()") + "; else " + waits(9, "__syncthreads()") + ";");
    CHECK(as_it_was(sync + "\n" + sync));
  }
  TEST_CASE("conditions that are no expression of their own") {
    CHECK(as_it_was("if constexpr (c) " + sync + " g();"));
    CHECK(as_it_was("if (int n = h()) " + sync + " g();"));
    CHECK(as_it_was("if (int n{h()}) " + sync + " g();"));
    CHECK(marked("if (int n = h(); n > 1) " + sync + " g();") ==
          "if (int n = h();::loom::enters(13, 17, static_cast<bool>( n > 1))) " + waits(13, "__syncthreads()") + "; g();");
  }
  TEST_CASE("a loop's condition says who leaves it") {
    CHECK(marked("while (c) " + sync) == "while (::loom::stays(1, 8, static_cast<bool>(c))) " + waits(4, "__syncthreads()") + ";");
    CHECK(marked("for (int i = a(1); i < n; ++i) { " + sync + " }") ==
          "for (int i = a(1);::loom::stays(1, 23, static_cast<bool>( i < n)); ++i) { " + waits(18, "__syncthreads()") + "; }");
    CHECK(marked("do { " + sync + " } while (a || b(c)); g();") ==
          "do { " + waits(2, "__syncthreads()") + "; } while (::loom::stays(1, 17, static_cast<bool>(a || b(c)))); g();");
    CHECK(marked("do " + sync + " while (c);").starts_with("do " + waits(1, "__syncthreads()") + "; while (::loom::stays("));
  }
  TEST_CASE("and so does a `break` of its own") {
    CHECK(marked("for (;;) { if (c) break; " + sync + " }") == "for (;;) { if (c) { ::loom::stays(1, 17, false); break; } " +
                                                                 waits(12, "__syncthreads()") + "; }");
    CHECK(marked("while (true) { if (c) break; else h(); " + sync + " }").find("{ ::loom::stays(1, 21, false); break; } else h();") != std::string::npos);
    CHECK(marked("for (T x : y) { " + sync + " break; }").starts_with("for (T x : y) { "));
    for (const std::string inner : {"for (;;) break;", "while (a) { break; }", "do { break; } while (a);", "switch (a) { default: break; }"})
      CHECK(marked("for (;;) { " + inner + " " + sync + " }").starts_with("for (;;) { " + inner + " (::loom::comes_to_barrier("));
    CHECK(marked("for (;;) { for (;;) { " + sync + " break; } break; }") ==
          "for (;;) { for (;;) { " + waits(12, "__syncthreads()") + "; { ::loom::stays(7, 19, false); break; } } { ::loom::stays(1, 22, false); break; } }");
  }
  TEST_CASE("loops that are left as they are") {
    CHECK(as_it_was("for (;;) g(); " + sync));
    CHECK(as_it_was("do { if (c) break; " + sync + " } while (0);"));
    for (const std::string head :
         {"for (;;)", "for (T x : y)", "for (int n = 1; T x : y)", "for (int i = 0; T x = i;)", "while (true)", "while (1)", "while (T x = g())"})
      CHECK(marked(head + " { " + sync + " }").starts_with(head + " { (::loom::comes_to_barrier("));
  }
  TEST_CASE("by cooperative groups, if it is the block that meets") {
    CHECK(marked("thread_block b; if (c) b.sync(); g();") ==
          "thread_block b; if (::loom::enters(7, 13, static_cast<bool>(c))) " + waits(9, "b.sync()") + "; g();");
    CHECK_FALSE(as_it_was("auto b = cg::this_thread_block(); if (c) cg::sync(b); g();"));
    CHECK(marked("thread_block b; if (c) sync(b); g();") ==
          "thread_block b; if (::loom::enters(7, 12, static_cast<bool>(c))) " + waits(7, "sync(b)") + "; g();");
    CHECK(marked("if (c) cg::this_thread_block().sync(); g();") ==
          "if (::loom::enters(4, 14, static_cast<bool>(c))) " + waits(10, "cg::this_thread_block().sync()") + "; g();");
    CHECK_FALSE(as_it_was("if (c) cg::sync(cg::this_thread_block()); g();"));
    CHECK(as_it_was("thread_block b; if (c) sync(t); g();"));
    CHECK(as_it_was("if (c) cg::tiled_partition<4>(cg::this_thread_block()).sync(); g();"));
    CHECK(as_it_was("if (c) cg::sync(cg::tiled_partition<4>(cg::this_thread_block())); g();"));
    CHECK(as_it_was("auto b = cg::this_thread_block(); if (c) t.sync(); g();"));
    CHECK(as_it_was("auto t = cg::tiled_partition<4>(cg::this_thread_block()); if (c) t.sync(); g();"));
  }
  TEST_CASE("not where nothing is watched") {
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
