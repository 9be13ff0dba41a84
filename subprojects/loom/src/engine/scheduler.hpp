// Which thread of a block runs, and on which fiber.
//
// A thread starts as a plain call on the stack of a fiber that carries one thread after another, row by row. Only where a thread has
// to wait does it keep that fiber, and the next thread is started on a fresh one: a block without barriers
// needs one fiber, a block with barriers as many as it has threads.
//
// It knows fibers and lanes, and nothing of what they wait for. It calls the block whose threads it runs, by `Scheduled` alone; barriers,
// the watchdog and the block call it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "engine/events.hpp"
#include "engine/fiber.hpp"
#include "engine/lane.hpp"
#include "engine/sanitizer.hpp"
#include "engine/thread_context.hpp"

namespace loom {

// The block whose threads are scheduled.
class Scheduled {
 public:
  virtual void run_threads() = 0;                // on a fresh fiber, one after another, until there are no more to begin
  virtual void has_left(const Lane&) = 0;        // no longer keeps others from meeting
  [[noreturn]] virtual void overflows() = 0;     // the current thread its stack

 protected:
  ~Scheduled() = default;
};

// What threads have done since the watchdog last asked.
struct Progress {
  bool met = false;                  // some have met
  bool stepped = false;              // one has ended, or a barrier was passed
};

// A switch writes `fiber_` and `leaving_` in one, and reads them at once: they must not lie across lines of the cache.
class alignas(64) Scheduler {
 public:
  Scheduler(Scheduled& scheduled, Block& block) : scheduled_(scheduled), block_(block) {}

  // Prepares for the next block. Returns whether everything was laid out again, which a block needs unless the one before it had the same
  // shape and none of its threads has waited.
  bool begin();
  // Lets threads run until none can go on, or one has gone back to the root; false where none could go on to begin with.
  bool run();
  // Whatever fibers have on their stacks is given up.
  void reclaim_fibers() { fibers_.reclaim(); }

  Block& block() { return block_; }
  std::vector<Lane>& lanes() { return lanes_; }
  unsigned live() const { return live_; }                  // threads that have not left
  bool none_waited() const { return none_waited_; }
  bool any_ready() const { return ready_count_ > 0; }
  Progress& progress() { return progress_; }

  // The fiber's next thread, once its last is done (loom/kernel_table.h).
  bool next_thread();
  // The thread that runs, and may wait from now on; it waits for that at `pc`.
  Lane& current_lane();
  Lane& current_lane(Wait, std::uintptr_t pc);
  // Returns when the lane, the current one, is the one to go on: once it has been made ready.
  void suspend(Lane&);
  void make_ready(Lane&);            // waits no longer
  // Lets other threads run.
  void yield();
  // Ends the current thread, wherever it is. What its functions have left undone stays so.
  [[noreturn]] void exit_thread();

  // The root is the OS thread's own stack. That is as large as looking up a source line needs, and a fiber's is not.
  void on_root(std::function<void()>);
  // The current thread does not go on, and so nor does the block.
  [[noreturn]] void back_to_root();

 private:
  static void carry(boost::context::detail::transfer_t);
  void lay_out();
  void prepare_to_wait();
  void leave(Lane&);
  Fiber* next();
  void go_on();
  void jump(Fiber& to);

  void enter(const Fiber& fiber) {
    here.stack_first = fiber.first;
    here.stack_bytes = fiber.last - fiber.first;
    here.stack_limit = fiber.limit(parameter_bytes_);
  }
  void enter(Lane& lane) {
    here.index = lane.index;
    here.thread = &lane;
  }
  void check_stack() {
    if (fiber_->end_of_stack() != Fiber::canary) scheduled_.overflows();
  }

  Scheduled& scheduled_;
  Block& block_;
  Fiber* fiber_ = &root_;            // that runs
  Fiber* leaving_ = nullptr;         // the fiber that the last switch left
  std::size_t parameter_bytes_ = 0;  // of the kernel
  dim3 shape_;                       // of the blocks that all is laid out for
  std::vector<Lane> lanes_;
  unsigned started_ = 0;
  unsigned live_ = 0;
  bool none_waited_ = false;         // no thread has waited: those that have left are not yet counted, and all is as it was laid out
  bool may_wait_ = false;            // the current thread
  Progress progress_;

  FiberPool fibers_;
  Fiber root_;
  std::function<void()> errand_;

  // Threads that can go on, in the order in which they became able to: a ring.
  std::vector<std::uint16_t> ready_;
  std::size_t ready_first_ = 0;
  std::size_t ready_count_ = 0;
};

inline bool Scheduler::next_thread() {
  here.listening = false;
  if (here.thread) {
    check_stack();
    if (!none_waited_) leave(static_cast<Lane&>(*here.thread));    // else no barrier needs yet who has left
  }
  if (started_ == lanes_.size()) return false;
  may_wait_ = false;
  enter(lanes_[started_++]);
  here.listening = true;
  return true;
}

inline void Scheduler::make_ready(Lane& lane) {
  lane.wait = Wait::nothing;
  std::size_t last = ready_first_ + ready_count_++;
  if (last >= ready_.size()) last -= ready_.size();
  ready_[last] = static_cast<std::uint16_t>(lane.rank);
}

// The switch to another thread is inlined wherever one waits: each return between here and the kernel is one that the processor guesses
// wrong, for it remembers calls of the thread before.

inline Fiber* Scheduler::next() {
  if (started_ < lanes_.size()) return &fibers_.take(carry);
  if (ready_count_ == 0) return nullptr;
  Lane& lane = lanes_[ready_[ready_first_]];
  if (++ready_first_ == ready_.size()) ready_first_ = 0;
  --ready_count_;
  return lane.fiber;
}

// The fiber that continues here stores where the previous one stopped.
[[gnu::always_inline]] inline void Scheduler::jump(Fiber& to) {
  leaving_ = std::exchange(fiber_, &to);
  tell_sanitizer_of_switch(to);
  const boost::context::detail::transfer_t arrival = boost::context::detail::jump_fcontext(to.context, this);
  tell_sanitizer_of_arrival(*leaving_);
  leaving_->context = arrival.fctx;
}

// To the fiber that is next, if it is not the one that runs.
[[gnu::always_inline]] inline void Scheduler::go_on() {
  Fiber* to = next();
  if (to != fiber_) jump(to ? *to : root_);
}

[[gnu::always_inline]] inline void Scheduler::suspend(Lane& lane) {
  lane.fiber = fiber_;
  go_on();
  enter(*fiber_);
  enter(lane);
}

[[gnu::always_inline]] inline Lane& Scheduler::current_lane() {
  if (!may_wait_) prepare_to_wait();
  return static_cast<Lane&>(*here.thread);
}

[[gnu::always_inline]] inline Lane& Scheduler::current_lane(Wait wait, std::uintptr_t pc) {
  Lane& lane = current_lane();
  lane.wait = wait;
  lane.pc = pc;
  return lane;
}

}  // namespace loom
