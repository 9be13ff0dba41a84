// What says of most accesses at once that they are good: it must find what the checks find, no less and no more.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "checks_fixture.hpp"
#include "engine/engine.hpp"
#include "memory/registry.hpp"
#include "memory/unwritten_pattern.hpp"
#include "program/variables.hpp"

using loom::AccessKind;

namespace {

constexpr unsigned threads = 64;
constexpr std::size_t shared_bytes = 256;

// Pieces of memory of every kind, some in one page, one in two, and one that ends in the midst of a word.
alignas(4096) std::array<unsigned char, 3 * 4096> bytes;

struct Memory {
  struct Piece { std::size_t first, bytes; loom::Space space; bool host_writes; };
  static constexpr Piece pieces[] = {{0, 256, loom::Space::global, false},
                                     {512, 256, loom::Space::constant, false},
                                     {1024, 256, loom::Space::managed, true},
                                     {4096 + 3840, 512, loom::Space::global, false},
                                     {2048, 10, loom::Space::global, false}};

  Memory() {
    bytes.fill(0);
    loom::Registry& registry = loom::Registry::instance();
    for (const Piece& piece : pieces) {
      registry.add({base(piece), piece.bytes, piece.space, "piece at " + std::to_string(piece.first), false, piece.host_writes});
      if (piece.host_writes) loom::fill_unwritten(bytes.data() + piece.first, piece.bytes);
    }
    registry.mark_filled(base(pieces[0]), 130);
    registry.mark_written(base(pieces[3]) + 200, 160);
    std::memset(bytes.data() + pieces[2].first, 0, 130);
  }
  ~Memory() {
    for (const Piece& piece : pieces) loom::Registry::instance().forget(base(piece));
  }
  static std::uintptr_t base(const Piece& piece) { return fixture::address(bytes.data()) + piece.first; }
};

// A kernel simulated by hand to the checks whose accesses can be handled at once.
class SimulatedKernel {
 public:
  void block_barrier() { tell([&](loom::Check& check) { check.block_barrier(block_); }); }
  void warp_barrier() { tell([&](loom::Check& check) { check.warp_barrier(block_, 0, ~0u); }); }
  void fence(unsigned thread) { tell([&](loom::Check& check) { check.fence(threads_[thread], loom::Scope::device, fixture::line()); }); }
  void next_block() {
    tell([&](loom::Check& check) { check.block_ends(block_); });
    ++block_.index.x;
    tell([&](loom::Check& check) { check.block_begins(block_); });
  }
  std::vector<loom::Reported> ends() {
    tell([&](loom::Check& check) { check.block_ends(block_); });
    tell([&](loom::Check& check) { check.launch_ends(launch_); });
    loom::print_findings();
    const std::vector<loom::Reported> all = loom::reported();
    return {all.begin() + static_cast<std::ptrdiff_t>(before_), all.end()};
  }

 protected:
  SimulatedKernel() : before_(loom::reported().size()) {
    static std::uint64_t launches = 1000;
    launch_.kernel = "simulated";
    launch_.file = "fast_path.cu";
    launch_.grid = dim3(8);
    launch_.block = dim3(threads);
    launch_.number = ++launches;
    shared_.fill(0);
    block_ = {&launch_, {}, threads, fixture::address(shared_.data()), shared_bytes};
    for (unsigned rank = 0; rank < threads; ++rank) threads_.push_back({&block_, {rank, 0, 0}, rank});
    tell([&](loom::Check& check) { check.launch_begins(launch_); });
    tell([&](loom::Check& check) { check.block_begins(block_); });
  }

  template <class Tell>
  void tell(Tell tell) {
    for (loom::Check* const check : checks_) tell(*check);
  }
  const loom::Thread& thread(unsigned rank) const { return threads_[rank]; }
  std::uintptr_t shared_base() const { return block_.shared_base; }

  // Where it cannot be handled at once, or is not to be, the checks hear of it, until one objects.
  enum class Outcome { handled, goes_on, prevented };
  Outcome access(unsigned rank, const loom::Access& access, bool fast_path = true) {
    const bool plain = access.kind == AccessKind::read || access.kind == AccessKind::write;
    if (fast_path && plain && !access.misaligned() &&
        loom::fast_path_of_checks().handles[loom::writes(access.kind)][std::countr_zero(access.bytes)](threads_[rank], access.address, access.pc))
      return Outcome::handled;
    for (loom::Check* const check : checks_)
      if (check->access(threads_[rank], access) != loom::Verdict::proceed) return Outcome::prevented;
    return Outcome::goes_on;
  }

