// Which thread of a block runs, and on which fiber.
#include "engine/block.hpp"

#include <cstring>
#include <exception>
#include <utility>

#include "engine/grid.hpp"
#include "engine/switching.hpp"
#include "loom/kernel_table.h"

namespace loom {

using boost::context::detail::transfer_t;

void BlockRunner::carry(transfer_t arrival) {
  BlockRunner& self = *static_cast<BlockRunner*>(arrival.data);
  tell_sanitizer_of_arrival(*self.leaving_);
  self.leaving_->context = arrival.fctx;
  self.run_kernel();
  self.fibers_.give_back(*self.fiber_);
  self.go_on();
  __builtin_unreachable();
}

// Threads find the kernel's parameters on the stack that they run on.
void BlockRunner::run_kernel() {
  const std::vector<unsigned char>& bytes = *grid_->launch().parameters;
  void* const parameters = __builtin_alloca_with_align(bytes.size(), 8 * parameter_alignment);
  std::memcpy(parameters, bytes.data(), bytes.size());
  std::string thrown;
  try {
    enter(*fiber_, *block_.launch);
    here.thread = nullptr;
    do grid_->launch().run(parameters);
    while (take_another_block());
    return;
  } catch (const std::exception& exception) {
    here.listening = false;
    thrown = exception.what();
  } catch (...) {
    here.listening = false;
    thrown = "of a type that is no std::exception";
  }
  stop(cudaErrorLaunchFailure, 0, "let an exception leave the kernel: " + thrown +
                                      ". Device code cannot throw; report failures through memory.");
}

bool next_thread() { return here.runner->next_thread(); }

bool BlockRunner::next_thread() {
  here.listening = false;
  if (here.thread) end_thread();
  if (started_ == block_.threads) return false;
  may_wait_ = false;
  enter(lanes_[started_++]);
  here.listening = true;
  return true;
}

// The current thread has come to its end. While none has waited, nobody asks who has left.
void BlockRunner::end_thread() {
  check_stack();
  if (!none_waited_) leave(static_cast<Lane&>(*here.thread));
}

void BlockRunner::check_stack() {
  if (fiber_->end_of_stack() != Fiber::canary) stop_for_overflow(0);
}

// The current thread may have to wait. Those before it that have left are counted, and those behind it will begin on another fiber.
void BlockRunner::prepare_to_wait() {
  check_stack();
  may_wait_ = true;
  if (!std::exchange(none_waited_, false)) return;
  for (unsigned rank = 0; rank < here.thread->rank; ++rank) leave(lanes_[rank]);
}

// A thread that leaves no longer keeps others from meeting.
void BlockRunner::leave(Lane& lane) {
  lane.left = true;
  here.changed = stepped_ = true;
  --live_;
  const unsigned warp = lane.rank / 32;
  warps_[warp].live &= ~(1u << lane.rank % 32);
  if (warps_[warp].waiting) release_waiting_lanes(warp);
  if (warps_[warp].gathering) settle(warp);
  if (!tiles_.empty()) release_waiting_tiles();
  if (arrived_ > 0 && arrived_ == live_) release_block();
  if (cluster_) leave_cluster(lane);
}

// Its fiber is given back after the next one was found, which cannot be the one that still runs.
void BlockRunner::exit_thread() {
  here.listening = false;
  leave(current_lane());
  Fiber* const to = next();
  fibers_.give_back(*fiber_);
  jump(to ? *to : root_);
  __builtin_unreachable();
}

Fiber* BlockRunner::next() {
  if (started_ < block_.threads) return &fibers_.take(carry);
  if (ready_count_ == 0) return nullptr;
  Lane& lane = lanes_[ready_[ready_first_]];
  if (++ready_first_ == ready_.size()) ready_first_ = 0;
  --ready_count_;
  return lane.fiber;
}

void BlockRunner::make_ready(Lane& lane) {
  std::size_t last = ready_first_ + ready_count_++;
  if (last >= ready_.size()) last -= ready_.size();
  ready_[last] = static_cast<std::uint16_t>(lane.rank);
}

// That is as large as looking up a source line needs, and a fiber's is not.
void BlockRunner::on_root(std::function<void()> errand) {
  errand_ = std::move(errand);
  jump(root_);
}

void BlockRunner::back_to_root() {
  jump(root_);
  __builtin_unreachable();
}

}  // namespace loom
