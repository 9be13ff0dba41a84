// Reads of memory that holds no value yet.
#include <doctest/doctest.h>

#include <vector>

#include "checks_stage.hpp"
#include "memory/registry.hpp"

using loom::Registry;
using loom::Reported;
using stage::contains;
using stage::Kernel;

namespace {

struct Play : Kernel {
  explicit Play(std::size_t bytes = 256) : Kernel(loom::initialised_check(), 64, bytes) {}
  int* const data = dynamic<int>();
};

struct Padded { char letter; double number; };

}  // namespace

TEST_CASE("shared memory holds nothing when a block begins, and what its threads write from then on") {
  Play play;
  play.reads(0, play.data);
  play.writes(0, play.data + 1, 1);
  play.reads(40, play.data + 1);
  const std::vector<Reported> found = play.ends();
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == "uninitialised-read");
  CHECK(contains(found[0].sentence, "dynamic shared memory is read where no thread of the block has written yet"));
  CHECK(found[0].parties[0].did == "reads 4 bytes of dynamic shared memory");
}

TEST_CASE("shared variables and dynamic shared memory have records of their own") {
  static thread_local int variable[64];
  Play play;
  for (int& element : variable) play.writes(0, &element, 1);
  for (int i = 0; i < 64; ++i) play.reads(0, play.data + i, stage::line());
  CHECK(play.ends().size() == 64);
}

TEST_CASE("what one block wrote to shared memory is not there for the next, however many there are") {
  constexpr int blocks = 600;
  Play play(blocks * sizeof(int));
  for (int i = 0; i < blocks; ++i) play.writes(0, play.data + i, 1);
  for (int block = 1; block < blocks; ++block) {
    play.next_block();
    play.reads(0, play.data + block);
  }
  CHECK(play.ends().size() == blocks - 1);
}

TEST_CASE("a read is told once for the place where it goes wrong, not again for every later read of the same bytes") {
  Play play;
  play.reads(0, play.data);
  play.reads(1, play.data);
  CHECK(play.ends().size() == 1);

  Play wide;
  wide.reads(0, wide.dynamic<double>());
  wide.reads(0, wide.data + 1);
  CHECK(wide.ends().size() == 1);
}

TEST_CASE("where another thread writes the bytes before the next barrier the two race, and that is told elsewhere") {
  Play racing;
  racing.reads(0, racing.data);
  racing.writes(1, racing.data, 1);
  racing.barrier();
  CHECK(racing.ends().empty());

  Play half_of_it;
  half_of_it.reads(0, half_of_it.dynamic<double>());
  half_of_it.writes(1, half_of_it.data + 1, 1);
  CHECK(half_of_it.ends().empty());

  Play by_an_atomic;
  by_an_atomic.reads(0, by_an_atomic.data);
  by_an_atomic.updates(1, by_an_atomic.data);
  CHECK(by_an_atomic.ends().empty());

  Play too_late;
  too_late.reads(0, too_late.data);
  too_late.barrier();
  too_late.writes(1, too_late.data, 1);
  CHECK(too_late.ends().size() == 1);

  Play too_late_in_the_warp;
  too_late_in_the_warp.reads(0, too_late_in_the_warp.data);
  too_late_in_the_warp.warp_barrier(1);
  too_late_in_the_warp.warp_barrier(0);
  too_late_in_the_warp.writes(1, too_late_in_the_warp.data, 1);
  CHECK(too_late_in_the_warp.ends().size() == 1);

  Play another_warp;
  another_warp.reads(0, another_warp.data);
  another_warp.warp_barrier(1);
  another_warp.writes(1, another_warp.data, 1);
  CHECK(another_warp.ends().empty());
}

TEST_CASE("a thread that writes what it has read too early is no excuse") {
  Play play;
  play.reads(0, play.data);
  play.writes(0, play.data, 1);
  CHECK(play.ends().size() == 1);

  Play wide;
  wide.reads(0, wide.dynamic<double>());
  wide.writes(0, wide.data + 1, 1);
  CHECK(wide.ends().size() == 1);
}

TEST_CASE("an atomic reads before it writes") {
  Play play;
  play.updates(0, play.data);
  play.reads(0, play.data);
  const std::vector<Reported> found = play.ends();
  REQUIRE(found.size() == 1);
  CHECK(found[0].parties[0].did == "updates 4 bytes of dynamic shared memory atomically");
}

TEST_CASE("a struct may be copied with its padding, but not where none of it was written") {
  Play play;
  Padded* const padded = play.dynamic<Padded>();
  play.writes(0, &padded[0].letter, 'x');
  play.writes(0, &padded[0].number, 1.0);
  play.reads(0, &padded[0]);
  CHECK(play.ends().empty());
  Play bare;
  bare.reads(0, bare.dynamic<Padded>() + 1);
  CHECK(bare.ends().size() == 1);
}

TEST_CASE("device memory holds nothing when it is new") {
  std::vector<float> memory(1024);
  const std::uintptr_t base = stage::address(memory.data());
  Registry::instance().add({base, 4096, loom::Space::global, "4096 bytes from cudaMalloc", false, false});
  Play play;
  play.reads(0, &memory[3]);
  play.writes(0, &memory[4], 1.0f);
  play.reads(0, &memory[4]);
  Registry::instance().mark_written(base + 2048, 2048);
  play.reads(0, &memory[512]);
  const std::vector<Reported> found = play.ends();
  REQUIRE(found.size() == 1);
  CHECK(found[0].sentence == "a read of the 4096 bytes from cudaMalloc, at byte 12, where nothing has been written yet");
  CHECK(contains(found[0].advice, "cudaMemset"));
  Registry::instance().remove(base);
}
