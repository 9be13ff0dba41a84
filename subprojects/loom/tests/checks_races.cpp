// Races in shared memory. Threads 0 to 31 are the first warp of a block of 64, threads 32 to 63 the second.
#include <doctest/doctest.h>

#include <vector>

#include "checks_fixture.hpp"

using loom::AccessKind;
using loom::Reported;
using fixture::contains;
using fixture::Kernel;
using fixture::line;

namespace {

struct TestKernel : Kernel {
  TestKernel() : Kernel(loom::race_check(), 64, 4096) {}
  int* const data = dynamic<int>();
};

}  // namespace

TEST_CASE("a read of what a thread of another warp wrote is a race unless a barrier lies between") {
  TestKernel racing;
  racing.writes(0, racing.data, 1);
  racing.reads(32, racing.data);
  const std::vector<Reported> found = racing.ends();
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == "race");
  CHECK(found[0].kernel == "simulated");
  CHECK(found[0].launch == "simulated.cu:7");
  CHECK(contains(found[0].sentence, "one thread reads what another writes in dynamic shared memory"));
  CHECK(contains(found[0].advice, "__syncthreads()"));
  REQUIRE(found[0].parties.size() == 2);
  CHECK(found[0].parties[0].thread.x == 32);
  CHECK(found[0].parties[0].did == "reads 4 bytes of dynamic shared memory");
  CHECK(found[0].parties[1].thread.x == 0);
  CHECK(found[0].parties[1].did == "wrote 4 bytes");

  TestKernel ordered;
  ordered.writes(0, ordered.data, 1);
  ordered.barrier();
  ordered.reads(32, ordered.data);
  CHECK(ordered.ends().empty());
}

TEST_CASE("a write over what another thread read is a race unless a barrier lies between") {
  TestKernel racing;
  racing.reads(32, racing.data);
  racing.writes(0, racing.data, 1);
  CHECK(racing.ends().size() == 1);

  TestKernel ordered;
  ordered.reads(32, ordered.data);
  ordered.barrier();
  ordered.writes(0, ordered.data, 1);
  CHECK(ordered.ends().empty());
}

TEST_CASE("a thread does not race with itself, nor readers with readers") {
  TestKernel kernel;
  kernel.writes(5, kernel.data, 1);
  kernel.reads(5, kernel.data);
  kernel.writes(5, kernel.data, 2);
  for (unsigned t = 0; t < 64; ++t) kernel.reads(t, kernel.data + 1);
  CHECK(kernel.ends().empty());
}

TEST_CASE("neighbouring bytes of one word are different places") {
  TestKernel kernel;
  char* const bytes = kernel.dynamic<char>();
  for (unsigned t = 0; t < 64; ++t) kernel.writes(t, bytes + t, static_cast<char>(t));
  CHECK(kernel.ends().empty());
}

TEST_CASE("a byte races with the word that holds it, whichever comes first") {
  TestKernel word_first;
  word_first.writes(0, word_first.data, 1);
  word_first.reads(32, word_first.dynamic<char>() + 3);
  CHECK(word_first.ends().size() == 1);

  TestKernel byte_first;
  byte_first.writes(0, byte_first.dynamic<char>() + 3, 'x');
  byte_first.reads(32, byte_first.data);
  CHECK(byte_first.ends().size() == 1);

  TestKernel wide;
  wide.writes(0, wide.dynamic<double>(), 1.0);
  wide.reads(32, wide.data + 1);
  CHECK(wide.ends().size() == 1);
}

TEST_CASE("of a wide read, every word is remembered") {
  TestKernel kernel;
  kernel.reads(32, kernel.dynamic<double>());
  kernel.writes(0, kernel.data + 1, 1);
  CHECK(kernel.ends().size() == 1);
}

