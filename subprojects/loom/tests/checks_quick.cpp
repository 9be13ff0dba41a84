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

#include "checks_stage.hpp"
#include "memory/fresh.hpp"
#include "memory/registry.hpp"

using loom::AccessKind;

namespace {

constexpr unsigned threads = 64;
constexpr std::size_t shared_bytes = 256;

// Pieces of memory of every kind, some in one page, the last in two.
alignas(4096) std::array<unsigned char, 3 * 4096> bytes;

struct Memory {
  struct Piece { std::size_t first, bytes; loom::Space space; bool host_writes; };
  static constexpr Piece pieces[] = {{0, 256, loom::Space::global, false},
                                     {512, 256, loom::Space::constant, false},
                                     {1024, 256, loom::Space::managed, true},
                                     {4096 + 3840, 512, loom::Space::global, false}};

  Memory() {
    bytes.fill(0);
    loom::Registry& registry = loom::Registry::instance();
    for (const Piece& piece : pieces) {
      registry.add({base(piece), piece.bytes, piece.space, "piece at " + std::to_string(piece.first), false, piece.host_writes});
      if (piece.host_writes) loom::fill_fresh(bytes.data() + piece.first, piece.bytes);
    }
    registry.mark_filled(base(pieces[0]), 130);
    registry.mark_written(base(pieces[3]) + 200, 160);
    std::memset(bytes.data() + pieces[2].first, 0, 130);
  }
  ~Memory() {
    for (const Piece& piece : pieces) loom::Registry::instance().forget(base(piece));
  }
  static std::uintptr_t base(const Piece& piece) { return stage::address(bytes.data()) + piece.first; }
};

using Found = std::vector<std::tuple<std::string, std::string, std::uint64_t, std::string, unsigned, unsigned>>;

// Kernels made of accesses by chance, the same for the same seed.
class Player {
 public:
  Player(unsigned seed, bool quick) : quick_(quick), random_(seed) {
    for (std::uintptr_t& line : lines_) line = stage::line();
  }

  Found play() {
    const std::size_t before = loom::reported().size();
    shared_.fill(0);
    launch_.kernel = "played";
    launch_.file = "quick.cu";
    launch_.grid = dim3(3);
    launch_.block = dim3(threads);
    launch_.number = ++launches;
    block_.launch = &launch_;
    block_.threads = threads;
    block_.shared_base = stage::address(shared_.data());
    block_.shared_bytes = shared_bytes;
    for (unsigned rank = 0; rank < threads; ++rank) threads_.push_back({&block_, {rank, 0, 0}, rank});
    for (loom::Check* const check : checks_) check->launch_begins(launch_);
    for (block_.index.x = 0; block_.index.x < launch_.grid.x; ++block_.index.x) {
      for (loom::Check* const check : checks_) check->block_begins(block_);
      for (unsigned row = 0; row < 24; ++row) play_row();
      for (loom::Check* const check : checks_) check->block_ends(block_);
    }
    for (loom::Check* const check : checks_) check->launch_ends(launch_);
    loom::print_findings();
    Found found;
    const std::vector<loom::Reported> all = loom::reported();
    for (std::size_t i = before; i < all.size(); ++i) {
      const loom::Reported& one = all[i];
      found.emplace_back(one.kind, one.sentence, one.count, one.parties[0].did, one.parties[0].thread.x, one.parties.back().thread.x);
    }
    std::ranges::sort(found);
    return found;
  }

  unsigned settled = 0, accesses = 0;

 private:
  unsigned any(unsigned below) { return static_cast<unsigned>(random_() % below); }

