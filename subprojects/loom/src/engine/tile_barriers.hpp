// Tiles of more than one warp: where their threads meet, and what they hand one another.
//
// It gets the live lanes from the warps. It calls the scheduler, and ends the kernel where a GPU might wait forever.
#pragma once

#include <compare>
#include <cstdint>
#include <map>

#include "engine/warp_barriers.hpp"

namespace loom {

class TileBarriers {
 public:
  TileBarriers(Scheduler& scheduler, Failure& failure, WarpBarriers& warps) : scheduler_(scheduler), failure_(failure), warps_(warps) {}

  void lay_out() { tiles_.clear(); }

  // In the tile, of so many threads, that the current device thread lies in. The source is a rank in it.
  void sync(unsigned threads, std::uintptr_t pc);
  std::uint64_t exchange(unsigned threads, std::uint64_t value, unsigned source, bool agreed, std::uintptr_t pc);

  // A thread has left: those that waited for it may have met without it.
  void has_left();
  // A lane for which this one, in a tile, waits forever, or nullptr.
  const Lane* gone_from_tile_of(const Lane& lane) const { return gone_from(tile_of(lane)); }

 private:
  // Where threads of some warps meet.
  struct Tile {
    unsigned first = 0, threads = 0; // by rank in the block
    Wait wait = Wait::nothing;       // for what
    auto operator<=>(const Tile&) const = default;
  };

  // Those who have come there.
  struct Comers {
    unsigned count = 0;
    unsigned source = 0;             // that the first of them named
  };

  static Tile tile_of(const Lane&);
  const Lane* gone_from(const Tile&) const;
  bool is_complete(const Tile&, const Comers&) const;
  void meet(Lane&, unsigned threads, Wait, std::uintptr_t pc);
  void release(const Tile&);

  Scheduler& scheduler_;
  Failure& failure_;
  WarpBarriers& warps_;
  std::map<Tile, Comers> tiles_;     // in which threads wait
};

}  // namespace loom
