// Runs one thread block at a time on the calling OS thread.
//
// A thread starts as a plain call on the stack of a fiber that carries one thread after another, row by row. Only where a thread has
// to wait does it keep that fiber, and the next thread is started on a fresh one: a block without barriers
// needs one fiber, a block with barriers as many as it has threads.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "driver_types.h"
#include "engine/barrier_bypasses.hpp"
#include "engine/events.hpp"
#include "engine/fiber.hpp"
#include "engine/shared.hpp"
#include "engine/warp.hpp"

namespace loom {

class Grid;

// Lets as many blocks again be at work as are, if so many have not begun and the device could hold them.
void needs_company(Grid&);

// How a kernel failed: the error a GPU would give, and a sentence for the one who wrote it (empty where a check has spoken).
struct Fault {
  cudaError_t error = cudaSuccess;
  std::string sentence;
};

// How long a launch may go without changing any memory before it is given up.
std::chrono::milliseconds patience();

// "thread (0,0,0) of block (1,0,0)"
std::string name_of(const Thread&);
// "thread (0,0,0) of block (1,0,0) waits for its block at add.cu:31"
std::string describe(const Lane&);

// What a block's threads said at a barrier.
struct Votes {
  int count = 0;                     // threads whose predicate was not zero
  int voters = 0;
};

// Processor time: of the OS thread that runs a block, and of the whole program.
struct Work { std::chrono::nanoseconds of_thread{}, of_process{}; };

class BlockRunner {
 public:
  // Runs the block to its end, or until it fails or an earlier block has; then perhaps others, until one is left to end here.
  void run(Grid&, std::uint64_t turn);

  const std::optional<Fault>& fault() const { return fault_; }
  std::string& printed() { return printed_; }             // to stdout when the kernel has ended
  // No more than this is kept, of a block and of a launch: a GPU's buffer holds as much (cudaLimitPrintfFifoSize).
  static constexpr std::size_t most_printed = std::size_t{1} << 20;
  bool prints_too_much() const { return printed_.size() > most_printed; }
  std::string& complained() { return complained_; }       // to stderr, likewise

  // The fiber's next thread, once its last is done (loom/kernel_table.h).
  bool next_thread();

  // What the current device thread may ask for.
  Votes sync_block(std::uintptr_t pc, bool predicate);
  void sync_grid(std::uintptr_t pc);
  void sync_cluster(std::uintptr_t pc);
  void arrive_at_cluster(std::uintptr_t pc, bool releases);
  void wait_at_cluster(std::uintptr_t pc);
  void sync_warp(std::uint32_t mask, std::uintptr_t pc);
  std::uint64_t collect(Collective, std::uint32_t mask, std::uint64_t value, unsigned source, std::uintptr_t pc);
  // Does what concerns the whole warp, once all its lanes have come.
  void work_together(const Together&, std::uintptr_t pc);
  // The same in the tile, of so many threads, that the thread lies in. The source is a rank in it.
  void sync_tile(unsigned threads, std::uintptr_t pc);
  std::uint64_t exchange_in_tile(unsigned threads, std::uint64_t value, unsigned source, bool agreed, std::uintptr_t pc);
  // The thread goes around barriers in a branch of an `if` or in a loop; it comes to a barrier in one of those.
  void goes_around(const BarrierBypass&);
  void comes_to(std::uint64_t barrier);
  // How many lanes the thread's warp lacks, if the thread is the first of it that comes to the barrier of that number in a phase.
  std::uint32_t absent_from_warp(unsigned number, bool new_phase);
  // The lanes of the warp that come to this place together.
  std::uint32_t gather(std::uintptr_t pc);
  void yield();
  void yield_before_volatile(bool writes, std::uintptr_t pc);
  // Looks whether the block, or the launch, has come to a standstill; then lets other threads run.
  void tick(std::uintptr_t pc);
  void tick_at_read(std::uintptr_t pc, std::uintptr_t address);
  // Looks, once a round, whether the block has been at work for too long; the current thread is at `pc`.
  void look(unsigned round, std::uintptr_t pc);
  // Ends the kernel at `pc` in the current thread. What is said begins with kernel, thread and place.
  // No string is made before loom's own code is left alone: the program's copies of string functions may be watched.
  [[noreturn]] void stop(cudaError_t error, std::uintptr_t pc, std::string_view what);
  // Ends it without a word: a check has said what there is to say.
  [[noreturn]] void stop(cudaError_t error);
  [[noreturn]] void stop_for_overflow(std::uintptr_t pc);
  // Ends the current thread, wherever it is. What its functions have left undone stays so.
  [[noreturn]] void exit_thread();
  // The same; the others go on to their next barrier, and there the kernel ends.
  [[noreturn]] void fail_assertion(std::string message);

  const Block& block() const { return block_; }

  // Whether phases of the program's own barriers wait for asynchronous copies, too.
  bool has_bound_copies() const { return has_bound_copies_; }
  void binds_copies() { has_bound_copies_ = true; }

