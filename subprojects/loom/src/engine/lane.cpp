#include "engine/lane.hpp"

#include "report/report.hpp"

namespace loom {

std::string name_of(const Thread& thread) { return "thread " + index_text(thread.index) + " of block " + index_text(thread.block->index); }

std::string describe(const Lane& lane) {
  if (lane.left) return name_of(lane) + " has left the kernel";
  const char* const whom = lane.wait == Wait::block_barrier  ? "its block"
                           : lane.wait == Wait::grid_barrier ? "its grid"
                           : lane.wait == Wait::cluster_barrier ? "its cluster"
                           : in_tile(lane)                   ? "its tile"
                                                             : "lanes of its warp";
  return name_of(lane) + " waits for " + whom + " at " + place_of(lane.pc);
}

}  // namespace loom
