// How a thread waits: the switch to another, inlined wherever one waits. Each return between here and the kernel is one that the
// processor guesses wrong, for it remembers calls of the thread before.
#pragma once

#include <utility>

#include "engine/block.hpp"
#include "engine/here.hpp"
#include "engine/sanitizer.hpp"

namespace loom {

inline void enter(const Fiber& fiber, const Launch& launch) {
  here.stack_first = fiber.first;
  here.stack_bytes = fiber.last - fiber.first;
  here.stack_limit = fiber.limit(launch.parameters->size());
}

inline void enter(Lane& lane) {
  here.index = lane.index;
  here.thread = &lane;
}

// Whoever continues here stores where the one before it stopped.
[[gnu::always_inline]] inline void BlockRunner::jump(Fiber& to) {
  leaving_ = std::exchange(fiber_, &to);
  tell_sanitizer_of_switch(to);
  const boost::context::detail::transfer_t arrival = boost::context::detail::jump_fcontext(to.context, this);
  tell_sanitizer_of_arrival(*leaving_);
  leaving_->context = arrival.fctx;
}

// To the fiber that is next, if it is not the one that runs.
[[gnu::always_inline]] inline void BlockRunner::go_on() {
  Fiber* to = next();
  if (to != fiber_) jump(to ? *to : root_);
}

// Returns when the lane is the one to go on.
[[gnu::always_inline]] inline void BlockRunner::suspend(Lane& lane) {
  if (warps_[lane.rank / 32].gathering) settle(lane.rank / 32);
  lane.fiber = fiber_;
  go_on();
  enter(*fiber_, *block_.launch);
  enter(lane);
}

// The thread that runs, and may wait from now on.
[[gnu::always_inline]] inline Lane& BlockRunner::current_lane() {
  if (!may_wait_) prepare_to_wait();
  return static_cast<Lane&>(*here.thread);
}

}  // namespace loom
