// The current launch, as the check of races sees it: what all its blocks share.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "checks/race/cas_loop_reads.hpp"
#include "checks/race/messages.hpp"
#include "checks/race/shadow_memory.hpp"
#include "checks/race/thread_order.hpp"

namespace loom {

// What the blocks of a cluster share: what they did to each other's shared memory, and what they tell one another at their barriers.
struct ClusterRaceState {
  ShadowMemory shadow;
  std::mutex mutex;
  std::array<Published, 2> phases;   // of even and odd ones: no block comes to one while another has yet to leave the last but one
};

class LaunchRaceState {
 public:
  void begin() {
    shadow.clear();
    cas_loop_reads.begin();
    told_.clear();
    for (Shard& shard : shards_) shard.places.clear();
    published_.store(false, std::memory_order_relaxed);
    clusters_.clear();
  }

  // Kept by the blocks that ask for it.
  std::shared_ptr<ClusterRaceState> cluster(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<ClusterRaceState> found = clusters_[number].lock();
    if (!found) clusters_[number] = found = std::make_shared<ClusterRaceState>();
    return found;
  }

  // All blocks of the launch stand still, and what they did is ordered before what they will do.
  void forget_shadow() {
    shadow.clear();
    const std::lock_guard lock(mutex_);
    for (const auto& [number, cluster] : clusters_)
      if (const auto alive = cluster.lock()) alive->shadow.clear();
  }

  // Whether anything was published in global memory, and what is there.
  bool published() const { return published_.load(std::memory_order_acquire); }
  template <class Visit>
  void at(std::uintptr_t address, Visit visit) {
    Shard& shard = shards_[address / 4 % shards_.size()];
    const std::lock_guard lock(shard.mutex);
    visit(shard.places[address]);
  }
  void has_published() { published_.store(true, std::memory_order_release); }

  // Tells of a race between blocks unless, of the same two lines, one of earlier blocks, or at a lower address, is known.
  void tell(const Launch& launch, RaceAccess a, RaceAccess b, std::uintptr_t address, std::uintptr_t place, bool same_value) {
    if (a.block < b.block) std::swap(a, b);
    const Rank rank{a.block, b.block, place};
    const std::lock_guard lock(mutex_);
    const auto [known, added] = told_.try_emplace({std::min(a.pc, b.pc), std::max(a.pc, b.pc), same_value}, rank);
    if (!added && known->second <= rank) return;
    known->second = rank;
    tell_race_of_blocks(launch, a, b, address, same_value);
    cas_loop_reads.told(a, b);
  }

  ShadowMemory shadow;
  CasLoopReads cas_loop_reads;

 private:
  using Rank = std::tuple<std::uint64_t, std::uint64_t, std::uintptr_t>;
  struct Shard {
    std::mutex mutex;
    std::unordered_map<std::uintptr_t, Published> places;
  };
  std::array<Shard, 64> shards_;
  std::atomic<bool> published_{false};
  std::mutex mutex_;
  std::unordered_map<std::uint64_t, std::weak_ptr<ClusterRaceState>> clusters_;
  std::map<std::tuple<std::uintptr_t, std::uintptr_t, bool>, Rank> told_;
};

inline LaunchRaceState& launch_race_state() {
  static LaunchRaceState& state = *new LaunchRaceState;    // blocks' threads may outlive static objects
  return state;
}

}  // namespace loom