  // A thread that stands at a barrier of the program's own, and has done nothing since it arrived there.
  struct BarrierWaiter {
    Thread* thread;
    std::uintptr_t pc;
    bool* met_all;                   // is told whether the whole block met
  };
  std::vector<BarrierWaiter>& waiters_at(const void* barrier) { return waiters_[barrier]; }
  // Whether these and the current thread are all that is left of the block. If so, they have met as at the block's barrier.
  bool meet_as_block(const std::vector<BarrierWaiter>&);


  // Runs something on the OS thread's own stack.
  void on_root(std::function<void()>);

 private:
  void run_fibers();
  static void carry(boost::context::detail::transfer_t);
  void run_kernel();
  bool take_another_block();
  void end_thread();
  void check_stack();
  void prepare_to_wait();
  Lane& current_lane();
  void suspend(Lane&);
  void leave(Lane&);
  [[noreturn]] void back_to_root();
  Fiber* next();
  void go_on();
  void jump(Fiber& to);

  void begin(Grid&, std::uint64_t turn);
  bool may_take_another_block() const;
  void end(bool whole);
  void lay_out(dim3 shape);
  bool has_stepped(std::chrono::steady_clock::time_point now);
  void stop_if_endless(std::chrono::steady_clock::time_point now, std::uintptr_t pc);
  void make_ready(Lane&);
  void arrive(Lane&);
  void release_block();
  void meet_other_blocks();
  void arrive_in_cluster(Lane&, bool stands);
  void arrive_in_cluster_if_complete();
  void wait_in_cluster(Lane&);
  void release_from_cluster();
  bool sleep_in_cluster();
  void leave_cluster(const Lane&);
  void check_divergence();
  void check_bypasses();
  void meet_in_warp(Lane&);
  void report_mask(const Lane&, WrongMask::Fault, std::uint32_t lanes);
  std::uint32_t waiting_alike(const Lane&) const;
  bool warp_is_complete(unsigned warp, const Lane&) const;
  void release_warp(unsigned warp, const Lane&);
  void release_waiting_lanes(unsigned warp);
  void settle(unsigned warp);
  void release_gathered(unsigned warp);
  Tile tile_of(const Lane&) const;
  const Lane* gone_from(const Tile&) const;
  bool is_complete(const Tile&, const Comers&) const;
  void meet_in_tile(Lane&, unsigned threads, Wait, std::uintptr_t pc);
  void release_tile(const Tile&);
  void release_waiting_tiles();
  void explain_deadlock();

  Grid* grid_ = nullptr;
  std::shared_ptr<Cluster> cluster_; // of several blocks
  Block block_;
  std::vector<Lane> lanes_;
  std::vector<Warp> warps_;
  std::map<Tile, Comers> tiles_;     // in which threads wait

  SharedMemory shared_;
  FiberPool fibers_;
  Fiber root_;                       // the OS thread's own stack
  Fiber* fiber_ = &root_;            // that runs
  Fiber* leaving_ = nullptr;         // the fiber that the last switch left
  std::function<void()> errand_;

  // Threads that can go on, in the order in which they became able to: a ring.
  std::vector<std::uint16_t> ready_;
  std::size_t ready_first_ = 0;
  std::size_t ready_count_ = 0;

  BarrierBypasses bypasses_;

  dim3 shape_;                       // of the blocks that all is laid out for
  bool none_waited_ = false;         // no thread has waited: those that have left are not yet counted, and all is as it was laid out
  bool may_wait_ = false;            // the current thread
  unsigned started_ = 0;
  unsigned live_ = 0;
  unsigned arrived_ = 0;             // at the block's barrier, or the grid's
  unsigned at_grid_ = 0;             // of these, at the grid's
  unsigned votes_ = 0;
  Votes result_;
  unsigned cluster_phases_ = 0;      // barriers of the cluster at which all threads have arrived
  unsigned cluster_arrived_ = 0;     // at the next one
  unsigned cluster_standing_ = 0;    // of these, that do nothing else
  unsigned waiting_in_cluster_ = 0;
  bool met_in_cluster_ = false;      // at the last one, all threads stood
  bool met_ = false;                 // threads have met since the last tick
  bool stepped_ = false;             // a thread has ended or a barrier was passed since anyone looked
  unsigned looked_at_ = 0;           // in this round
  std::chrono::steady_clock::time_point last_step_;
  Work worked_then_;                 // up to the last step
  std::optional<Work> unchanged_since_;        // the first step since memory has changed
  std::optional<std::chrono::steady_clock::time_point> begun_;    // when the clock was first looked at
  std::unordered_map<const void*, std::vector<BarrierWaiter>> waiters_;
  std::pair<std::uintptr_t, std::uintptr_t> copies_;      // two copies of one barrier that the compiler made

  std::array<std::uint32_t, 16> came_to_named_{};    // by number of a barrier: the warps of which a thread has come in this phase

  bool has_bound_copies_ = false;

  std::uint64_t turn_ = 0;
  std::optional<Fault> fault_;
  bool abandoned_ = false;           // an earlier block has failed
  bool assertion_failed_ = false;
  std::string printed_;
  std::string complained_;
};

}  // namespace loom
