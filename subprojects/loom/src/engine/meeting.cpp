#include "engine/meeting.hpp"

namespace loom {

Meeting::Outcome Meeting::arrive(const std::function<void()>& when_all_are_here) {
  std::unique_lock lock(mutex_);
  const std::uint64_t meeting = meetings_;
  if (++arrived_ == blocks_) {
    when_all_are_here();
    arrived_ = 0;
    ++meetings_;
    changed_.notify_all();
    return Outcome::met;
  }
  give_up_if_hopeless();
  changed_.wait(lock, [&] { return meetings_ != meeting || end_; });
  return meetings_ != meeting ? Outcome::met : *end_;
}

void Meeting::leaves() {
  const std::lock_guard lock(mutex_);
  ++left_;
  give_up_if_hopeless();
}

void Meeting::call_off() {
  const std::lock_guard lock(mutex_);
  end(Outcome::called_off);
}

void Meeting::give_up_if_hopeless() {
  if (left_ > 0 && arrived_ > 0 && arrived_ + left_ == blocks_) end(Outcome::never);
}

// The first reason holds for all who wait.
void Meeting::end(Outcome outcome) {
  if (end_) return;
  end_ = outcome;
  changed_.notify_all();
}

}  // namespace loom
