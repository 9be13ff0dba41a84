#include "engine/tile_barriers.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace loom {

TileBarriers::Tile TileBarriers::tile_of(const Lane& lane) {
  return {lane.rank / lane.tile_threads * lane.tile_threads, lane.tile_threads, lane.wait};
}

// A tile waits for each of its warps: for the lanes of it that have not left the kernel, but forever for a warp that has left as a
// whole. Returns one of those.
const Lane* TileBarriers::gone_from(const Tile& tile) const {
  for (unsigned warp = tile.first / 32; warp < (tile.first + tile.threads) / 32 && warp < warps_.count(); ++warp)
    if (warps_.live(warp) == 0) return &scheduler_.lanes()[warp * 32];
  return nullptr;
}

bool TileBarriers::is_complete(const Tile& tile, const Comers& comers) const {
  int live = 0;
  for (unsigned warp = tile.first / 32; warp < (tile.first + tile.threads) / 32 && warp < warps_.count(); ++warp)
    live += std::popcount(warps_.live(warp));
  return static_cast<int>(comers.count) == live && !gone_from(tile);
}

[[gnu::always_inline]] inline void TileBarriers::meet(Lane& lane, unsigned threads, Wait wait, std::uintptr_t pc) {
  lane.wait = wait;
  lane.tile_threads = threads;
  lane.pc = pc;
  lane.barrier = 0;
  const Tile tile = tile_of(lane);
  Comers& comers = tiles_[tile];
  if (comers.count++ == 0) comers.source = lane.source;
  if (wait == Wait::tile_shuffle && lane.source != comers.source)
    failure_.stop(cudaErrorLaunchTimeout, pc, "shuffles in a tile of more than 32 threads and names another rank than the thread before "
                                              "it, so a GPU may wait forever. Let all threads of the tile name the same rank, or shuffle "
                                              "in a tile of 32.");
  if (is_complete(tile, comers)) release(tile);
  warps_.wait(lane);
}

void TileBarriers::sync(unsigned threads, std::uintptr_t pc) {
  const HooksMuted muted;
  meet(scheduler_.current_lane(), threads, Wait::tile_barrier, pc);
}

std::uint64_t TileBarriers::exchange(unsigned threads, std::uint64_t value, unsigned source, bool agreed, std::uintptr_t pc) {
  const HooksMuted muted;
  Lane& lane = scheduler_.current_lane();
  lane.value = value;
  lane.source = source;
  meet(lane, threads, agreed ? Wait::tile_shuffle : Wait::tile_exchange, pc);
  return lane.value;
}

void TileBarriers::release(const Tile& tile) {
  tiles_.erase(tile);
  const Block& block = scheduler_.block();
  std::vector<Lane>& lanes = scheduler_.lanes();
  const unsigned last = std::min(tile.first + tile.threads, block.threads);
  std::vector<std::uint64_t> brought;
  for (unsigned rank = tile.first; rank < last; ++rank) brought.push_back(lanes[rank].left ? no_value : lanes[rank].value);
  for (unsigned rank = tile.first; rank < last; ++rank) {
    Lane& lane = lanes[rank];
    if (lane.left) continue;
    if (tile.wait != Wait::tile_barrier) lane.value = lane.source < brought.size() ? brought[lane.source] : no_value;
    scheduler_.make_ready(lane);
  }
  scheduler_.progress().met = true;
  for (Check* check : checks) {
    if (tile.wait == Wait::tile_barrier) check->tile_barrier(block, tile.first, last - tile.first);
    for (unsigned warp = tile.first / 32; warp * 32 < last; ++warp) check->warp_meets(block, warp, warps_.live(warp));
  }
}

void TileBarriers::has_left() {
  for (auto tile = tiles_.begin(); tile != tiles_.end();) {
    const auto [one, comers] = *tile++;
    if (is_complete(one, comers)) release(one);
  }
}

}  // namespace loom
