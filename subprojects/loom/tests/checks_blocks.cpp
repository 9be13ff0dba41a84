// Races of two blocks, where the first leaves its shadow records as runs: whose record a word has must be known when a second block comes.
#include <doctest/doctest.h>

#include <cstdint>
#include <set>
#include <thread>
#include <vector>

#include "checks_fixture.hpp"

using loom::Reported;
using namespace fixture;

namespace {

struct TestKernel : Kernel {
  TestKernel() : Kernel(loom::race_check(), 64) {}
  // In two pages.
  template <class T>
  static T* data() {
    alignas(4096) static unsigned char bytes[8192];
    return reinterpret_cast<T*>(bytes + 4096 - 16 * sizeof(T));
  }
};

// Which element each of 64 threads takes.
struct Pattern {
  const char* name;
  unsigned (*element)(unsigned thread);
};
constexpr Pattern patterns[] = {{"in order", [](unsigned thread) { return thread; }},
                                {"backwards", [](unsigned thread) { return 63 - thread; }},
                                {"each other", [](unsigned thread) { return 2 * thread; }},
                                {"in rows of 16", [](unsigned thread) { return thread / 16 * 20 + thread % 16; }},
                                {"crosswise", [](unsigned thread) { return thread ^ 5; }}};

// One block's threads read or write an element each, and one thread of the next block writes one of these.
template <class T>
void meet(const Pattern& pattern, bool write) {
  CAPTURE(pattern.name);
  CAPTURE(write);
  CAPTURE(sizeof(T));
  T* const data = TestKernel::data<T>();
  for (unsigned met = 0; met < 64; met += 7) {
    CAPTURE(met);
    TestKernel kernel;
    const std::uintptr_t first = line();
    for (unsigned thread = 0; thread < 64; ++thread) {
      if (write) kernel.writes(thread, data + pattern.element(thread), static_cast<T>(thread), first);
      else kernel.reads(thread, data + pattern.element(thread), first);
    }
    kernel.next_block();
    kernel.writes(9, data + pattern.element(met), static_cast<T>(100));
    const std::vector<Reported> found = kernel.ends();
    REQUIRE(found.size() == 1);
    CHECK(found[0].parties[0].block.x == 1);
    CHECK(found[0].parties[0].thread.x == 9);
    CHECK(found[0].parties[1].block.x == 0);
    CHECK(found[0].parties[1].thread.x == met);
    CHECK(found[0].parties[1].did == (write ? "writes there" : "reads there"));
  }
}

}  // namespace

TEST_CASE_TEMPLATE("another block's thread is named, whatever elements its neighbours have taken", T, unsigned char, short, int, double) {
  for (const Pattern& pattern : patterns)
    for (const bool write : {false, true}) meet<T>(pattern, write);
}

TEST_CASE_TEMPLATE("two blocks that write the same are told apart from two that do not", T, unsigned char, short, int, double) {
  T* const data = TestKernel::data<T>();
  for (unsigned met = 0; met < 64; met += 5)
    for (const bool same : {false, true}) {
      TestKernel kernel;
      for (unsigned thread = 0; thread < 64; ++thread) kernel.writes(thread, data + thread, static_cast<T>(thread + 1));
      kernel.next_block();
      kernel.writes(0, data + met, static_cast<T>(met + 1 + !same));
      const std::vector<Reported> found = kernel.ends();
      REQUIRE(found.size() == 1);
      CHECK(contains(found[0].sentence, "the same value") == same);
    }
}

TEST_CASE("threads that take uneven numbers of elements side by side are told apart") {
  int* const data = TestKernel::data<int>();
  const std::vector<unsigned> owners = {0, 0, 1, 2, 2, 2, 3, 4, 4, 5, 5, 5, 5, 6, 7};
  for (std::size_t met = 0; met < owners.size(); ++met) {
    CAPTURE(met);
    TestKernel kernel;
    const std::uintptr_t first = line();
    for (std::size_t i = 0; i < owners.size(); ++i) kernel.writes(owners[i], data + i, 1, first);
    kernel.next_block();
    kernel.writes(9, data + met, 2);
    const std::vector<Reported> found = kernel.ends();
    REQUIRE(found.size() == 1);
    CHECK(found[0].parties[1].thread.x == owners[met]);
  }
}

TEST_CASE("blocks whose threads go on where the last block's ended are told apart, also by OS threads whose clocks show the same time") {
  int* const data = TestKernel::data<int>();
  for (const bool own_thread : {false, true}) {
    CAPTURE(own_thread);
    const std::uintptr_t first = line();
    TestKernel kernel;
    kernel.block_ends();
    for (const unsigned from : {0, 8}) {
      const auto block = [&] {
        kernel.next_block_begins();
        for (unsigned thread = from; thread < from + 8; ++thread) kernel.writes(thread, data + thread, 1, first);
        kernel.block_ends();
      };
      if (own_thread) std::thread(block).join();
      else block();
    }
    kernel.next_block_begins();
    kernel.writes(0, data + 12, 2);
    const std::vector<Reported> found = kernel.ends();
    REQUIRE(found.size() == 1);
    CHECK(found[0].parties[1].block.x == 2);
    CHECK(found[0].parties[1].thread.x == 12);
  }
}