TEST_CASE("the other thread is named by its three indices") {
  TestKernel kernel;
  kernel.shape(dim3(8, 4, 2));
  kernel.writes(37, kernel.data, 1);
  kernel.reads(0, kernel.data);
  const std::vector<Reported> found = kernel.ends();
  REQUIRE(found.size() == 1);
  CHECK(found[0].parties[1].thread.x == 5);
  CHECK(found[0].parties[1].thread.y == 0);
  CHECK(found[0].parties[1].thread.z == 1);
}

TEST_CASE("bytes that were told apart are one word again after a barrier") {
  TestKernel kernel;
  kernel.writes(0, kernel.dynamic<char>(), 'x');
  kernel.barrier();
  kernel.writes(1, kernel.data, 1);
  kernel.barrier();
  kernel.reads(40, kernel.data);
  CHECK(kernel.ends().empty());
}

TEST_CASE("of many readers, one of another thread is remembered, whichever thread writes") {
  for (unsigned writer : {0u, 31u, 32u, 63u}) {
    CAPTURE(writer);
    TestKernel kernel;
    for (unsigned t = 0; t < 64; ++t) kernel.reads(t, kernel.data);
    kernel.writes(writer, kernel.data, 1);
    CHECK(kernel.ends().size() == 1);
  }
}

TEST_CASE("a reader of another warp is remembered, whenever it came, though the writer's own warp is ordered") {
  for (unsigned place = 0; place < 4; ++place) {
    CAPTURE(place);
    TestKernel kernel;
    for (unsigned t = 0; t < 3; ++t) {
      if (t == place) kernel.reads(40, kernel.data);
      kernel.reads(t, kernel.data);
    }
    if (place == 3) kernel.reads(40, kernel.data);
    kernel.warp_barrier(0);
    kernel.writes(3, kernel.data, 1);
    CHECK(kernel.ends().size() == 1);
  }
}

TEST_CASE("of readers of one warp the newest are remembered") {
  TestKernel kernel;
  kernel.reads(0, kernel.data);
  kernel.reads(1, kernel.data);
  kernel.warp_barrier(0);
  kernel.reads(2, kernel.data);
  kernel.writes(3, kernel.data, 1);
  CHECK(kernel.ends().size() == 1);
}

TEST_CASE("two threads that write different values race; the same value is only worth a note") {
  TestKernel different;
  different.writes(0, different.data, 1);
  different.writes(32, different.data, 2);
  const std::vector<Reported> fault = different.ends();
  REQUIRE(fault.size() == 1);
  CHECK_FALSE(fault[0].note);
  CHECK(contains(fault[0].sentence, "two threads write to the same address"));

  const std::size_t before = loom::findings();
  TestKernel same;
  same.writes(0, same.data, 7);
  same.writes(32, same.data, 7);
  const std::vector<Reported> note = same.ends();
  REQUIRE(note.size() == 1);
  CHECK(note[0].note);
  CHECK(contains(note[0].sentence, "the same value"));
  CHECK(loom::findings() == before);
}

TEST_CASE("whether a value changes is seen once the write has happened, not when it is announced") {
  TestKernel kernel;
  kernel.writes(0, kernel.data, 7);
  // Of "a = b" the write is announced first, then the read, and only then does it happen.
  kernel.access(32, AccessKind::write, fixture::address(kernel.data), 4);
  kernel.reads(32, kernel.data + 1);
  *kernel.data = 8;
  kernel.reads(33, kernel.data + 2);
  const std::vector<Reported> found = kernel.ends();
  REQUIRE(found.size() == 1);
  CHECK_FALSE(found[0].note);
}

TEST_CASE("each of several overwrites is looked at") {
  const std::uintptr_t here = line();
  TestKernel kernel;
  for (int i = 0; i < 3; ++i) kernel.writes(0, kernel.data + i, 1, here);
  for (int i = 0; i < 3; ++i) kernel.writes(32, kernel.data + i, 2, here);
  kernel.writes(32, kernel.data + 2, 1);   // back to what it was: too late
  const std::vector<Reported> found = kernel.ends();
  REQUIRE(found.size() == 1);
  CHECK(found[0].count == 3);
  CHECK_FALSE(found[0].note);
}

