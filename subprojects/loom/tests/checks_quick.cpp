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

struct Memory {  struct Piece { std::size_t first, bytes; loom::Space space; bool host_writes; };
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
