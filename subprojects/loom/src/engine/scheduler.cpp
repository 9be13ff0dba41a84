#include "engine/scheduler.hpp"

namespace loom {

using boost::context::detail::transfer_t;

bool Scheduler::begin() {
  const dim3 &wanted = block_.launch->block, &shape = shape_;
  const bool anew = !none_waited_ || wanted.x != shape.x || wanted.y != shape.y || wanted.z != shape.z;
  if (anew) lay_out();
  parameter_bytes_ = block_.launch->parameters->size();
  may_wait_ = false;
  started_ = 0;
  progress_.stepped = true;
  return anew;
}

// All as it is before a thread runs, and after a block of whose threads none waited, too.
void Scheduler::lay_out() {
  shape_ = block_.launch->block;
  lanes_.assign(block_.threads, Lane{});
  uint3 index{};
  for (unsigned rank = 0; rank < block_.threads; ++rank) {
    Lane& lane = lanes_[rank];
    lane.block = &block_;
    lane.index = index;
    lane.rank = rank;
    if (++index.x == shape_.x) {
      index.x = 0;
      if (++index.y == shape_.y) {
        index.y = 0;
        ++index.z;
      }
    }
  }
  ready_.resize(block_.threads);
  ready_first_ = ready_count_ = 0;
  live_ = block_.threads;
  none_waited_ = true;
}

bool Scheduler::run() {
  Fiber* const to = next();
  if (!to) return false;
  jump(*to);
  while (errand_) {
    std::exchange(errand_, nullptr)();
    jump(*leaving_);
  }
  return true;
}

void Scheduler::carry(transfer_t arrival) {
  Scheduler& self = *static_cast<Scheduler*>(arrival.data);
  tell_sanitizer_of_arrival(*self.leaving_);
  self.leaving_->context = arrival.fctx;
  self.enter(*self.fiber_);
  here.thread = nullptr;
  self.scheduled_.run_threads();
  self.fibers_.give_back(*self.fiber_);
  self.go_on();
  __builtin_unreachable();
}

// The current thread may have to wait. Those before it that have left are counted, and those behind it will begin on another fiber.
void Scheduler::prepare_to_wait() {
  check_stack();
  may_wait_ = true;
  if (!std::exchange(none_waited_, false)) return;
  for (unsigned rank = 0; rank < here.thread->rank; ++rank) leave(lanes_[rank]);
}

void Scheduler::leave(Lane& lane) {
  lane.left = true;
  here.changed = progress_.stepped = true;
  --live_;
  scheduled_.has_left(lane);
}

// Its fiber is given back after the next one was found, which cannot be the one that still runs.
void Scheduler::exit_thread() {
  here.listening = false;
  leave(current_lane());
  Fiber* const to = next();
  fibers_.give_back(*fiber_);
  jump(to ? *to : root_);
  __builtin_unreachable();
}

void Scheduler::yield() {
  const HooksMuted muted;
  Lane& lane = current_lane();
  if (started_ == lanes_.size() && ready_count_ == 0) return;
  make_ready(lane);
  suspend(lane);
}

void Scheduler::on_root(std::function<void()> errand) {
  errand_ = std::move(errand);
  jump(root_);
}

void Scheduler::back_to_root() {
  jump(root_);
  __builtin_unreachable();
}

}  // namespace loom