  // One line of a kernel: a barrier, a fence, or an access by all threads or some.
  void play_row() {
    const unsigned what = any(12);
    if (what == 0) for (loom::Check* const check : checks_) check->warp_barrier(block_, any(1), ~0u);
    if (what == 1 && any(16) == 0) for (loom::Check* const check : checks_) check->fence(threads_[any(threads)], loom::Scope::device, lines_[0]);
    if (what <= 4) for (loom::Check* const check : checks_) check->block_barrier(block_);
    const bool in_shared = any(2) == 0;
    const Memory::Piece& piece = Memory::pieces[any(8) < 6 ? 0 : 1 + any(3)];
    const std::uintptr_t base = in_shared ? block_.shared_base : Memory::base(piece);
    const std::size_t room = (in_shared ? shared_bytes : piece.bytes) + (any(40) == 0 ? 16 : 0);
    const std::uint32_t bytes = 1u << any(5);
    const unsigned first = any(16), step = any(4), every = any(3) == 0 ? 1 + any(40) : 1;
    const std::uintptr_t pc = lines_[any(static_cast<unsigned>(lines_.size()))];
    const AccessKind kinds[] = {AccessKind::read, AccessKind::read, AccessKind::read, AccessKind::write, AccessKind::write,
                                AccessKind::write, AccessKind::volatile_read, AccessKind::volatile_write, AccessKind::atomic};
    const AccessKind kind = kinds[any(std::size(kinds))];
    for (unsigned rank = 0; rank < threads; rank += every)
      access(threads_[rank], {base + (first + rank * step) * bytes % room / bytes * bytes, bytes, kind, pc, {}});
  }

  void access(const loom::Thread& thread, const loom::Access& access) {
    ++accesses;
    const bool plain = access.kind == AccessKind::read || access.kind == AccessKind::write;
    const bool writes = access.kind == AccessKind::write;
    if (quick_ && plain && !access.misaligned() &&
        loom::quick_checks().settles[writes][std::countr_zero(access.bytes)](thread, access.address, access.pc)) {
      ++settled;
      if (writes) change(access);
      return;
    }
    for (loom::Check* const check : checks_)
      if (check->access(thread, access) != loom::Verdict::proceed) return;
    if (loom::writes(access.kind)) change(access);
  }

  void change(const loom::Access& access) {
    std::memset(reinterpret_cast<void*>(access.address), static_cast<int>(any(2)), access.bytes);
  }

  static inline std::uint64_t launches = 1000;

  bool quick_;
  std::mt19937 random_;
  std::array<std::uintptr_t, 12> lines_;
  std::array<loom::Check*, 3> checks_{&loom::bounds_check(), &loom::initialised_check(), &loom::race_check()};
  static inline std::array<unsigned char, shared_bytes> shared_ alignas(16){};
  loom::Launch launch_;
  loom::Block block_;
  std::vector<loom::Thread> threads_;
};

}  // namespace

TEST_CASE("what is settled at once changes nothing in what is found") {
  unsigned settled = 0, accesses = 0, found = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    CAPTURE(seed);
    Found by_checks, with_quick;
    for (const bool quick : {false, true}) {
      const Memory memory;
      Player player(seed, quick);
      (quick ? with_quick : by_checks) = player.play();
      settled += player.settled;
      accesses += quick ? player.accesses : 0;
    }
    CHECK(with_quick == by_checks);
    found += static_cast<unsigned>(by_checks.size());
  }
  MESSAGE(settled << " of " << accesses << " settled, " << found << " findings");
  CHECK(settled > accesses / 8);
  CHECK(found > 400);
}

namespace {

// A kernel played by hand, with what settles accesses at once before the checks.
class Scene {
 public:
  Scene() : before_(loom::reported().size()) {
    launch_.kernel = "played";
    launch_.file = "quick.cu";
    launch_.grid = dim3(8);
    launch_.block = dim3(threads);
    launch_.number = ++launches;
    shared_.fill(0);
    block_ = {&launch_, {}, threads, stage::address(shared_.data()), shared_bytes};
    for (unsigned rank = 0; rank < threads; ++rank) threads_.push_back({&block_, {rank, 0, 0}, rank});
    for (loom::Check* const check : checks_) check->launch_begins(launch_);
    for (loom::Check* const check : checks_) check->block_begins(block_);
  }

