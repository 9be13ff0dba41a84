#include "engine/grid_barrier.hpp"

namespace loom {

BarrierOutcome GridBarrier::arrive(const std::function<void()>& when_all_are_here) {
  std::unique_lock lock(mutex_);
  const std::uint64_t phase = phases_;
  if (++arrived_ == blocks_) {
    when_all_are_here();
    arrived_ = 0;
    ++phases_;
    changed_.notify_all();
    return BarrierOutcome::met;
  }
  give_up_if_hopeless();
  changed_.wait(lock, [&] { return phases_ != phase || end_; });
  return phases_ != phase ? BarrierOutcome::met : *end_;
}

void GridBarrier::leaves() {
  const std::lock_guard lock(mutex_);
  ++left_;
  give_up_if_hopeless();
}

void GridBarrier::call_off() {
  const std::lock_guard lock(mutex_);
  end(BarrierOutcome::called_off);
}

void GridBarrier::give_up_if_hopeless() {
  if (left_ > 0 && arrived_ > 0 && arrived_ + left_ == blocks_) end(BarrierOutcome::never);
}

// The first reason holds for all who wait.
void GridBarrier::end(BarrierOutcome outcome) {
  if (end_) return;
  end_ = outcome;
  changed_.notify_all();
}

}  // namespace loom
