// Memory that the host can write without loom seeing it, managed and pinned: it is at first filled with words that no program writes
// except by the rarest accident, each of its address. What still holds them has not been written.
#pragma once

#include <cstddef>
#include <cstdint>

namespace loom {

// Fills it. The address is a multiple of 8. As numbers of four or eight bytes these are NaN, and near to the largest int.
void fill_unwritten(void* memory, std::size_t bytes);

// Whether it is worth while to ask more closely.
inline bool may_be_unwritten(std::uintptr_t address) {
  return __atomic_load_n(reinterpret_cast<const std::uint32_t*>(address & ~std::uintptr_t{7}), __ATOMIC_RELAXED) >> 19 == 0x7ff80000 >> 19;
}

// Whether none of the bytes has been written: neither they nor what else lies in the eight bytes around them. If so, they become
// ordinary arbitrary bytes, so that this is found only once.
bool take_unwritten(std::uintptr_t base, std::size_t size, std::size_t offset, std::size_t bytes);

}  // namespace loom
