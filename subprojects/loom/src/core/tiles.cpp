// Tiles of more than one warp: where their threads meet, and what they hand one another.
#include "core/block.hpp"

#include <algorithm>
#include <bit>

#include "core/here.hpp"

namespace loom {

Tile BlockRunner::tile_of(const Lane& lane) const {
  return {lane.rank / lane.tile_threads * lane.tile_threads, lane.tile_threads, lane.wait};
}

unsigned BlockRunner::live_in(const Tile& tile) const {
  int live = 0;
  for (unsigned warp = tile.first / 32; warp < (tile.first + tile.threads) / 32 && warp < warps_.size(); ++warp)
    live += std::popcount(warps_[warp].live);
  return static_cast<unsigned>(live);
}

void BlockRunner::meet_in_tile(Lane& lane, unsigned threads, Wait wait, std::uintptr_t pc) {
  lane.wait = wait;
  lane.tile_threads = threads;
  lane.pc = pc;
  const Tile tile = tile_of(lane);
  if (++tiles_[tile] == live_in(tile)) release_tile(tile);
  suspend(lane);
}

void BlockRunner::sync_tile(unsigned threads, std::uintptr_t pc) {
  const Inside inside;
  meet_in_tile(*running_, threads, Wait::tile_barrier, pc);
}

std::uint64_t BlockRunner::exchange_in_tile(unsigned threads, std::uint64_t value, unsigned source, std::uintptr_t pc) {
  const Inside inside;
  Lane& lane = *running_;
  lane.value = value;
  lane.source = source;
  meet_in_tile(lane, threads, Wait::tile_exchange, pc);
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
    if (tile.wait == Wait::tile_exchange) lane.value = lane.source < brought.size() ? brought[lane.source] : no_value;
    lane.wait = Wait::nothing;
    make_ready(lane);
  }
  here.changed = true;
  for (Check* check : checks) {
    if (tile.wait == Wait::tile_barrier) check->tile_barrier(block_, tile.first, last - tile.first);
    for (unsigned warp = tile.first / 32; warp * 32 < last; ++warp) check->warp_meets(block_, warp, warps_[warp].live);
  }
}

// One thread has left: those that waited for it may have met without it.
void BlockRunner::release_tiles_it_kept() {
  for (auto tile = tiles_.begin(); tile != tiles_.end();) {
    const auto [one, arrived] = *tile++;
    if (arrived == live_in(one)) release_tile(one);
  }
}

}  // namespace loom