 private:
  static inline std::array<unsigned char, shared_bytes> shared_ alignas(16){};
  const Memory memory_;
  std::array<loom::Check*, 3> checks_{&loom::bounds_check(), &loom::initialised_check(), &loom::race_check()};
  std::size_t before_;
  loom::Launch launch_;
  loom::Block block_;
  std::vector<loom::Thread> threads_;
};

using Found = std::vector<std::tuple<std::string, std::string, std::uint64_t, std::string, unsigned, unsigned>>;

// Kernels made of accesses by chance, the same for the same seed.
class RandomKernel : public SimulatedKernel {
 public:
  RandomKernel(unsigned seed, bool fast_path) : fast_path_(fast_path), random_(seed) {
    for (std::uintptr_t& line : lines_) line = fixture::line();
  }

  Found run() {
    for (unsigned block = 0; block < 3; ++block) {
      if (block > 0) next_block();
      for (unsigned row = 0; row < 24; ++row) run_row();
    }
    Found found;
    for (const loom::Reported& one : ends())
      found.emplace_back(one.kind, one.sentence, one.count, one.parties[0].did, one.parties[0].thread.x, one.parties.back().thread.x);
    std::ranges::sort(found);
    return found;
  }

  unsigned handled = 0, accesses = 0;

 private:
  unsigned any(unsigned below) { return static_cast<unsigned>(random_() % below); }

  // One line of a kernel: a barrier, a fence, or an access by all threads or some.
  void run_row() {
    const unsigned what = any(12);
    if (what == 0) warp_barrier();
    if (what == 1 && any(16) == 0) fence(any(threads));
    if (what <= 4) block_barrier();
    const bool in_shared = any(2) == 0;
    const Memory::Piece& piece = Memory::pieces[any(8) < 6 ? 0 : 1 + any(3)];
    const std::uintptr_t base = in_shared ? shared_base() : Memory::base(piece);
    const std::size_t room = (in_shared ? shared_bytes : piece.bytes) + (any(40) == 0 ? 16 : 0);
    const std::uint32_t bytes = 1u << any(5);
    const unsigned first = any(16), step = any(4), every = any(3) == 0 ? 1 + any(40) : 1;
    const std::uintptr_t pc = lines_[any(static_cast<unsigned>(lines_.size()))];
    const AccessKind kinds[] = {AccessKind::read, AccessKind::read, AccessKind::read, AccessKind::write, AccessKind::write,
                                AccessKind::write, AccessKind::volatile_read, AccessKind::volatile_write, AccessKind::atomic};
    const AccessKind kind = kinds[any(std::size(kinds))];
    for (unsigned rank = 0; rank < threads; rank += every) {
      const loom::Access one{base + (first + rank * step) * bytes % room / bytes * bytes, bytes, kind, pc, {}};
      const Outcome outcome = access(rank, one, fast_path_);
      ++accesses;
      if (outcome == Outcome::handled) ++handled;
      if (loom::writes(kind) && outcome != Outcome::prevented)
        std::memset(reinterpret_cast<void*>(one.address), static_cast<int>(any(2)), bytes);
    }
  }

  bool fast_path_;
  std::mt19937 random_;
  std::array<std::uintptr_t, 12> lines_;
};

}  // namespace

TEST_CASE("what is handled at once changes nothing in what is found") {
  unsigned handled = 0, accesses = 0, found = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    CAPTURE(seed);
    Found by_checks, by_fast_path;
    for (const bool fast_path : {false, true}) {
      RandomKernel kernel(seed, fast_path);
      (fast_path ? by_fast_path : by_checks) = kernel.run();
      handled += kernel.handled;
      accesses += fast_path ? kernel.accesses : 0;
    }
    CHECK(by_fast_path == by_checks);
    found += static_cast<unsigned>(by_checks.size());
  }
  MESSAGE(handled << " of " << accesses << " handled, " << found << " findings");
  CHECK(handled > accesses / 8);
  CHECK(found > 400);
}

