// Reads of memory that holds no value yet.
#include <doctest/doctest.h>

#include <vector>

#include "checks_fixture.hpp"
#include "memory/registry.hpp"

using loom::Registry;
using loom::Reported;
using fixture::contains;
using fixture::Kernel;

namespace {

struct TestKernel : Kernel {
  explicit TestKernel(std::size_t bytes = 256) : Kernel(loom::initialised_check(), 64, bytes) {}
  int* const data = dynamic<int>();
};

struct Padded { char letter; double number; };

}  // namespace

TEST_CASE("shared memory holds nothing when a block begins, and what its threads write from then on") {
  TestKernel kernel;
  kernel.reads(0, kernel.data);
  kernel.writes(0, kernel.data + 1, 1);
  kernel.reads(40, kernel.data + 1);
  const std::vector<Reported> found = kernel.ends();
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == "uninitialised-read");
  CHECK(contains(found[0].sentence, "dynamic shared memory is read where no thread of the block has written"));
  CHECK(found[0].parties[0].did == "reads 4 bytes of dynamic shared memory");
}

TEST_CASE("shared variables and dynamic shared memory have records of their own") {
  static thread_local int variable[64];
  TestKernel kernel;
  for (int& element : variable) kernel.writes(0, &element, 1);
  for (int i = 0; i < 64; ++i) kernel.reads(0, kernel.data + i, fixture::line());
  CHECK(kernel.ends().size() == 64);
}

TEST_CASE("what one block wrote to shared memory is not there for the next, however many there are") {
  constexpr int blocks = 600;
  TestKernel kernel(blocks * sizeof(int));
  for (int i = 0; i < blocks; ++i) kernel.writes(0, kernel.data + i, 1);
  for (int block = 1; block < blocks; ++block) {
    kernel.next_block();
    kernel.reads(0, kernel.data + block);
  }
  CHECK(kernel.ends().size() == blocks - 1);
}

TEST_CASE("a read is told once for the place where it goes wrong, not again for every later read of the same bytes") {
  TestKernel kernel;
  kernel.reads(0, kernel.data);
  kernel.reads(1, kernel.data);
  CHECK(kernel.ends().size() == 1);

  TestKernel wide;
  wide.reads(0, wide.dynamic<double>());
  wide.reads(0, wide.data + 1);
  CHECK(wide.ends().size() == 1);
}

TEST_CASE("where another thread writes the bytes before the next barrier the two race, and that is told elsewhere") {
  TestKernel racing;
  racing.reads(0, racing.data);
  racing.writes(1, racing.data, 1);
  racing.barrier();
  CHECK(racing.ends().empty());

  TestKernel half_of_it;
  half_of_it.reads(0, half_of_it.dynamic<double>());
  half_of_it.writes(1, half_of_it.data + 1, 1);
  CHECK(half_of_it.ends().empty());

  TestKernel by_an_atomic;
  by_an_atomic.reads(0, by_an_atomic.data);
  by_an_atomic.updates(1, by_an_atomic.data);
  CHECK(by_an_atomic.ends().empty());

  TestKernel too_late;
  too_late.reads(0, too_late.data);
  too_late.barrier();
  too_late.writes(1, too_late.data, 1);
  CHECK(too_late.ends().size() == 1);

  TestKernel too_late_in_the_warp;
  too_late_in_the_warp.reads(0, too_late_in_the_warp.data);
  too_late_in_the_warp.warp_barrier(1);
  too_late_in_the_warp.warp_barrier(0);
  too_late_in_the_warp.writes(1, too_late_in_the_warp.data, 1);
  CHECK(too_late_in_the_warp.ends().size() == 1);

  TestKernel another_warp;
  another_warp.reads(0, another_warp.data);
  another_warp.warp_barrier(1);
  another_warp.writes(1, another_warp.data, 1);
  CHECK(another_warp.ends().empty());
}

TEST_CASE("a read that was too early is found even if the thread then writes there") {
  TestKernel kernel;
  kernel.reads(0, kernel.data);
  kernel.writes(0, kernel.data, 1);
  CHECK(kernel.ends().size() == 1);

  TestKernel wide;
  wide.reads(0, wide.dynamic<double>());
  wide.writes(0, wide.data + 1, 1);
  CHECK(wide.ends().size() == 1);
}

TEST_CASE("an atomic reads before it writes") {
  TestKernel kernel;
  kernel.updates(0, kernel.data);
  kernel.reads(0, kernel.data);
  const std::vector<Reported> found = kernel.ends();
  REQUIRE(found.size() == 1);
  CHECK(found[0].parties[0].did == "updates 4 bytes of dynamic shared memory atomically");
}

TEST_CASE("a struct may be copied with its padding, but not where none of it was written") {
  TestKernel kernel;
  Padded* const padded = kernel.dynamic<Padded>();
  kernel.writes(0, &padded[0].letter, 'x');
  kernel.writes(0, &padded[0].number, 1.0);
  kernel.reads(0, &padded[0]);
  CHECK(kernel.ends().empty());
  TestKernel bare;
  bare.reads(0, bare.dynamic<Padded>() + 1);
  CHECK(bare.ends().size() == 1);
}

TEST_CASE("device memory holds nothing when it is new") {
  std::vector<float> memory(1024);
  const std::uintptr_t base = fixture::address(memory.data());
  Registry::instance().add({base, 4096, loom::Space::global, "4096 bytes from cudaMalloc", false, false});
  TestKernel kernel;
  kernel.reads(0, &memory[3]);
  kernel.writes(0, &memory[4], 1.0f);
  kernel.reads(0, &memory[4]);
  Registry::instance().mark_written(base + 2048, 2048);
  kernel.reads(0, &memory[512]);
  const std::vector<Reported> found = kernel.ends();
  REQUIRE(found.size() == 1);
  CHECK(found[0].sentence == "a read of the 4096 bytes from cudaMalloc, at byte 12, where nothing has been written yet");
  CHECK(contains(found[0].advice, "cudaMemset"));
  Registry::instance().remove(base);
}
