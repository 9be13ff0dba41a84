#include "runtime/spans.hpp"

namespace loom::runtime {

std::optional<std::size_t> Spans::take(std::size_t bytes) {
  std::optional<std::size_t> offset = free_between(cursor_, size_, bytes);
  if (!offset) offset = free_between(0, cursor_, bytes);
  if (!offset) return std::nullopt;
  taken_.emplace(*offset, bytes);
  cursor_ = *offset + bytes;
  return offset;
}

std::size_t Spans::give_back(std::size_t offset) {
  const auto span = taken_.find(offset);
  const std::size_t bytes = span->second;
  taken_.erase(span);
  return bytes;
}

// The first free span between `from`, which lies inside none that is taken, and `to`.
std::optional<std::size_t> Spans::free_between(std::size_t from, std::size_t to, std::size_t bytes) const {
  std::size_t at = from;
  for (auto next = taken_.lower_bound(from); next != taken_.end() && next->first < to; ++next) {
    if (next->first - at >= bytes) return at;
    at = next->first + next->second;
  }
  if (at <= to && to - at >= bytes) return at;
  return std::nullopt;
}

}  // namespace loom::runtime
