#include "engine/block.hpp"

#include <algorithm>
#include <utility>

#include "engine/cluster.hpp"
#include "engine/engine.hpp"
#include "engine/grid.hpp"
#include "engine/shared.hpp"
#include "engine/switching.hpp"
#include "report/report.hpp"

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

constinit thread_local Here here;

namespace {

std::string triple(const uint3& index) {
  return "(" + std::to_string(index.x) + "," + std::to_string(index.y) + "," + std::to_string(index.z) + ")";
}

bool same(const dim3& a, const dim3& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

bool in_tile(const Lane& lane) { return lane.wait >= Wait::tile_barrier; }
bool at_barrier(const Lane& lane) {
  return lane.wait == Wait::block_barrier || lane.wait == Wait::grid_barrier || lane.wait == Wait::cluster_barrier || in_tile(lane);
}

}  // namespace

std::string name_of(const Thread& thread) { return "thread " + triple(thread.index) + " of block " + triple(thread.block->index); }

std::string describe(const Lane& lane) {
  if (lane.left) return name_of(lane) + " has left the kernel";
  const char* const whom = lane.wait == Wait::block_barrier  ? "its block"
                           : lane.wait == Wait::grid_barrier ? "its grid"
                           : lane.wait == Wait::cluster_barrier ? "its cluster"
                           : in_tile(lane)                   ? "its tile"
                                                             : "lanes of its warp";
  return name_of(lane) + " waits for " + whom + " at " + place_of(lane.pc);
}

void BlockRunner::run(Grid& grid, std::uint64_t turn) {
  begin(grid, turn);
  runs_device_code = true;
  if (!cluster_ || cluster_->begin(block_)) run_fibers();
  else abandoned_ = true;
  if (fault_) grid.fails(turn_);

  here.listening = false;
  here.thread = nullptr;
  runs_device_code = false;
  here.stack_bytes = here.stack_limit = 0;
  const bool whole = !fault_ && !abandoned_;
  if (!whole) fibers_.reclaim();
  end(whole);
}

// Where nobody watches, a block whose threads did not wait makes way for another on the spot: what is behind it is little.
bool BlockRunner::may_take_another_block() const { return !instrumented && none_waited_ && !cluster_ && !block_.launch->cooperative; }

bool BlockRunner::take_another_block() {
  if (!may_take_another_block()) return false;
  const auto turn = grid_->take();
  if (!turn) return false;
  here.thread = nullptr;
  end(/*whole=*/true);
  begin(*grid_, *turn);
  return true;
}

void BlockRunner::end(bool whole) {
  if (whole)
    for (Check** check = checks.following; *check; ++check) (*check)->block_ends(block_);
  grid_->leaves(turn_, cluster_.get());
  if (whole && cluster_ && cluster_->wait_for_all())
    for (Check* check : checks) check->cluster_ends(block_);
  grid_->ends(turn_, *this);
}

// Until no thread can go on.
void BlockRunner::run_fibers() {
  Fiber* to = next();
  do {
    jump(*to);
    while (errand_) {
      std::exchange(errand_, nullptr)();
      jump(*leaving_);
    }
  } while (!fault_ && !abandoned_ && sleep_in_cluster() && (to = next()));
  if (assertion_failed_ && !fault_) fault_ = Fault{cudaErrorAssert, {}};
  if (!none_waited_ && live_ > 0 && !fault_ && !abandoned_) explain_deadlock();
}

void BlockRunner::begin(Grid& grid, std::uint64_t turn) {
  const Launch& launch = grid.launch();
  grid_ = &grid;
  fault_.reset();
  abandoned_ = assertion_failed_ = false;
  printed_.clear();
  complained_.clear();

  block_ = Block{};
  block_.launch = &launch;
  block_.threads = launch.block.x * launch.block.y * launch.block.z;
  cluster_ = grid.cluster_of(turn);
  block_.cluster = cluster_.get();
  if (cluster_) block_.rank_in_cluster = static_cast<unsigned>(turn % count_of(launch.cluster));

  if (!none_waited_ || !same(launch.block, shape_)) lay_out(launch.block);
  bypasses_.clear(block_.threads);
  may_wait_ = false;
  started_ = arrived_ = at_grid_ = votes_ = 0;
  cluster_phases_ = cluster_arrived_ = cluster_standing_ = waiting_in_cluster_ = 0;
  has_bound_copies_ = false;
  stepped_ = true;
  unchanged_since_.reset();
  begun_.reset();

  blockDim = launch.block;
  gridDim = launch.grid;
  here.runner = this;
  here.changed = true;
  here.budget = full_budget;

  turn_ = turn;
  blockIdx = block_.index = block_at(launch, turn);
  block_.shared_base = shared_.poisoned(launch.dynamic_shared);
  dynamic_shared_base = reinterpret_cast<void*>(block_.shared_base);
  block_.shared_bytes = launch.dynamic_shared;
  poison_static_shared();
  for (Check** check = checks.following; *check; ++check) (*check)->block_begins(block_);
}

// All as it is before a thread runs, and after a block of whose threads none waited, too.
void BlockRunner::lay_out(dim3 shape) {
  lanes_.assign(block_.threads, Lane{});
  warps_.assign((block_.threads + 31) / 32, Warp{});
  tiles_.clear();
  uint3 index{};
  for (unsigned rank = 0; rank < block_.threads; ++rank) {
    Lane& lane = lanes_[rank];
    lane.block = &block_;
    lane.index = index;
    lane.rank = rank;
    warps_[rank / 32].live |= 1u << rank % 32;
    if (++index.x == shape.x) {
      index.x = 0;
      if (++index.y == shape.y) {
        index.y = 0;
        ++index.z;
      }
    }
  }
  ready_.resize(block_.threads);
  ready_first_ = ready_count_ = 0;
  waiters_.clear();
  live_ = block_.threads;
  shape_ = shape;
  none_waited_ = true;
}

// The block's barrier, and the grid's

[[gnu::always_inline]] inline void BlockRunner::arrive(Lane& lane) {
  ++arrived_;
  if (arrived_ == live_) release_block();
  suspend(lane);
}

Votes BlockRunner::sync_block(std::uintptr_t pc, bool predicate) {
  spend(1, pc);                      // a loop of nothing but barriers must be looked at, too
  const Inside inside;
  Lane& lane = current_lane();
  lane.wait = Wait::block_barrier;
  lane.pc = pc;
  votes_ += predicate;
  arrive(lane);
  return result_;
}

void BlockRunner::sync_grid(std::uintptr_t pc) {
  if (!block_.launch->cooperative)
    stop(cudaErrorLaunchFailure, pc, "waits for the whole grid, whose blocks need not all run at once. Launch the kernel with "
                                     "cudaLaunchCooperativeKernel.");
  spend(1, pc);
  const Inside inside;
  Lane& lane = current_lane();
  lane.wait = Wait::grid_barrier;
  lane.pc = pc;
  ++at_grid_;
  arrive(lane);
}

void BlockRunner::release_block() {
  if (assertion_failed_) back_to_root();
  check_divergence();
  check_bypasses();
  if (at_grid_ > 0 && at_grid_ < live_) back_to_root();    // some wait for the block, some for the grid: for ever
  ++block_.interval;
  for (Check* check : checks) check->block_barrier(block_);
  if (std::exchange(at_grid_, 0) > 0) meet_other_blocks();
  for (Lane& lane : lanes_) {
    if (lane.left) continue;
    lane.wait = Wait::nothing;
    lane.barrier = 0;
    make_ready(lane);
  }
  result_ = {static_cast<int>(votes_), static_cast<int>(arrived_)};
  arrived_ = votes_ = 0;
  met_ = stepped_ = true;
}

bool BlockRunner::meet_as_block(const std::vector<BarrierWaiter>& others) {
  current_lane();
  if (others.size() + 1 != live_) return false;
  const Inside inside;
  ++block_.interval;
  for (Check* check : checks) check->block_barrier(block_);
  stepped_ = true;
  return true;
}

void BlockRunner::meet_other_blocks() {
  Meeting::Outcome outcome{};
  on_root([&] {
    outcome = grid_->meet();
    if (outcome == Meeting::Outcome::called_off) abandoned_ = true;
    if (outcome != Meeting::Outcome::never) return;
    const auto one = std::find_if(lanes_.begin(), lanes_.end(), [](const Lane& lane) { return !lane.left; });
    fault_ = Fault{cudaErrorLaunchTimeout, "kernel " + block_.launch->kernel + " can never end: " + describe(*one) +
                                               ", but another block has left the kernel. Let every block reach the call."};
  });
  if (outcome != Meeting::Outcome::met) back_to_root();
}

// Whether all met at one barrier. The compiler may have made copies of one, so what counts is the place in the source.
// Threads that left earlier are no divergence: hardware waits only for those that have not, and its own checker agrees.
// Without instrumentation the code is optimised until its lines say little, and nothing is looked for.
void BlockRunner::check_divergence() {
  if (!instrumented) return;
  const Lane* first = nullptr;
  for (const Lane& lane : lanes_) {
    if (lane.left) continue;
    if (!first) first = &lane;
    const bool one_word = lane.barrier == first->barrier;    // those that share a line have words of their own
    if (one_word && (lane.pc == first->pc || std::pair(first->pc, lane.pc) == copies_)) continue;
    bool same = false;
    if (one_word) on_root([&] { same = place_of(first->pc) == place_of(lane.pc); });
    if (same) {
      copies_ = {first->pc, lane.pc};
      continue;
    }
    for (Check* check : checks) check->divergent_barrier(block_, {first, first->pc, &lane, lane.pc});
    return;
  }
}

void BlockRunner::goes_around(const BarrierBypass& bypass) { bypasses_.add(here.thread->rank, bypass); }

void BlockRunner::comes_to(std::uint64_t barrier) { current_lane().barrier = barrier; }

// Whether a thread that has left went around the barrier at which another waits. Who returned early did not: it came as often to the
// `if` around the barrier, or to the end of the loop, or less often, than who waits there.
void BlockRunner::check_bypasses() {
  if (!bypasses_.any()) return;
  const auto find = [&]() -> std::optional<Divergence> {
    if (live_ == block_.threads) return std::nullopt;
    std::vector<const Lane*> waiting;
    for (const Lane& lane : lanes_)
      if (!lane.left && lane.barrier != 0) waiting.push_back(&lane);
    if (waiting.empty()) return std::nullopt;
    for (const Lane& gone : lanes_)
      if (gone.left)
        for (const BarrierBypass& bypass : bypasses_.of(gone.rank))
          for (const Lane* const lane : waiting)
            if (bypass.around(lane->barrier) && bypass.matters(gone.rank, lane->rank) && bypass.times > bypasses_.times(lane->rank, bypass))
              return Divergence{lane, lane->pc, &gone, bypass.pc, /*went_around=*/true, bypass.loop};
    return std::nullopt;
  };
  if (const auto found = find())
    for (Check* check : checks) check->divergent_barrier(block_, *found);
  bypasses_.clear(block_.threads);
}

// A standstill

void BlockRunner::explain_deadlock() {
  const Lane* waiting = nullptr;
  const Lane* other = nullptr;
  for (const Lane& lane : lanes_) {
    if (lane.left) continue;
    if (!waiting || (!at_barrier(*waiting) && at_barrier(lane))) waiting = &lane;
    if (in_tile(lane) && (other = gone_from(tile_of(lane)))) {
      waiting = &lane;
      break;
    }
  }
  for (const Lane& lane : lanes_)
    if (!lane.left && &lane != waiting && !(at_barrier(lane) && lane.wait == waiting->wait) && !other) other = &lane;
  if (!other) other = waiting;

  if (at_barrier(*waiting)) {
    for (Check* check : checks) check->divergent_barrier(block_, {waiting, waiting->pc, other, other->left ? 0 : other->pc});
  } else {
    const std::uint32_t wanted = waiting->mask & warps_[waiting->rank / 32].live;
    report_mask(*waiting, WrongMask::Fault::lanes_never_come, wanted & ~waiting_alike(*waiting));
  }
  fault_ = Fault{cudaErrorLaunchTimeout,
                 "kernel " + block_.launch->kernel + " can never end: " + describe(*waiting) + ", while " +
                     describe(*other) + ". Let all threads that must meet reach the same call."};
}

// The end of a kernel that failed

void BlockRunner::stop(cudaError_t error) {
  here.listening = false;
  fault_ = Fault{error, {}};
  back_to_root();
}

void BlockRunner::stop(cudaError_t error, std::uintptr_t pc, std::string_view what) {
  here.listening = false;
  on_root([&] {
    fault_ = Fault{error, "kernel " + block_.launch->kernel + ": " + name_of(*here.thread) + (pc ? ", at " + place_of(pc) : "") +
                              ", " + std::string(what)};
  });
  back_to_root();
}

// Put together before there is a device thread.
static const std::string& overflow = *new std::string("ran out of its " + std::to_string(kernel_stack_bytes / 1024) +
                                                      " KiB of stack. Recurse less deeply, or keep large arrays in global memory.");

void BlockRunner::stop_for_overflow(std::uintptr_t pc) { stop(cudaErrorIllegalAddress, pc, overflow); }

void BlockRunner::fail_assertion(std::string message) {
  here.listening = false;
  complained_ += message;
  assertion_failed_ = true;
  leave(current_lane());
  go_on();
  __builtin_unreachable();
}

}  // namespace loom