  // Whether it was settled at once.
  bool reads(unsigned thread, std::size_t at) { return access(thread, address(at), AccessKind::read); }
  bool writes(unsigned thread, std::size_t at, int value) {
    const bool settled = access(thread, address(at), AccessKind::write);
    *reinterpret_cast<int*>(address(at)) = value;
    return settled;
  }
  bool reads_shared(unsigned thread, std::size_t at) { return access(thread, block_.shared_base + at, AccessKind::read); }
  void signals(unsigned thread, std::size_t at) { access(thread, address(at), AccessKind::volatile_write); }
  void watches(unsigned thread, std::size_t at) { access(thread, address(at), AccessKind::volatile_read); }
  void fence(unsigned thread) {
    for (loom::Check* const check : checks_) check->fence(threads_[thread], loom::Scope::device, stage::line());
  }
  void copy_begins(unsigned thread, std::size_t at) {
    access(thread, block_.shared_base + at, AccessKind::write);
    for (loom::Check* const check : checks_) check->copy_begins(threads_[thread], block_.shared_base + at, 4, stage::line());
  }
  void next_block() {
    for (loom::Check* const check : checks_) check->block_ends(block_);
    ++block_.index.x;
    for (loom::Check* const check : checks_) check->block_begins(block_);
  }
  std::vector<std::string> ends() {
    for (loom::Check* const check : checks_) check->block_ends(block_);
    for (loom::Check* const check : checks_) check->launch_ends(launch_);
    loom::print_findings();
    std::vector<std::string> found;
    const std::vector<loom::Reported> all = loom::reported();
    for (std::size_t i = before_; i < all.size(); ++i) found.push_back(all[i].sentence);
    return found;
  }

 private:
  static std::uintptr_t address(std::size_t at) { return stage::address(bytes.data()) + at; }

  bool access(unsigned thread, std::uintptr_t at, AccessKind kind) {
    const loom::Access access{at, 4, kind, stage::line(), {}};
    const bool plain = kind == AccessKind::read || kind == AccessKind::write;
    if (plain && loom::quick_checks().settles[kind == AccessKind::write][2](threads_[thread], at, access.pc)) return true;
    for (loom::Check* const check : checks_)
      if (check->access(threads_[thread], access) != loom::Verdict::proceed) break;
    return false;
  }

  static inline std::uint64_t launches = 100000;
  static inline std::array<unsigned char, shared_bytes> shared_ alignas(16){};
  const Memory memory_;
  std::array<loom::Check*, 3> checks_{&loom::bounds_check(), &loom::initialised_check(), &loom::race_check()};
  std::size_t before_;
  loom::Launch launch_;
  loom::Block block_;
  std::vector<loom::Thread> threads_;
};

}  // namespace

TEST_CASE("a write to constant memory is not settled, nor one beside it of memory that ends there") {
  Scene scene;
  scene.reads(0, 512);
  CHECK(scene.reads(1, 516));
  CHECK_FALSE(scene.writes(1, 520, 1));
  CHECK_FALSE(scene.writes(2, 256, 1));          // between two pieces
  const std::vector<std::string> found = scene.ends();
  REQUIRE(found.size() == 2);
  CHECK(stage::contains(found[0] + found[1], "constant memory"));
}

TEST_CASE("what a settled write has left is held against what another block writes") {
  for (const int other : {5, 7}) {
    Scene scene;
    scene.writes(0, 4, 1);                       // the block's first on this page
    CHECK(scene.writes(0, 0, 5));
    CHECK(scene.writes(0, 8, 6));
    scene.next_block();
    scene.writes(0, 0, other);
    const std::vector<std::string> found = scene.ends();
    REQUIRE(found.size() == 1);
    CHECK(stage::contains(found[0], "the same value") == (other == 5));
  }
}

TEST_CASE("a signal publishes what came before the fence, unless something else has been written since") {
  for (const bool written_since : {false, true}) {
    Scene scene;
    scene.writes(0, 4, 1);
    scene.fence(0);
    if (written_since) CHECK(scene.writes(0, 64, 1));
    scene.signals(0, 128);
    scene.next_block();
    scene.watches(0, 128);
    scene.reads(0, 4);
    CHECK(scene.ends().empty() != written_since);
  }
}

TEST_CASE("a place where a copy is under way is not settled") {
  Scene scene;
  scene.copy_begins(0, 16);
  CHECK_FALSE(scene.reads_shared(0, 16));
  const std::vector<std::string> found = scene.ends();
  REQUIRE(found.size() == 1);
  CHECK(stage::contains(found[0], "asynchronous copy"));
}
