#include "runtime/range_allocator.hpp"

namespace loom::runtime {

std::optional<std::size_t> RangeAllocator::take(std::size_t bytes) {
  std::optional<std::size_t> offset = free_between(cursor_, size_, bytes);
  if (!offset) offset = free_between(0, cursor_, bytes);
  if (!offset) return std::nullopt;
  taken_.emplace(*offset, bytes);
  cursor_ = *offset + bytes;
  return offset;
}

std::size_t RangeAllocator::give_back(std::size_t offset) {
  const auto range = taken_.find(offset);
  const std::size_t bytes = range->second;
  taken_.erase(range);
  return bytes;
}

// The first free range between `from`, which lies inside none that is taken, and `to`.
std::optional<std::size_t> RangeAllocator::free_between(std::size_t from, std::size_t to, std::size_t bytes) const {
  std::size_t at = from;
  for (auto next = taken_.lower_bound(from); next != taken_.end() && next->first < to; ++next) {
    if (next->first - at >= bytes) return at;
    at = next->first + next->second;
  }
  if (at <= to && to - at >= bytes) return at;
  return std::nullopt;
}

}  // namespace loom::runtime
