// A thread as the scheduler and the barriers see it: what it waits for, where, and what it brings.
#pragma once

#include <cstdint>
#include <string>

#include "engine/collective.hpp"
#include "engine/events.hpp"

namespace loom {

struct Fiber;

enum class Wait : std::uint8_t {
  nothing, block_barrier, grid_barrier, cluster_barrier, warp_barrier, collective, gathering,
  tile_barrier, tile_exchange,       // of a tile of more than one warp
  tile_shuffle,                      // an exchange for which all name the same source
};

struct alignas(128) Lane : Thread {
  Fiber* fiber = nullptr;
  Wait wait = Wait::nothing;
  bool left = false;                 // has returned from the kernel
  bool stands = false;               // has done nothing since it arrived at the barrier of its cluster
  bool writes = false;               // its last volatile access was a write
  std::uint8_t looks = 0;            // at the clock, up to patient_looks
  bool carry = false;                // of the last sum in PTX that keeps one
  Collective collective = Collective::exchange;
  std::uint32_t mask = 0;            // the lanes it wants to meet
  std::uintptr_t pc = 0;             // where it waits
  std::uint64_t barrier = 0;         // that, as a word of the source, if it is a barrier in a branch of an `if` or in a loop
  unsigned source = 0;               // the lane whose value it wants
  std::uint64_t value = 0;           // what it brings; replaced by what it gets
  std::uintptr_t lowest_read = ~std::uintptr_t{0}, highest_read = 0;   // among the reads at which the clock was looked at
  unsigned tile_threads = 0;         // the size of the tile in which it waits
};

inline bool in_tile(const Lane& lane) { return lane.wait >= Wait::tile_barrier; }
inline bool at_barrier(const Lane& lane) {
  return lane.wait == Wait::block_barrier || lane.wait == Wait::grid_barrier || lane.wait == Wait::cluster_barrier || in_tile(lane);
}

// "thread (0,0,0) of block (1,0,0)"
std::string name_of(const Thread&);
// "thread (0,0,0) of block (1,0,0) waits for its block at add.cu:31"
std::string describe(const Lane&);

}  // namespace loom