namespace {

// A kernel of a few accesses of 4 bytes, one at a time.
class ShortKernel : public SimulatedKernel {
 public:
  // Whether it was handled at once.
  bool reads(unsigned thread, std::size_t at) { return of_word(thread, address(at), AccessKind::read); }
  bool writes(unsigned thread, std::size_t at, int value) {
    const bool handled = of_word(thread, address(at), AccessKind::write);
    *reinterpret_cast<int*>(address(at)) = value;
    return handled;
  }
  bool reads_shared(unsigned thread, std::size_t at) { return of_word(thread, shared_base() + at, AccessKind::read); }
  void signals(unsigned thread, std::size_t at) { of_word(thread, address(at), AccessKind::volatile_write); }
  void watches(unsigned thread, std::size_t at) { of_word(thread, address(at), AccessKind::volatile_read); }
  bool writes_shared(unsigned thread, std::uintptr_t at, std::uint32_t bytes) {
    return access(thread, {at, bytes, AccessKind::write, fixture::line(), {}}) == Outcome::handled;
  }
  void copy_begins(unsigned rank, std::size_t at) {
    of_word(rank, shared_base() + at, AccessKind::write);
    tell([&](loom::Check& check) { check.copy_begins(thread(rank), shared_base() + at, 4, fixture::line()); });
  }

  std::vector<std::string> said() {
    std::vector<std::string> sentences;
    for (const loom::Reported& one : ends()) sentences.push_back(one.sentence);
    return sentences;
  }

 private:
  static std::uintptr_t address(std::size_t at) { return fixture::address(bytes.data()) + at; }

  bool of_word(unsigned thread, std::uintptr_t at, AccessKind kind) {
    return access(thread, {at, 4, kind, fixture::line(), {}}) == Outcome::handled;
  }
};

}  // namespace

TEST_CASE("a write to constant memory is not handled, nor one beside it of memory that ends there") {
  ShortKernel kernel;
  kernel.reads(0, 512);
  CHECK(kernel.reads(1, 516));
  CHECK_FALSE(kernel.writes(1, 520, 1));
  CHECK_FALSE(kernel.writes(2, 256, 1));          // between two pieces
  const std::vector<std::string> found = kernel.said();
  REQUIRE(found.size() == 2);
  CHECK(fixture::contains(found[0] + found[1], "constant memory"));
}

TEST_CASE("a write that begins inside its memory and ends behind is not handled") {
  ShortKernel kernel;
  kernel.writes(0, 2048, 1);
  CHECK(kernel.writes(0, 2052, 1));
  CHECK_FALSE(kernel.writes(0, 2056, 1));
  const std::vector<std::string> found = kernel.said();
  REQUIRE(found.size() == 1);
  CHECK(fixture::contains(found[0], "2 bytes past the end of the piece at 2048"));
}

TEST_CASE("nor is one of shared memory where a variable ends, and to each variable the first is looked at") {
  const std::vector<loom::Variable>& variables = loom::shared_variables();
  const std::uintptr_t base = loom::static_shared().first - variables.front().address;
  unsigned ends = 0;
  for (const loom::Variable& variable : variables) {
    const std::uintptr_t first = base + variable.address, last = first + variable.bytes;
    if (first % 4 != 0 || variable.bytes < 4) continue;
    CAPTURE(variable.name);
    ShortKernel kernel;
    CHECK_FALSE(kernel.writes_shared(0, first, 4));
    CHECK(kernel.writes_shared(0, first, 4));
    if (last % 16 == 0 || last / 16 * 16 < first) continue;
    ++ends;
    CHECK_FALSE(kernel.writes_shared(0, last / 16 * 16, 16));
    CHECK(kernel.said().size() == 1);
  }
  CHECK(ends > 0);
}

TEST_CASE("the record of a handled write is compared with what another block writes") {
  for (const int other : {5, 7}) {
    ShortKernel kernel;
    kernel.writes(0, 4, 1);                       // the block's first on this page
    CHECK(kernel.writes(0, 0, 5));
    CHECK(kernel.writes(0, 8, 6));
    kernel.next_block();
    kernel.writes(0, 0, other);
    const std::vector<std::string> found = kernel.said();
    REQUIRE(found.size() == 1);
    CHECK(fixture::contains(found[0], "the same value") == (other == 5));
  }
}

TEST_CASE("a signal publishes what came before the fence, unless something else has been written since") {
  for (const bool written_since : {false, true}) {
    ShortKernel kernel;
    kernel.writes(0, 4, 1);
    kernel.fence(0);
    if (written_since) CHECK(kernel.writes(0, 64, 1));
    kernel.signals(0, 128);
    kernel.next_block();
    kernel.watches(0, 128);
    kernel.reads(0, 4);
    CHECK(kernel.said().empty() != written_since);
  }
}

TEST_CASE("a place where a copy is under way is not handled") {
  ShortKernel kernel;
  kernel.copy_begins(0, 16);
  CHECK_FALSE(kernel.reads_shared(0, 16));
  const std::vector<std::string> found = kernel.said();
  REQUIRE(found.size() == 1);
  CHECK(fixture::contains(found[0], "asynchronous copy"));
}
