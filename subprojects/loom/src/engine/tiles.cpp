// Tiles of more than one warp: where their threads meet, and what they hand one another.
#include "engine/block.hpp"

#include <algorithm>
#include <bit>

#include "engine/switching.hpp"

namespace loom {

Tile BlockRunner::tile_of(const Lane& lane) const {
  return {lane.rank / lane.tile_threads * lane.tile_threads, lane.tile_threads, lane.wait};
}

// A tile waits for each of its warps: for the lanes of it that have not left the kernel, but for ever for a warp that has left as a
// whole. Answers one of those.
const Lane* BlockRunner::gone_from(const Tile& tile) const {
  for (unsigned warp = tile.first / 32; warp < (tile.first + tile.threads) / 32 && warp < warps_.size(); ++warp)
    if (warps_[warp].live == 0) return &lanes_[warp * 32];
  return nullptr;
}

bool BlockRunner::is_complete(const Tile& tile, const Comers& comers) const {
  int live = 0;
  for (unsigned warp = tile.first / 32; warp < (tile.first + tile.threads) / 32 && warp < warps_.size(); ++warp)
    live += std::popcount(warps_[warp].live);
  return static_cast<int>(comers.count) == live && !gone_from(tile);
}

[[gnu::always_inline]] inline void BlockRunner::meet_in_tile(Lane& lane, unsigned threads, Wait wait, std::uintptr_t pc) {
  lane.wait = wait;
  lane.tile_threads = threads;
  lane.pc = pc;
  lane.barrier = 0;
  const Tile tile = tile_of(lane);
  Comers& comers = tiles_[tile];
  if (comers.count++ == 0) comers.source = lane.source;
  if (wait == Wait::tile_shuffle && lane.source != comers.source)
    stop(cudaErrorLaunchTimeout, pc, "shuffles in a tile of more than 32 threads and names another rank than the thread before it, so that "
                                     "a GPU may wait for ever. Let all threads of the tile name the same rank, or shuffle in a tile of 32.");
  if (is_complete(tile, comers)) release_tile(tile);
  suspend(lane);
}

void BlockRunner::sync_tile(unsigned threads, std::uintptr_t pc) {
  const Inside inside;
  meet_in_tile(current_lane(), threads, Wait::tile_barrier, pc);
}

std::uint64_t BlockRunner::exchange_in_tile(unsigned threads, std::uint64_t value, unsigned source, bool agreed, std::uintptr_t pc) {
  const Inside inside;
  Lane& lane = current_lane();
  lane.value = value;
  lane.source = source;
  meet_in_tile(lane, threads, agreed ? Wait::tile_shuffle : Wait::tile_exchange, pc);
  return lane.value;
}

void BlockRunner::release_tile(const Tile& tile) {
  tiles_.erase(tile);
  const unsigned last = std::min(tile.first + tile.threads, block_.threads);
  std::vector<std::uint64_t> brought;
  for (unsigned rank = tile.first; rank < last; ++rank) brought.push_back(lanes_[rank].left ? no_value : lanes_[rank].value);
  for (unsigned rank = tile.first; rank < last; ++rank) {
    Lane& lane = lanes_[rank];
    if (lane.left) continue;
    if (tile.wait != Wait::tile_barrier) lane.value = lane.source < brought.size() ? brought[lane.source] : no_value;
    lane.wait = Wait::nothing;
    make_ready(lane);
  }
  met_ = true;
  for (Check* check : checks) {
    if (tile.wait == Wait::tile_barrier) check->tile_barrier(block_, tile.first, last - tile.first);
    for (unsigned warp = tile.first / 32; warp * 32 < last; ++warp) check->warp_meets(block_, warp, warps_[warp].live);
  }
}

// One thread has left: those that waited for it may have met without it.
void BlockRunner::release_waiting_tiles() {
  for (auto tile = tiles_.begin(); tile != tiles_.end();) {
    const auto [one, comers] = *tile++;
    if (is_complete(one, comers)) release_tile(one);
  }
}

}  // namespace loom
