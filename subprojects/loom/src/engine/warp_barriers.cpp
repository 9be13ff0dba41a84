#include "engine/warp_barriers.hpp"

#include <bit>
#include <utility>

namespace loom {

void WarpBarriers::lay_out(unsigned threads) {
  warps_.assign((threads + 31) / 32, Warp{});
  for (unsigned rank = 0; rank < threads; ++rank) warps_[rank / 32].live |= 1u << rank % 32;
}

// The lanes of its warp that wait for the same as this one, with the same mask.
std::uint32_t WarpBarriers::waiting_alike(const Lane& one) const {
  const Lane* const lanes = &scheduler_.lanes()[one.rank / 32 * 32];
  std::uint32_t alike = 0;
  for (std::uint32_t rest = warps_[one.rank / 32].waiting; rest; rest &= rest - 1) {
    const int i = std::countr_zero(rest);
    if (lanes[i].mask == one.mask && lanes[i].wait == one.wait && lanes[i].collective == one.collective) alike |= 1u << i;
  }
  return alike;
}

// Lanes meet when all that are alive in the mask wait with the same mask for the same thing.
bool WarpBarriers::is_complete(unsigned warp, const Lane& one) const {
  const std::uint32_t wanted = one.mask & warps_[warp].live;
  if ((warps_[warp].waiting & wanted) != wanted) return false;
  return (waiting_alike(one) & wanted) == wanted;
}

void WarpBarriers::release(unsigned warp, const Lane& one) {
  const std::uint32_t met = one.mask & warps_[warp].live;
  const Wait wait = one.wait;
  Lane* lanes = &scheduler_.lanes()[warp * 32];
  std::uint32_t in_vain = wait == Wait::collective ? exchange_values(lanes, met, one.collective) : 0;
  for (; in_vain; in_vain &= in_vain - 1) {
    const Lane& lane = lanes[std::countr_zero(in_vain)];
    report_mask(lane, WrongMask::Fault::source_absent, 1u << lane.source);
  }
  for (std::uint32_t rest = met; rest; rest &= rest - 1) {
    Lane& lane = lanes[std::countr_zero(rest)];
    scheduler_.make_ready(lane);
  }
  warps_[warp].waiting &= ~met;
  scheduler_.progress().met = true;
  for (Check* check : checks) {
    if (wait == Wait::warp_barrier) check->warp_barrier(scheduler_.block(), warp, met);
    check->warp_meets(scheduler_.block(), warp, met);
  }
}

void WarpBarriers::report_mask(const Lane& lane, WrongMask::Fault fault, std::uint32_t lanes) {
  for (Check* check : checks) check->wrong_mask(lane, {fault, lane.mask, lanes, lane.pc});
}

[[gnu::always_inline]] inline void WarpBarriers::meet(Lane& lane) {
  const unsigned warp = lane.rank / 32;
  const std::uint32_t self = 1u << lane.rank % 32;
  if (!(lane.mask & self)) {
    report_mask(lane, WrongMask::Fault::caller_not_named, self);
    failure_.stop(cudaErrorLaunchFailure, lane.pc, "calls a warp function with a mask that leaves out its own lane. Name every "
                                                   "lane that makes the call, and only those.");
  }
  lane.barrier = 0;
  warps_[warp].waiting |= self;
  if (is_complete(warp, lane)) release(warp, lane);
  wait(lane);
}

void WarpBarriers::has_left(const Lane& lane) {
  const unsigned warp = lane.rank / 32;
  warps_[warp].live &= ~(1u << lane.rank % 32);
  if (warps_[warp].waiting) release_waiting(warp);
  if (warps_[warp].gathering) release_gathered_if_complete(warp);
}

// One lane has left: those that waited for it may have met without it.
void WarpBarriers::release_waiting(unsigned warp) {
  Lane* const lanes = &scheduler_.lanes()[warp * 32];
  for (unsigned i = 0; i < 32; ++i)
    if (warps_[warp].waiting >> i & 1 && is_complete(warp, lanes[i])) release(warp, lanes[i]);
}

void WarpBarriers::report_absent(const Lane& waiting) {
  const std::uint32_t wanted = waiting.mask & live(waiting.rank / 32);
  report_mask(waiting, WrongMask::Fault::lanes_never_come, wanted & ~waiting_alike(waiting));
}

std::uint32_t WarpBarriers::gather(std::uintptr_t pc) {
  const HooksMuted muted;
  Lane& lane = scheduler_.current_lane(Wait::gathering, pc);
  warps_[lane.rank / 32].gathering |= 1u << lane.rank % 32;
  wait(lane);
  return static_cast<std::uint32_t>(lane.value);
}

// No other lane can arrive as soon as no lane of the warp runs on.
void WarpBarriers::release_gathered_if_complete(unsigned warp) {
  const Lane* const lanes = &scheduler_.lanes()[warp * 32];
  for (std::uint32_t rest = warps_[warp].live; rest; rest &= rest - 1)
    if (lanes[std::countr_zero(rest)].wait == Wait::nothing) return;
  release_gathered(warp);
}

void WarpBarriers::release_gathered(unsigned warp) {
  Lane* const lanes = &scheduler_.lanes()[warp * 32];
  const std::uint32_t gathered = std::exchange(warps_[warp].gathering, 0);
  for (std::uint32_t rest = gathered; rest; rest &= rest - 1) {
    Lane& lane = lanes[std::countr_zero(rest)];
    lane.value = 0;
    for (std::uint32_t others = gathered; others; others &= others - 1)
      if (const int i = std::countr_zero(others); lanes[i].pc == lane.pc) lane.value |= 1u << i;
    scheduler_.make_ready(lane);
  }
}

void WarpBarriers::sync(std::uint32_t mask, std::uintptr_t pc) {
  const HooksMuted muted;
  Lane& lane = scheduler_.current_lane(Wait::warp_barrier, pc);
  lane.mask = mask;
  meet(lane);
}

std::uint64_t WarpBarriers::collect(Collective collective, std::uint32_t mask, std::uint64_t value, unsigned source, std::uintptr_t pc) {
  const HooksMuted muted;
  Lane& lane = scheduler_.current_lane(Wait::collective, pc);
  lane.collective = collective;
  lane.mask = mask;
  lane.value = value;
  lane.source = source;
  meet(lane);
  return lane.value;
}

void WarpBarriers::work_together(const Together& mine, std::uintptr_t pc) {
  if (!collect(Collective::together, ~0u, reinterpret_cast<std::uintptr_t>(&mine), 0, pc))
    failure_.stop(cudaErrorLaunchFailure, pc, "executes a matrix instruction that not all 32 lanes of its warp reach. Let all lanes of "
                                              "the warp reach it.");
}

}  // namespace loom
