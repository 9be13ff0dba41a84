#include "engine/block.hpp"

#include <cstring>
#include <exception>
#include <thread>
#include <utility>

#include "engine/grid.hpp"
#include "engine/thread_context.hpp"
#include "loom/kernel_table.h"

// CUDA's own variables, one set for each OS thread. Device code sees them as constant: while a thread runs, they are.
extern __thread uint3 blockIdx;
extern __thread uint3 blockDim;
extern __thread uint3 gridDim;
__thread uint3 blockIdx;
__thread uint3 blockDim;
__thread uint3 gridDim;

namespace loom {

extern __thread bool runs_device_code;
__thread bool runs_device_code;

constinit thread_local ThreadContext here;

bool next_thread() { return here.runner->scheduler().next_thread(); }

void BlockRunner::run(Grid& grid, std::uint64_t turn) {
  begin(grid, turn);
  runs_device_code = true;
  if (cluster_.take_seat()) run_fibers();
  else failure_.abandon();
  if (failure_.fault()) grid.fails(turn_);

  here.listening = false;
  here.thread = nullptr;
  runs_device_code = false;
  here.stack_bytes = here.stack_limit = 0;
  const bool whole = !failure_.ends_block();
  if (!whole) scheduler_.reclaim_fibers();
  end(whole);
}

void BlockRunner::begin(Grid& grid, std::uint64_t turn) {
  const Launch& launch = grid.launch();
  grid_ = &grid;
  turn_ = turn;
  printed_.clear();
  complained_.clear();

  block_ = Block{};
  block_.launch = &launch;
  block_.threads = launch.block.x * launch.block.y * launch.block.z;
  failure_.begin();
  if (scheduler_.begin()) {
    warps_.lay_out(block_.threads);
    tiles_.lay_out();
  }
  barrier_.begin(grid);
  cluster_.begin(grid, turn);
  program_barriers_.begin();
  watchdog_.begin(grid, turn);

  blockDim = launch.block;
  gridDim = launch.grid;
  here.runner = this;
  here.changed = true;
  here.budget = full_budget;

  blockIdx = block_.index = block_at(launch, turn);
  block_.shared_base = shared_.poisoned(launch.dynamic_shared);
  dynamic_shared_base = reinterpret_cast<void*>(block_.shared_base);
  block_.shared_bytes = launch.dynamic_shared;
  poison_static_shared();
  for (Check** check = checks.following; *check; ++check) (*check)->block_begins(block_);
}

// Until no thread can go on.
void BlockRunner::run_fibers() {
  while (scheduler_.run() && !failure_.ends_block() && cluster_.sleep()) {
  }
  failure_.conclude();
  if (!scheduler_.none_waited() && scheduler_.live() > 0 && !failure_.ends_block()) explain_deadlock();
}

// Threads find the kernel's parameters on the stack that they run on.
void BlockRunner::run_threads() {
  const std::vector<unsigned char>& bytes = *block_.launch->parameters;
  void* const parameters = __builtin_alloca_with_align(bytes.size(), 8 * parameter_alignment);
  std::memcpy(parameters, bytes.data(), bytes.size());
  std::string thrown;
  try {
    do block_.launch->run(parameters);
    while (take_another_block());
    return;
  } catch (const std::exception& exception) {
    here.listening = false;
    thrown = exception.what();
  } catch (...) {
    here.listening = false;
    thrown = "of a type that is not a std::exception";
  }
  failure_.stop(cudaErrorLaunchFailure, 0, "let an exception leave the kernel: " + thrown +
                                               ". Device code cannot throw; report failures through memory.");
}

// In a plain build, a block whose threads did not wait makes way for another on the spot: what is behind it is little.
bool BlockRunner::take_another_block() {
  if (instrumented || !scheduler_.none_waited() || block_.cluster || block_.launch->cooperative) return false;
  const auto turn = grid_->take();
  if (!turn) return false;
  here.thread = nullptr;
  end(/*whole=*/true);
  begin(*grid_, *turn);
  return true;
}

void BlockRunner::has_left(const Lane& lane) {
  warps_.has_left(lane);
  tiles_.has_left();
  barrier_.has_left();
  cluster_.has_left(lane);
}

void BlockRunner::end(bool whole) {
  if (whole)
    for (Check** check = checks.following; *check; ++check) (*check)->block_ends(block_);
  grid_->leaves(turn_, block_.cluster);
  if (whole) cluster_.end();
  if (!printed_.empty() || !complained_.empty() || failure_.fault())
    grid_->ends({turn_, std::move(printed_), std::move(complained_), failure_.fault()});
}

void BlockRunner::explain_deadlock() {
  const Lane* waiting = nullptr;
  const Lane* other = nullptr;
  for (const Lane& lane : scheduler_.lanes()) {
    if (lane.left) continue;
    if (!waiting || (!at_barrier(*waiting) && at_barrier(lane))) waiting = &lane;
    if (in_tile(lane) && (other = tiles_.gone_from_tile_of(lane))) {
      waiting = &lane;
      break;
    }
  }
  for (const Lane& lane : scheduler_.lanes())
    if (!lane.left && &lane != waiting && !(at_barrier(lane) && lane.wait == waiting->wait) && !other) other = &lane;
  if (!other) other = waiting;

  if (at_barrier(*waiting)) {
    for (Check* check : checks) check->divergent_barrier(block_, {waiting, waiting->pc, other, other->left ? 0 : other->pc});
  } else {
    warps_.report_absent(*waiting);
  }
  failure_.can_never_end(*waiting, ", while " + describe(*other) + ". Let all threads that must meet reach the same call.");
}

void BlockRunner::fail_assertion(const std::string& message) {
  here.listening = false;
  complained_ += message;
  failure_.assertion_fails();
  scheduler_.exit_thread();
}

void BlockRunner::tick(std::uintptr_t pc) {
  const HooksMuted muted;
  const bool idle = watchdog_.look_at_clock(pc);
  cluster_.release();
  warps_.release_gathered(here.thread->rank / 32);
  if (idle) std::this_thread::yield();       // the thread that it waits for may be in another block
  scheduler_.yield();
}

void BlockRunner::tick_at_read(std::uintptr_t pc, std::uintptr_t address) {
  watchdog_.notes_read(scheduler_.current_lane(), address);
  tick(pc);
}

void BlockRunner::yield_before_volatile(bool writes, std::uintptr_t pc) {
  if (std::exchange(static_cast<Lane*>(here.thread)->writes, writes) == writes) return spend(spin_cost, pc);
  if (here.budget < full_budget / 2) tick(pc);     // here rather than amid its reads
  else scheduler_.yield();
}

// The host may take as long as it likes, and there is nothing to make way for.
void tick(std::uintptr_t pc) {
  if (here.thread) return here.runner->tick(pc);
  here.budget = full_budget;
}
void tick_at_read(std::uintptr_t pc, std::uintptr_t address) {
  if (here.thread) return here.runner->tick_at_read(pc, address);
  here.budget = full_budget;
}
void yield_before_volatile(bool writes, std::uintptr_t pc) {
  if (here.thread) here.runner->yield_before_volatile(writes, pc);
}

}  // namespace loom
