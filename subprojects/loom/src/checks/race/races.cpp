// Races: two threads use the same bytes, at least one of them writes, and nothing orders the two.
//
// The order in which loom happens to run threads plays no part. Within a block, barriers order; lanes of one warp may race
// too, as nothing keeps them in step; votes and shuffles order nothing. Blocks are ordered by barriers of the grid alone, and
// both by what is published after a fence and read by an atomic or volatile access. Atomics do not race with one another, and
// between blocks neither do volatile accesses: a block may wait for a value that tells all by itself. Yet where it reads one that it
// was published at another address, with no fence between the two on the writer's side, it may read what was there before.
#include <memory>

#include "checks/checks.hpp"
#include "checks/race/block_state.hpp"
#include "checks/race/launch_race_state.hpp"

namespace loom {

void code_anchor() {}

namespace {

thread_local std::unique_ptr<BlockRaceState> owner;

class Races final : public Check {
 public:
  bool needs_accesses() const override { return true; }
  void launch_begins(const Launch&) override { launch_race_state().begin(); }
  void block_begins(const Block& block) override {
    if (current_races == nullptr) {
      owner = std::make_unique<BlockRaceState>();
      current_races = owner.get();
    }
    current_races->begin(block);
  }
  Verdict access(const Thread& thread, const Access& access) override {
    current_races->access(thread, access);
    return Verdict::proceed;
  }
  void block_barrier(const Block&) override { current_races->block_barrier(); }
  void warp_barrier(const Block&, unsigned warp, std::uint32_t mask) override { current_races->warp_barrier(warp, mask); }
  void tile_barrier(const Block&, unsigned first, unsigned threads) override { current_races->tile_barrier(first, threads); }
  void fence(const Thread& thread, Scope scope, std::uintptr_t) override { current_races->fence(thread, scope); }
  void copy_begins(const Thread& thread, std::uintptr_t address, std::uint32_t bytes, std::uintptr_t pc) override {
    current_races->copy_begins({thread.rank, address, bytes, pc});
  }
  void copies_committed(const Thread& thread) override { current_races->copies_committed(thread); }
  void copies_awaited(const Thread& thread, std::size_t but) override { current_races->copies_awaited(thread, but); }
  void copies_bound(const Thread& thread, const void* barrier, bool phase) override { current_races->copies_bound(thread, barrier, phase); }
  void phase_awaited(const Thread&, const void* barrier, bool phase) override { current_races->phase_awaited(barrier, phase); }
  void proxy_fence(const Thread& thread) override { current_races->proxy_fence(thread); }
  void read_begins(const Thread& thread, std::uintptr_t address, std::uint32_t bytes, std::uintptr_t pc, ProxyWork work) override {
    current_races->read_begins({thread.rank, address, bytes, pc, work});
  }
  void reads_committed(const Thread& thread, ProxyWork work) override { current_races->reads_committed(thread, work); }
  void reads_awaited(const Thread& thread, ProxyWork work, std::size_t but) override { current_races->reads_awaited(thread, work, but); }
  void tile_copied(const Thread&, std::uintptr_t address, std::size_t bytes, Swizzle swizzle, std::uintptr_t pc) override {
    current_races->tile_copied(address, bytes, swizzle, pc);
  }
  void tile_read(const Thread& thread, std::uintptr_t address, std::size_t bytes, Swizzle swizzle, std::uintptr_t pc) override {
    current_races->tile_read(thread, {address, static_cast<std::uint32_t>(bytes), AccessKind::read, pc, {}}, swizzle);
  }
  void cluster_arrives(const Block&, const Thread* one, unsigned phase) override { current_races->cluster_arrives(one, phase); }
  void cluster_goes_on(const Block&, const Thread* one, unsigned phase) override { current_races->cluster_goes_on(one, phase); }
  void grid_barrier(const Launch&) override { launch_race_state().forget_shadow(); }
  void block_ends(const Block&) override { current_races->end(); }
  void launch_ends(const Launch& launch) override {
    launch_race_state().cas_loop_reads.take_back(launch);
    launch_race_state().begin();
  }
};

}  // namespace

Check& race_check() {
  static Races check;
  return check;
}

}  // namespace loom
