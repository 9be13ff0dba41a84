#include "observe/block.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "engine/block.hpp"
#include "engine/thread_context.hpp"
#include "memory/registry.hpp"

namespace loom::observing {
namespace {

// A thread that has come so much further than others of its warp lets them catch up.
constexpr std::size_t longest_stream = 256;

Operation operation_of(const Access& access) {
  if (access.kind != AccessKind::atomic) return writes(access.kind) ? Operation::store : Operation::load;
  switch (access.atomicity.kind) {
    case AtomicKind::load: return Operation::load;
    case AtomicKind::store: return Operation::store;
    case AtomicKind::update:
    case AtomicKind::exchange: break;
  }
  return access.atomicity.compares ? Operation::compare_and_swap : Operation::atomic;
}

// nvcc moves a struct in pieces as wide as its alignment allows. What the hooks call a range is one of words at best.
std::uint32_t piece_of(const Access& access) {
  const bool a_register = access.bytes <= 16 && (access.bytes & (access.bytes - 1)) == 0;
  if (a_register) return access.bytes;
  const std::uintptr_t common = (access.address | access.bytes | 4);
  return static_cast<std::uint32_t>(common & -common);
}

void add(GlobalAccesses& sum, const GlobalAccesses& more) {
  sum.requests += more.requests;
  sum.sectors += more.sectors;
  sum.bytes += more.bytes;
}

void add(SharedAccesses& sum, const SharedAccesses& more) {
  sum.requests += more.requests;
  sum.wavefronts += more.wavefronts;
  sum.conflicts += more.conflicts;
}

GlobalAccesses& global_part(Figures& figures, Operation operation) {
  if (operation == Operation::load) return figures.global_loads;
  return operation == Operation::store ? figures.global_stores : figures.global_atomics;
}

SharedAccesses& shared_part(Figures& figures, Operation operation) {
  if (operation == Operation::load) return figures.shared_loads;
  return operation == Operation::store ? figures.shared_stores : figures.shared_atomics;
}

// Constants have a cache of their own, tables that the compiler keeps are not memory at all, and another block's shared memory is neither
// its own nor global.
bool in_global_memory(std::uintptr_t address) {
  const Allocation* const allocation = Registry::instance().find(address);
  return allocation && allocation->space != Space::constant && allocation->space != Space::shared;
}

}  // namespace

void add(Figures& sum, const Figures& more) {
  add(sum.global_loads, more.global_loads);
  add(sum.global_stores, more.global_stores);
  add(sum.global_atomics, more.global_atomics);
  add(sum.shared_loads, more.shared_loads);
  add(sum.shared_stores, more.shared_stores);
  add(sum.shared_atomics, more.shared_atomics);
}

void LaunchWork::add(const LaunchWork& more) {
  entered += more.entered;
  by_busiest_thread = std::max(by_busiest_thread, more.by_busiest_thread);
  by_busiest_block = std::max(by_busiest_block, more.by_busiest_block);
}

void Totals::add(Totals&& more) {
  for (const auto& [pc, figures] : more.by_pc) observing::add(by_pc[pc], figures);
  blocks += more.blocks;
  block_lanes += more.block_lanes;
  for (const auto& [launch, done] : more.work) work[launch].add(done);
  std::move(more.trace.begin(), more.trace.end(), std::back_inserter(trace));
}

void BlockObserver::begin(const Block& block) {
  block_ = &block;
  shared_ = SharedBytes(block);
  totals_ = {};
  warps_.resize((block.threads + lanes - 1) / lanes);
  for (WarpStreams& warp : warps_) warp.clear();
  paths_.assign(block.threads, {});
  entered_.assign(block.threads, 0);
}

void BlockObserver::entered(const Thread& thread, std::uintptr_t pc) {
  ++entered_[thread.rank];
  record(thread, {.pc = pc, .kind = Step::Kind::block});
}

void BlockObserver::calls(const Thread& thread, std::uintptr_t pc) {
  Path& path = paths_[thread.rank];
  path.outer.push_back(path.path);
  path.path = static_cast<std::uint32_t>((path.path + pc) * 0x9e3779b97f4a7c15u >> 32);
}

void BlockObserver::returns(const Thread& thread) {
  Path& path = paths_[thread.rank];
  if (path.outer.empty()) return;
  path.path = path.outer.back();
  path.outer.pop_back();
}

void BlockObserver::accesses(const Thread& thread, const Access& access) {
  const std::uint32_t piece = piece_of(access);
  for (std::uint32_t done = 0; done < access.bytes; done += piece)
    record(thread, {.pc = access.pc,
                    .value = access.address + done,
                    .bytes = static_cast<std::uint8_t>(piece),
                    .operation = operation_of(access),
                    .kind = Step::Kind::access});
}

void BlockObserver::record(const Thread& thread, Step step) {
  const Path& path = paths_[thread.rank];
  const unsigned warp = thread.rank / lanes, lane = thread.rank % lanes;
  step.path = path.path;
  step.depth = static_cast<std::uint16_t>(path.outer.size());
  warps_[warp].add(lane, step);
  if (step.kind == Step::Kind::block) wait_for_others(warp, lane);
}

// Lets other threads run when this one has come far enough: where a basic block begins, so never between the announcement of
// an access and the access itself. When it goes on, the others have run: one without steps stands at a barrier, or has ended.
void BlockObserver::wait_for_others(unsigned warp, unsigned lane) {
  while (warps_[warp].length(lane) >= longest_stream) {
    here.runner->scheduler().yield();
    if (warps_[warp].length(lane) < longest_stream) return;      // another has put it together with its own
    warp_ = warp;
    warps_[warp].run(/*open=*/warps_[warp].busy(), *this);
  }
}

void BlockObserver::run_streams() {
  for (warp_ = 0; warp_ < warps_.size(); ++warp_) warps_[warp_].run(/*open=*/0, *this);
}

LaunchWork BlockObserver::work() const {
  LaunchWork work;
  for (const std::uint64_t entered : entered_) work.add({entered, entered, 0});
  work.by_busiest_block = work.entered;
  return work;
}

Totals BlockObserver::end() {
  run_streams();
  totals_.work[block_->launch->number] = work();
  return std::exchange(totals_, {});
}

void BlockObserver::entered(std::uint32_t mask) {
  ++totals_.blocks;
  totals_.block_lanes += static_cast<unsigned>(std::popcount(mask));
}

void BlockObserver::requested(const Request& request, std::uintptr_t pc) {
  Request part = request;
  part.mask = 0;
  for (unsigned lane = 0; lane < lanes; ++lane)
    if (request.mask >> lane & 1 && shared_.position(request.address[lane], request.bytes) != SharedBytes::none)
      part.mask |= 1u << lane;
  if (part.mask) count(part, Memory::shared, pc);
  part.mask = request.mask & ~part.mask;
  if (part.mask && in_global_memory(request.address[static_cast<unsigned>(std::countr_zero(part.mask))])) count(part, Memory::global, pc);
}

void BlockObserver::count(const Request& request, Memory memory, std::uintptr_t pc) {
  Figures& figures = totals_.by_pc[pc];
  if (memory == Memory::shared) add(shared_part(figures, request.operation), shared_cost(request));
  else add(global_part(figures, request.operation), global_cost(request));
  if (traced()) totals_.trace.push_back(trace_of(*block_, warp_, request, memory, pc));
}

}  // namespace loom::observing