TEST_CASE("a pending write is committed by a barrier, a warp's barrier, and the end of the block") {
  for (int end = 0; end < 3; ++end) {
    CAPTURE(end);
    TestKernel kernel;
    kernel.writes(0, kernel.data, 1);
    kernel.writes(32, kernel.data, 2);
    if (end == 0) kernel.barrier();
    if (end == 1) kernel.warp_barrier(0);
    if (end == 2) kernel.next_block();
    *kernel.data = 1;                  // what happens later is no longer that write's doing
    const std::vector<Reported> found = kernel.ends();
    REQUIRE(found.size() == 1);
    CHECK_FALSE(found[0].note);
  }
}

TEST_CASE("a note is dropped where the same lines have a fault") {
  const std::uintptr_t here = line();
  TestKernel kernel;
  kernel.writes(0, kernel.data, 7, here);
  kernel.writes(32, kernel.data, 7, here);
  kernel.writes(0, kernel.data + 1, 7, here);
  kernel.writes(32, kernel.data + 1, 8, here);
  const std::vector<Reported> found = kernel.ends();
  REQUIRE(found.size() == 1);
  CHECK_FALSE(found[0].note);
}

TEST_CASE("a plain read whose thread then compares and swaps the place only guesses") {
  const std::uintptr_t guess = line(), swap = line();
  TestKernel guesses;
  for (unsigned t = 0; t < 64; ++t) {
    guesses.reads(t, guesses.data, guess);
    guesses.compares_and_swaps(t, guesses.data, swap);
  }
  CHECK(guesses.ends().empty());

  TestKernel added_to_meanwhile;                        // it shows last that the read was a guess
  added_to_meanwhile.updates(40, added_to_meanwhile.data);
  added_to_meanwhile.reads(0, added_to_meanwhile.data, guess);
  added_to_meanwhile.updates(41, added_to_meanwhile.data);
  added_to_meanwhile.compares_and_swaps(0, added_to_meanwhile.data, swap);
  CHECK(added_to_meanwhile.ends().empty());

  TestKernel between_blocks;
  long long number = 0;
  for (unsigned block = 0; block < 3; ++block) {
    if (block != 0) between_blocks.next_block();
    between_blocks.reads(0, &number, guess);
    between_blocks.compares_and_swaps(0, &number, swap);
  }
  CHECK(between_blocks.ends().empty());

  TestKernel another_place;
  another_place.updates(40, another_place.data);
  another_place.reads(0, another_place.data, guess);
  another_place.compares_and_swaps(0, another_place.data + 1, swap);
  CHECK(another_place.ends().size() == 1);

  TestKernel by_another_thread;
  by_another_thread.reads(0, by_another_thread.data, guess);
  by_another_thread.compares_and_swaps(40, by_another_thread.data, swap);
  CHECK(by_another_thread.ends().size() == 1);

  TestKernel no_swap;
  no_swap.reads(0, no_swap.data, guess);
  no_swap.updates(0, no_swap.data);
  no_swap.updates(40, no_swap.data);
  CHECK(no_swap.ends().size() == 1);

  TestKernel plain_write;
  plain_write.reads(0, plain_write.data, guess);
  plain_write.writes(40, plain_write.data, 1);
  plain_write.compares_and_swaps(0, plain_write.data, swap);
  CHECK(plain_write.ends().size() == 2);          // with the read, and with the swap
}

