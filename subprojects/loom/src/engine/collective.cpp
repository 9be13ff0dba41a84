#include "engine/collective.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "engine/lane.hpp"

namespace loom {
namespace {

std::uint32_t combine(Collective collective, std::uint32_t a, std::uint32_t b) {
  const auto signed_a = static_cast<std::int32_t>(a), signed_b = static_cast<std::int32_t>(b);
  switch (collective) {
    case Collective::add: return a + b;
    case Collective::least: return std::min(a, b);
    case Collective::greatest: return std::max(a, b);
    case Collective::least_signed: return static_cast<std::uint32_t>(std::min(signed_a, signed_b));
    case Collective::greatest_signed: return static_cast<std::uint32_t>(std::max(signed_a, signed_b));
    case Collective::bitwise_and: return a & b;
    case Collective::bitwise_or: return a | b;
    case Collective::bitwise_xor: return a ^ b;
    default: return 0;
  }
}

void work(Lane* warp, std::uint32_t mask) {
  const Together* lanes[32] = {};
  bool all = mask == ~0u;
  for (int i = 0; i < 32 && all; ++i) {
    lanes[i] = reinterpret_cast<const Together*>(warp[i].value);
    all = lanes[i]->act == lanes[0]->act && lanes[i]->kind == lanes[0]->kind;
  }
  if (all) lanes[0]->act(lanes);
  for (std::uint32_t rest = mask; rest; rest &= rest - 1) warp[std::countr_zero(rest)].value = all;
}

}  // namespace

std::uint32_t exchange_values(Lane* warp, std::uint32_t mask, Collective collective) {
  if (collective == Collective::together) return work(warp, mask), 0;
  std::uint32_t in_vain = 0;
  std::uint64_t brought[32];
  std::uint64_t ballot = 0;
  std::uint32_t combined = 0;
  bool first = true;
  for (std::uint32_t rest = mask; rest; rest &= rest - 1) {
    const int i = std::countr_zero(rest);
    brought[i] = warp[i].value;
    if (brought[i]) ballot |= std::uint64_t{1} << i;
    const auto value = static_cast<std::uint32_t>(brought[i]);
    combined = std::exchange(first, false) ? value : combine(collective, combined, value);
  }

  for (std::uint32_t rest = mask; rest; rest &= rest - 1) {
    const int i = std::countr_zero(rest);
    switch (collective) {
      case Collective::exchange: {
        const unsigned source = warp[i].source;
        const bool there = mask >> source & 1;
        warp[i].value = there ? brought[source] : no_value;
        if (!there) in_vain |= 1u << i;
        break;
      }
      case Collective::ballot:
        warp[i].value = ballot;
        break;
      case Collective::match: {
        std::uint64_t same = 0;
        for (std::uint32_t others = mask; others; others &= others - 1) {
          const int j = std::countr_zero(others);
          if (brought[j] == brought[i]) same |= std::uint64_t{1} << j;
        }
        warp[i].value = same;
        break;
      }
      default:
        warp[i].value = combined;
    }
  }
  return in_vain;
}

}  // namespace loom
