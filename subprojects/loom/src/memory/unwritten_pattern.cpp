#include "memory/unwritten_pattern.hpp"

#include <algorithm>
#include <cstring>

namespace loom {

namespace {

constexpr std::uint32_t same_in_all = 0x7ff80000;

std::uint32_t word(std::size_t number) {
  std::uint64_t mixed = (number + 1) * 0x9e3779b97f4a7c15;
  mixed = (mixed ^ mixed >> 32) * 0xd6e8feb86659fd93;
  return same_in_all | static_cast<std::uint32_t>(mixed >> 45);
}

}  // namespace

void fill_unwritten(void* memory, std::size_t bytes) {
  auto* const words = static_cast<std::uint32_t*>(memory);
  for (std::size_t i = 0; i < bytes / 4; ++i) words[i] = word(i);
  const std::uint32_t rest = word(bytes / 4);
  std::memcpy(words + bytes / 4, &rest, bytes % 4);
}

bool take_unwritten(std::uintptr_t base, std::size_t size, std::size_t offset, std::size_t bytes) {
  auto* const words = reinterpret_cast<std::uint32_t*>(base);
  const std::size_t first = offset / 8 * 2, last = std::min((offset + bytes + 7) / 8 * 2, size / 4);
  if (first >= last) return false;
  for (std::size_t i = first; i < last; ++i)
    if (__atomic_load_n(words + i, __ATOMIC_RELAXED) != word(i)) return false;
  for (std::size_t i = first; i < last; ++i) {
    std::uint32_t still = word(i);
    __atomic_compare_exchange_n(words + i, &still, ~0u, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  }
  return true;
}

}  // namespace loom
