// What the lanes of a warp do with the values that they bring, once they have met.
#pragma once

#include <cstdint>

namespace loom {

struct Lane;

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

// A lane that reads from one that does not take part gets this: no value a program would expect.
inline constexpr std::uint64_t no_value = ~std::uint64_t{0};

// Replaces the values of the lanes in `mask` by what the collective gives each of them. Answers which lanes wanted the value
// of one that is not in the mask.
std::uint32_t exchange_values(Lane* warp, std::uint32_t mask, Collective);

}  // namespace loom
