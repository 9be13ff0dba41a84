// What is said of a race.
#pragma once

#include <cstdint>

#include "checks/race_record.hpp"
#include "core/events.hpp"

namespace loom {

// Some access of some thread of the launch that is being run.
struct Deed {
  std::uint64_t block = 0;           // counted through the grid
  unsigned rank = 0;
  std::uintptr_t pc = 0;
  Use use = Use::read;
};

// Between threads of one block; `now` has not happened yet.
void tell_race(const Block&, const Deed& now, const Deed& then, std::uintptr_t address, std::size_t bytes, bool same_value);

// With a copy of the block that its thread has begun and nobody has waited for; `now` has not happened yet.
void tell_race_with_copy(const Block&, const Deed& now, const Deed& copy, std::uintptr_t address, std::size_t bytes);

// Between two blocks, of which `later` is the one with the larger number. How often it is found depends on who comes first.
void tell_race_of_blocks(const Launch&, const Deed& later, const Deed& earlier, std::uintptr_t address,
                         bool same_value);

}  // namespace loom