TEST_CASE("atomics do not race with one another, but with plain reads and writes") {
  TestKernel atomics;
  for (unsigned t = 0; t < 64; ++t) atomics.updates(t, atomics.data);
  CHECK(atomics.ends().empty());

  TestKernel read_after;
  for (unsigned t = 0; t < 64; ++t) read_after.updates(t, read_after.data);
  read_after.reads(63, read_after.data);          // the last to update it, and yet
  const std::vector<Reported> found = read_after.ends();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].sentence, "updates atomically what another reads"));

  TestKernel a_byte_of_it;
  a_byte_of_it.updates(0, a_byte_of_it.data);
  a_byte_of_it.reads(32, a_byte_of_it.dynamic<char>() + 1);
  CHECK(a_byte_of_it.ends().size() == 1);

  TestKernel write_before;
  write_before.writes(0, write_before.data, 0);
  write_before.updates(32, write_before.data);
  const std::vector<Reported> zeroed = write_before.ends();
  REQUIRE(zeroed.size() == 1);
  CHECK(contains(zeroed[0].sentence, "updates atomically what another writes non-atomically"));
  CHECK_FALSE(zeroed[0].note);                    // whatever the values are

  TestKernel ordered;
  ordered.writes(0, ordered.data, 0);
  ordered.barrier();
  for (unsigned t = 0; t < 64; ++t) ordered.updates(t, ordered.data);
  ordered.barrier();
  ordered.reads(9, ordered.data);
  CHECK(ordered.ends().empty());
}

TEST_CASE("volatile orders nothing") {
  TestKernel kernel;
  kernel.access(0, AccessKind::volatile_write, fixture::address(kernel.data), 4);
  kernel.access(32, AccessKind::volatile_read, fixture::address(kernel.data), 4);
  CHECK(kernel.ends().size() == 1);
}

TEST_CASE("who reads and writes what another reads and writes is advised to update it atomically") {
  const std::uintptr_t read = line(), write = line(), elsewhere = line();
  TestKernel sum;
  for (unsigned thread = 0; thread < 64; ++thread) {
    sum.reads(thread, sum.data, read);
    sum.writes(thread, sum.data, static_cast<int>(thread + 1), write);
  }
  const std::vector<Reported> races = sum.ends();
  CHECK_FALSE(races.empty());
  for (const Reported& race : races) {
    CHECK(contains(race.advice, "atomicAdd"));
    CHECK_FALSE(contains(race.advice, "__sync"));
  }
  // As in a reduction: one thread adds to what is its own, and another reads that.
  TestKernel reduction;
  reduction.reads(0, reduction.data, read);
  reduction.writes(0, reduction.data, 1, write);
  reduction.reads(32, reduction.data, elsewhere);
  const std::vector<Reported> found = reduction.ends();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].advice, "__syncthreads()"));
}

TEST_CASE("beside an atomic, the advice is an atomic read or write") {
  TestKernel read;
  read.updates(0, read.data);
  read.reads(32, read.data);
  std::vector<Reported> found = read.ends();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].advice, "Read it with an atomic operation as well"));
  TestKernel write;
  write.updates(0, write.data);
  write.writes(32, write.data, 1);
  found = write.ends();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].advice, "Write it with an atomic operation as well"));
}

TEST_CASE("lanes of one warp race too, and the advice is theirs") {
  TestKernel kernel;
  kernel.writes(0, kernel.data, 1);
  kernel.reads(1, kernel.data);
  const std::vector<Reported> found = kernel.ends();
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].sentence, "lanes of a warp"));
  CHECK(contains(found[0].advice, "__syncwarp()"));
}

TEST_CASE("where the same lines race within a warp and across warps, the latter is told") {
  const std::uintptr_t store = line(), load = line();
  TestKernel kernel;
  kernel.writes(0, kernel.data, 1, store);
  kernel.reads(1, kernel.data, load);
  kernel.reads(32, kernel.data, load);
  const std::vector<Reported> found = kernel.ends();
  REQUIRE(found.size() == 1);
  CHECK_FALSE(contains(found[0].sentence, "lanes of a warp"));
  CHECK(found[0].count == 2);
}

TEST_CASE("__syncwarp orders its own warp and no other") {
  TestKernel own;
  own.writes(0, own.data, 1);
  own.warp_barrier(0);
  own.reads(31, own.data);
  CHECK(own.ends().empty());

  TestKernel other;
  other.writes(0, other.data, 1);
  other.warp_barrier(0);
  other.warp_barrier(1);
  other.reads(32, other.data);
  CHECK(other.ends().size() == 1);
}

