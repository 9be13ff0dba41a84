// A warp's 32 lanes: how they wait for one another and what they hand over when they meet.
#pragma once

#include <compare>
#include <cstdint>

#include "engine/events.hpp"

namespace loom {

struct Fiber;

enum class Wait : std::uint8_t {
  nothing, block_barrier, grid_barrier, cluster_barrier, warp_barrier, collective, gathering,
  tile_barrier, tile_exchange,       // of a tile of more than one warp
  tile_shuffle,                      // an exchange for which all name the same source
};

// What lanes that meet do with the values they bring.
enum class Collective : std::uint8_t {
  exchange,                          // each gets the value of the lane it names
  ballot,                            // each gets the set of lanes whose value is not zero
  match,                             // each gets the set of lanes whose value equals its own
  add,                               // each gets all 32-bit values combined
  least,                             // of unsigned values
  greatest,
  least_signed,
  greatest_signed,
  bitwise_and,
  bitwise_or,
  bitwise_xor,
  together,                          // one lane does for all what they ask for; each gets whether all 32 have come
};

// What a lane brings to work that concerns the whole warp. All lanes must bring the same kind.
struct Together {
  void (*act)(const Together* const* lanes);
  std::uint64_t kind;
};

// A thread as the scheduler sees it.
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

// Where threads of some warps meet.
struct Tile {
  unsigned first = 0, threads = 0;   // by rank in the block
  Wait wait = Wait::nothing;         // for what
  auto operator<=>(const Tile&) const = default;
};

// Those who have come there.
struct Comers {
  unsigned count = 0;
  unsigned source = 0;               // that the first of them named
};

struct Warp {
  std::uint32_t live = 0;            // lanes that have not left the kernel
  std::uint32_t waiting = 0;         // lanes that wait for others of their warp
  std::uint32_t gathering = 0;       // lanes that wait to see who comes to the same place
};

// A lane that reads from one that does not take part gets this: no value a program would expect.
inline constexpr std::uint64_t no_value = ~std::uint64_t{0};

// Replaces the values of the lanes in `mask` by what the collective gives each of them. Answers which lanes wanted the value
// of one that is not in the mask.
std::uint32_t exchange_values(Lane* warp, std::uint32_t mask, Collective);

}  // namespace loom
