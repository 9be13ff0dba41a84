// What is said of a race.
#pragma once

#include <cstdint>

#include "checks/race/record.hpp"
#include "engine/events.hpp"

namespace loom {

// Some access of some thread of the launch that is being run.
struct RaceAccess {
  std::uint64_t block = 0;           // counted through the grid
  unsigned rank = 0;
  std::uintptr_t pc = 0;
  Use use = Use::read;
};

// What the outcome of a race between threads of one block says of it.
enum class Nature : std::uint8_t {
  other,
  same_value,                        // both write the same
  update,                            // both read what is there and write what they make of it
};

// Between threads of one block; `now` has not happened yet.
void tell_race(const Block&, const RaceAccess& now, const RaceAccess& then, std::uintptr_t address, std::size_t bytes, Nature);

// With a copy of the block that its thread has begun and for which no thread has waited; `now` has not happened yet.
void tell_race_with_copy(const Block&, const RaceAccess& now, const RaceAccess& copy, std::uintptr_t address, std::size_t bytes);

// With what the asynchronous proxy does: a write of what it may still be reading, which has not happened yet; a read of what it
// need not see; a matrix that a copy has left with another swizzle.
void tell_write_under_read(const Block&, const RaceAccess& now, const RaceAccess& read, std::uintptr_t address, std::size_t bytes, ProxyWork);
void tell_unfenced(const Block&, const RaceAccess& read, const RaceAccess& write, std::uintptr_t address);
void tell_swizzle(const Block&, const RaceAccess& read, const RaceAccess& copy, std::uintptr_t address, Swizzle as_read, Swizzle as_copied);

// Between two blocks, of which `later` is the one with the larger number. How often it is found depends on who comes first.
void tell_race_of_blocks(const Launch&, const RaceAccess& later, const RaceAccess& earlier, std::uintptr_t address,
                         bool same_value);

}  // namespace loom