TEST_CASE("__syncwarp of some lanes orders just those") {
  TestKernel kernel;
  kernel.writes(0, kernel.data, 1);
  kernel.writes(16, kernel.data + 1, 1);
  kernel.warp_barrier(0, 0x0000ffff);
  kernel.reads(15, kernel.data);
  CHECK(kernel.ends().empty());

  TestKernel outside;
  outside.writes(0, outside.data, 1);
  outside.warp_barrier(0, 0x0000ffff);
  outside.reads(16, outside.data);
  CHECK(outside.ends().size() == 1);

  TestKernel before;
  before.writes(16, before.data, 1);
  before.warp_barrier(0, 0x0000ffff);
  before.reads(0, before.data);
  CHECK(before.ends().size() == 1);
}

TEST_CASE("halves of a warp that synchronise in turn forget nothing, and order passes from lane to lane") {
  TestKernel halves;
  halves.writes(0, halves.data, 1);
  halves.warp_barrier(0, 0x0000ffff);
  halves.warp_barrier(0, 0xffff0000);
  halves.reads(1, halves.data);
  CHECK(halves.ends().empty());

  TestKernel chain;
  chain.writes(0, chain.data, 1);
  chain.warp_barrier(0, 0b011);
  chain.warp_barrier(0, 0b110);
  chain.reads(2, chain.data);
  CHECK(chain.ends().empty());
}

TEST_CASE("the last warp of a block may be short") {
  Kernel kernel(loom::race_check(), 40, 64);
  int* const data = kernel.dynamic<int>();
  kernel.writes(32, data, 1);
  kernel.warp_barrier(1, 0x000000ff);
  kernel.reads(39, data);
  CHECK(kernel.ends().empty());
}

TEST_CASE("a new block has nothing to do with the one before") {
  TestKernel kernel;
  kernel.writes(0, kernel.data, 1);
  kernel.next_block();
  kernel.reads(32, kernel.data);
  CHECK(kernel.ends().empty());
}

TEST_CASE("a race at one pair of lines is told once and counted") {
  const std::uintptr_t store = line(), load = line();
  TestKernel kernel;
  for (unsigned i = 0; i < 10; ++i) {
    kernel.writes(0, kernel.data + i, 1, store);
    kernel.reads(32, kernel.data + i, load);
  }
  for (unsigned i = 10; i < 15; ++i) {            // the other way round: still the same two lines
    kernel.reads(32, kernel.data + i, load);
    kernel.writes(0, kernel.data + i, 1, store);
  }
  const std::vector<Reported> found = kernel.ends();
  REQUIRE(found.size() == 1);
  CHECK(found[0].count == 15);
  CHECK(found[0].parties[0].thread.x == 32);      // as it was first seen
}

TEST_CASE("a kernel may pass more barriers than the record can count, and races are still seen") {
  for (const bool of_a_warp : {false, true}) {
    CAPTURE(of_a_warp);
    const std::uintptr_t store = line(), load = line(), store_in_warp = line(), load_in_warp = line();
    TestKernel kernel;
    std::size_t races = 0;
    for (loom::RaceClock::Time i = 0; i < loom::RaceClock::last + 20; ++i) {
      if (i > loom::RaceClock::last - 20) {
        kernel.writes(i % 32, kernel.data, static_cast<int>(i));   // each lane in turn: ordered by its warp's barriers
        int* const place = kernel.data + 1 + 2 * races++;
        kernel.writes(0, place, 1, store);
        kernel.reads(32, place, load);
        kernel.writes(33, place + 1, 1, store_in_warp);
        kernel.reads(34, place + 1, load_in_warp);
      }
      if (!of_a_warp) kernel.barrier();
      if (of_a_warp && i == 8) kernel.warp_barrier(1);
      if (of_a_warp) kernel.warp_barrier(0);
    }
    const std::vector<Reported> found = kernel.ends();
    REQUIRE(found.size() == 2);
    CHECK(found[0].count == races);
    CHECK(found[1].count == races);
  }
}