TEST_CASE("what a block does after a signal is not what it did before") {
  int* const data = TestKernel::data<int>();
  const std::uintptr_t before = line(), after = line();
  TestKernel kernel;
  kernel.reads(3, data, before);
  loom::race_check().fence(kernel.thread(3), loom::Scope::device, line());
  kernel.access(3, loom::AccessKind::volatile_write, address(data + 8), 4);
  kernel.reads(3, data, after);
  kernel.next_block();
  kernel.access(5, loom::AccessKind::volatile_read, address(data + 8), 4);
  kernel.writes(5, data, 1);
  const std::vector<Reported> found = kernel.ends();
  REQUIRE(found.size() == 1);
  CHECK(found[0].parties[1].thread.x == 3);
}

TEST_CASE("blocks beside one another in one word, and in one page, do not race") {
  TestKernel kernel;
  unsigned char* const bytes = TestKernel::data<unsigned char>();
  for (unsigned block = 0; block < 5; ++block) {
    if (block > 0) kernel.next_block();
    for (unsigned thread = 0; thread < 64; ++thread) {
      kernel.reads(thread, bytes + block * 66 + thread);
      kernel.writes(thread, bytes + block * 66 + thread, static_cast<unsigned char>(block));
    }
  }
  CHECK(kernel.ends().empty());
}

TEST_CASE("what one line read by halves and another by words are marks of their own") {
  TestKernel kernel;
  int* const data = TestKernel::data<int>();
  const std::uintptr_t bytes = line(), words = line();
  kernel.reads(3, reinterpret_cast<unsigned char*>(data), bytes);
  kernel.reads(40, data, words);
  kernel.next_block();
  kernel.writes(0, data, 1);
  const std::vector<Reported> found = kernel.ends();
  CHECK(found.size() == 2);
}

TEST_CASE("what a thread read of a word, and then of its first byte, are marks of their own") {
  TestKernel kernel;
  int* const data = TestKernel::data<int>();
  const std::uintptr_t bytes = line(), words = line();
  kernel.reads(3, data, words);
  kernel.reads(3, reinterpret_cast<unsigned char*>(data), bytes);
  kernel.next_block();
  kernel.writes(0, data, 1);
  const std::vector<Reported> found = kernel.ends();
  CHECK(found.size() == 2);
}

TEST_CASE("what a thread has read and written are marks of their own") {
  TestKernel kernel;
  int* const data = TestKernel::data<int>();
  kernel.reads(3, data);
  kernel.writes(3, data, 1);
  kernel.next_block();
  kernel.writes(0, data, 2);
  CHECK(kernel.ends().size() == 2);
}

TEST_CASE("a word and a byte behind it, which the next thread takes, are told apart") {
  int* const data = TestKernel::data<int>();
  for (const bool of_word : {false, true}) {
    TestKernel kernel;
    const std::uintptr_t first = line();
    kernel.reads(3, data, first);
    kernel.reads(4, reinterpret_cast<unsigned char*>(data + 1), first);
    kernel.next_block();
    kernel.writes(0, reinterpret_cast<unsigned char*>(data + !of_word), static_cast<unsigned char>(1));
    const std::vector<Reported> found = kernel.ends();
    REQUIRE(found.size() == 1);
    CHECK(found[0].parties[1].thread.x == (of_word ? 3 : 4));
  }
}

TEST_CASE("of blocks that read the same, the first two are told of, in whatever order they came") {
  int* const data = TestKernel::data<int>();
  for (const std::vector<unsigned>& order : {std::vector<unsigned>{1, 2, 3, 4}, {4, 3, 2, 1}, {3, 1, 4, 2}}) {
    TestKernel kernel;
    kernel.access(0, loom::AccessKind::volatile_read, address(data + 1), 4);
    kernel.block_ends();
    for (const unsigned block : order) {
      kernel.block_begins(block);
      const std::uintptr_t reading = line();
      for (const unsigned thread : {0, 32}) kernel.reads(thread, data, reading);    // of two warps
      kernel.block_ends();
    }
    kernel.block_begins(7);
    kernel.writes(0, data, 1);
    std::set<unsigned> blocks;
    for (const Reported& one : kernel.ends()) blocks.insert(one.parties[1].block.x);
    CHECK(blocks == std::set<unsigned>{1, 2});
  }
}

TEST_CASE("blocks that read bytes of one word are all remembered") {
  unsigned char* const bytes = TestKernel::data<unsigned char>();
  for (unsigned met = 0; met < 4; ++met) {
    TestKernel kernel;
    for (unsigned block = 0; block < 4; ++block) {
      kernel.reads(0, bytes + block);
      kernel.next_block();
    }
    kernel.writes(0, bytes + met, static_cast<unsigned char>(1));
    const std::vector<Reported> found = kernel.ends();
    REQUIRE(found.size() == 1);
    CHECK(found[0].parties[1].block.x == met);
  }
}
