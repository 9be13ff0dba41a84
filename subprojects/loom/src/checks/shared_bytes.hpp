// The shared memory of the current block: its `__shared__` variables and its dynamic part, as one row of bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/engine.hpp"
#include "engine/events.hpp"

namespace loom {

// Each check that keeps a record a byte holds one of these, set when a block begins.
class SharedBytes {
 public:
  static constexpr std::size_t none = SIZE_MAX;

  SharedBytes() = default;
  explicit SharedBytes(const Block&);
  // None where others may reach it, too, as in a cluster of several blocks: there it is watched like global memory.
  static SharedBytes of_block_alone(const Block& block) { return block.cluster ? SharedBytes() : SharedBytes(block); }

  std::size_t bytes() const { return fixed_bytes_ + dynamic_bytes_; }

  // Where in the row the bytes begin, or `none` if they do not all lie there. Keeps the alignment of addresses.
  std::size_t position(std::uintptr_t address, std::size_t bytes) const {
    if (const std::size_t at = address - fixed_; at < fixed_bytes_) return bytes <= fixed_bytes_ - at ? at : none;
    if (const std::size_t at = address - dynamic_; at < dynamic_bytes_)
      return bytes <= dynamic_bytes_ - at ? fixed_bytes_ + at : none;
    return none;
  }

 private:
  std::uintptr_t fixed_ = 0, dynamic_ = 0;
  std::size_t fixed_bytes_ = 0, dynamic_bytes_ = 0;
};

// A stretch of shared memory with a name: a `__shared__` variable, or the dynamic part as a whole.
struct SharedArray {
  std::string name;                  // "tile", "dynamic shared memory"
  std::uintptr_t base = 0;
  std::size_t bytes = 0;
};

// The array that holds the address, or the nearest one; without a name where a block has no shared memory at all.
SharedArray shared_array(const Block&, std::uintptr_t address);

}  // namespace loom
