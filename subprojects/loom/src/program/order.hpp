// The order in which the blocks of a grid begin.
//
// A GPU promises none. loom takes them by index by default, and every requested order is the same in
// every run: a program that relies on the usual one is found by the others.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace loom {

class BlockOrder {
 public:
  // By index.
  BlockOrder() = default;
  // "reversed", or "shuffled:SEED" with a number as seed; nothing where the text is neither.
  static std::optional<BlockOrder> parse(std::string_view);
  // The order in $LOOM_BLOCK_ORDER. If that is not known, says so and ends the program.
  static BlockOrder asked_for();

  // The block that begins as the `turn`-th of `blocks`, and the reverse.
  std::uint64_t block_at(std::uint64_t turn, std::uint64_t blocks) const;
  std::uint64_t turn_of(std::uint64_t block, std::uint64_t blocks) const;

 private:
  enum class Kind : std::uint8_t { by_index, reversed, shuffled };
  Kind kind_ = Kind::by_index;
  std::uint64_t seed_ = 0;
};

}  // namespace loom
