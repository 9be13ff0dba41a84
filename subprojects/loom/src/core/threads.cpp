// Which thread of a block runs, and on which fiber.
#include "core/block.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <utility>

#include "core/grid.hpp"
#include "core/switching.hpp"
#include "loom/kernel_table.h"

namespace loom {

static_assert(sizeof(Lane) == thread_bytes, "a row (loom/rows.h) must know how large a Lane is");

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

const Row* next_row(unsigned most) { return here.runner->next_row(most); }

const Blocks* all_threads() { return here.runner->all_threads(); }

const Blocks* BlockRunner::all_threads() {
  here.listening = false;
  if (here.thread == nullptr) {
    blocks_ = {shape_, 1};
  } else {
    end_row();
    if (!take_more_blocks()) return nullptr;
  }
  started_ = block_.threads;
  in_row_ = all_in_hand_ = true;
  enter(lanes_.front());
  here.listening = true;
  return &blocks_;
}

const Row* BlockRunner::next_row(unsigned most) {
  here.listening = false;
  if (here.thread != nullptr) end_row();
  if (started_ == block_.threads) return nullptr;
  Lane& first = lanes_[started_];
  const unsigned threads = std::min(most, shape_.x - first.index.x);
  if (!calm_) uncounted_ = started_;
  started_ += threads;
  in_row_ = true;
  enter(first);
  here.listening = true;
  row_ = {first.index.x, first.index.x + threads, reinterpret_cast<char*>(&first), &fiber_->mark()};
  return &row_;
}

// All of the row have left; or one of them has kept the fiber, and has left now.
void BlockRunner::end_row() {
  if (fiber_->mark() != (in_row_ ? Row::whole : Fiber::kept)) stop_for_overflow(0);
  if (!in_row_) {
    fiber_->mark() = Row::whole;
    leave(static_cast<Lane&>(*here.thread));
  } else if (!calm_) {
    while (uncounted_ < started_) leave(lanes_[uncounted_++]);
  }
  in_row_ = false;
}

// The thread in hand may have to wait. Those before it in the row have left, and those behind it will begin on another fiber.
void BlockRunner::leave_row() {
  if (fiber_->mark() != Row::whole) stop_for_overflow(0);
  fiber_->mark() = Fiber::kept;
  in_row_ = calm_ = false;
  started_ = here.thread->rank + 1;
  while (uncounted_ < here.thread->rank) leave(lanes_[uncounted_++]);
}

// A thread that leaves no longer keeps others from meeting.
void BlockRunner::leave(Lane& lane) {
  lane.left = true;
  here.changed = stepped_ = true;
  --live_;
  const unsigned warp = lane.rank / 32;
  warps_[warp].live &= ~(1u << lane.rank % 32);
  if (warps_[warp].waiting) release_whom_it_kept(warp);
  if (warps_[warp].gathering) settle(warp);
  if (!tiles_.empty()) release_tiles_it_kept();
  if (arrived_ > 0 && arrived_ == live_) release_block();
  if (cluster_) leave_cluster(lane);
}

// Its fiber is given back after the next one was found, which cannot be the one that still runs.
void BlockRunner::exit_thread() {
  here.listening = false;
  leave(in_hand());
  Fiber* const to = next();
  fiber_->mark() = Row::whole;
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
