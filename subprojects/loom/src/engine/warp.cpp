#include "engine/block.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "engine/switching.hpp"

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

// The lanes of its warp that wait for the same as this one, with the same mask.
std::uint32_t BlockRunner::waiting_alike(const Lane& one) const {
  const Lane* const lanes = &lanes_[one.rank / 32 * 32];
  std::uint32_t alike = 0;
  for (std::uint32_t rest = warps_[one.rank / 32].waiting; rest; rest &= rest - 1) {
    const int i = std::countr_zero(rest);
    if (lanes[i].mask == one.mask && lanes[i].wait == one.wait && lanes[i].collective == one.collective) alike |= 1u << i;
  }
  return alike;
}

// Lanes meet when all that are alive in the mask wait with the same mask for the same thing.
bool BlockRunner::warp_is_complete(unsigned warp, const Lane& one) const {
  const std::uint32_t wanted = one.mask & warps_[warp].live;
  if ((warps_[warp].waiting & wanted) != wanted) return false;
  return (waiting_alike(one) & wanted) == wanted;
}

void BlockRunner::release_warp(unsigned warp, const Lane& one) {
  const std::uint32_t met = one.mask & warps_[warp].live;
  const Wait wait = one.wait;
  Lane* lanes = &lanes_[warp * 32];
  std::uint32_t in_vain = wait == Wait::collective ? exchange_values(lanes, met, one.collective) : 0;
  for (; in_vain; in_vain &= in_vain - 1) {
    const Lane& lane = lanes[std::countr_zero(in_vain)];
    report_mask(lane, WrongMask::Fault::source_absent, 1u << lane.source);
  }
  for (std::uint32_t rest = met; rest; rest &= rest - 1) {
    Lane& lane = lanes[std::countr_zero(rest)];
    lane.wait = Wait::nothing;
    make_ready(lane);
  }
  warps_[warp].waiting &= ~met;
  met_ = true;
  for (Check* check : checks) {
    if (wait == Wait::warp_barrier) check->warp_barrier(block_, warp, met);
    check->warp_meets(block_, warp, met);
  }
}

void BlockRunner::report_mask(const Lane& lane, WrongMask::Fault fault, std::uint32_t lanes) {
  for (Check* check : checks) check->wrong_mask(lane, {fault, lane.mask, lanes, lane.pc});
}

[[gnu::always_inline]] inline void BlockRunner::meet_in_warp(Lane& lane) {
  const unsigned warp = lane.rank / 32;
  const std::uint32_t self = 1u << lane.rank % 32;
  if (!(lane.mask & self)) {
    report_mask(lane, WrongMask::Fault::caller_not_named, self);
    stop(cudaErrorLaunchFailure, lane.pc, "calls a warp function with a mask that leaves out its own lane. Name every "
                                          "lane that makes the call, and only those.");
  }
  lane.barrier = 0;
  warps_[warp].waiting |= self;
  if (warp_is_complete(warp, lane)) release_warp(warp, lane);
  suspend(lane);
}

// One lane has left: those that waited for it may have met without it.
void BlockRunner::release_waiting_lanes(unsigned warp) {
  for (unsigned i = 0; i < 32; ++i)
    if (warps_[warp].waiting >> i & 1 && warp_is_complete(warp, lanes_[warp * 32 + i]))
      release_warp(warp, lanes_[warp * 32 + i]);
}

std::uint32_t BlockRunner::gather(std::uintptr_t pc) {
  const Inside inside;
  Lane& lane = current_lane();
  lane.wait = Wait::gathering;
  lane.pc = pc;
  warps_[lane.rank / 32].gathering |= 1u << lane.rank % 32;
  suspend(lane);
  return static_cast<std::uint32_t>(lane.value);
}

// Nobody else can come as soon as no lane of the warp runs on.
void BlockRunner::settle(unsigned warp) {
  const Lane* const lanes = &lanes_[warp * 32];
  for (std::uint32_t rest = warps_[warp].live; rest; rest &= rest - 1)
    if (lanes[std::countr_zero(rest)].wait == Wait::nothing) return;
  release_gathered(warp);
}

void BlockRunner::release_gathered(unsigned warp) {
  Lane* const lanes = &lanes_[warp * 32];
  const std::uint32_t gathered = std::exchange(warps_[warp].gathering, 0);
  for (std::uint32_t rest = gathered; rest; rest &= rest - 1) {
    Lane& lane = lanes[std::countr_zero(rest)];
    lane.value = 0;
    for (std::uint32_t others = gathered; others; others &= others - 1)
      if (const int i = std::countr_zero(others); lanes[i].pc == lane.pc) lane.value |= 1u << i;
    lane.wait = Wait::nothing;
    make_ready(lane);
  }
}

void BlockRunner::sync_warp(std::uint32_t mask, std::uintptr_t pc) {
  const Inside inside;
  Lane& lane = current_lane();
  lane.wait = Wait::warp_barrier;
  lane.mask = mask;
  lane.pc = pc;
  meet_in_warp(lane);
}

std::uint64_t BlockRunner::collect(Collective collective, std::uint32_t mask, std::uint64_t value, unsigned source,
                                   std::uintptr_t pc) {
  const Inside inside;
  Lane& lane = current_lane();
  lane.wait = Wait::collective;
  lane.collective = collective;
  lane.mask = mask;
  lane.value = value;
  lane.source = source;
  lane.pc = pc;
  meet_in_warp(lane);
  return lane.value;
}

void BlockRunner::work_together(const Together& mine, std::uintptr_t pc) {
  if (!collect(Collective::together, ~0u, reinterpret_cast<std::uintptr_t>(&mine), 0, pc))
    stop(cudaErrorLaunchFailure, pc, "works on matrices in a warp of which not all 32 lanes come to the same instruction. Let whole warps come there.");
}

}  // namespace loom
