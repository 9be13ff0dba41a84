// CUDA's functions for device code that need the engine: barriers, fences, warps, time.

#include "loom/device.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "device/device_only.hpp"
#include "engine/block.hpp"
#include "engine/processor.hpp"

const int warpSize = 32;

namespace loom {

void called_on_host(const char* function) {
  std::fprintf(stderr, "loom: %s was called on the host. It exists in device code only: call it from a kernel.\n", function);
  std::abort();
}

void* dynamic_shared() {
  return here.thread ? reinterpret_cast<void*>(here.thread->block->shared_base) : nullptr;
}

void sync_grid() {
  device_only("grid_group::sync");
  here.runner->barrier().sync_grid(LOOM_CALLER);
}

bool grid_is_cooperative() {
  device_only("grid_group::is_valid");
  return here.thread->block->launch->cooperative;
}

void sync_tile(unsigned threads) {
  device_only("thread_block_tile::sync");
  here.runner->tiles().sync(threads, LOOM_CALLER);
}

unsigned long long tile_exchange(unsigned threads, unsigned long long value, unsigned source, bool agreed) {
  device_only("thread_block_tile::shfl");
  return here.runner->tiles().exchange(threads, value, source, agreed, LOOM_CALLER);
}

unsigned long long warp_exchange(unsigned mask, unsigned long long value, unsigned source) {
  device_only("__shfl_sync");
  return here.runner->warps().collect(Collective::exchange, mask, value, source, LOOM_CALLER);
}

unsigned warp_ballot(unsigned mask, bool predicate) {
  device_only("__ballot_sync");
  return static_cast<unsigned>(here.runner->warps().collect(Collective::ballot, mask, predicate, 0, LOOM_CALLER));
}

unsigned warp_match(unsigned mask, unsigned long long value) {
  device_only("__match_any_sync");
  return static_cast<unsigned>(here.runner->warps().collect(Collective::match, mask, value, 0, LOOM_CALLER));
}

unsigned lane() {
  device_only("a warp function");
  return here.thread->rank % 32;
}

unsigned warp() {
  device_only("%warpid");
  return here.thread->rank / 32;
}

void after_look_at_clock() {
  if (!here.thread) return;
  if (std::uint8_t& looks = static_cast<Lane&>(*here.thread).looks; looks < patient_looks) ++looks;
  else here.runner->scheduler().yield();
}

unsigned long long nanoseconds() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  after_look_at_clock();
  return static_cast<unsigned long long>(std::chrono::nanoseconds(now).count());
}

}  // namespace loom

#define LOOM_REDUCE(function, collective, T)                                                                                   \
  T function(unsigned mask, T value) {                                                                                         \
    loom::device_only(#function);                                                                                              \
    return static_cast<T>(                                                                                                     \
        loom::here.runner->warps().collect(loom::Collective::collective, mask, static_cast<unsigned>(value), 0, LOOM_CALLER)); \
  }
LOOM_REDUCE(__reduce_add_sync, add, unsigned)
LOOM_REDUCE(__reduce_add_sync, add, int)
LOOM_REDUCE(__reduce_min_sync, least, unsigned)
LOOM_REDUCE(__reduce_min_sync, least_signed, int)
LOOM_REDUCE(__reduce_max_sync, greatest, unsigned)
LOOM_REDUCE(__reduce_max_sync, greatest_signed, int)
LOOM_REDUCE(__reduce_and_sync, bitwise_and, unsigned)
LOOM_REDUCE(__reduce_or_sync, bitwise_or, unsigned)
LOOM_REDUCE(__reduce_xor_sync, bitwise_xor, unsigned)

namespace {

loom::Votes vote(const char* name, bool predicate, std::uintptr_t pc) {
  loom::device_only(name);
  return loom::here.runner->barrier().sync(pc, predicate);
}

void fence(const char* name, loom::Scope scope, std::uintptr_t pc) {
  loom::device_only(name);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  loom::announce_fence(scope, pc);
  loom::spend(loom::fence_cost, pc);
}

}  // namespace

void __syncthreads() { vote("__syncthreads", false, LOOM_CALLER); }
int __syncthreads_count(int predicate) { return vote("__syncthreads_count", predicate, LOOM_CALLER).count; }
int __syncthreads_or(int predicate) { return vote("__syncthreads_or", predicate, LOOM_CALLER).count > 0; }
int __syncthreads_and(int predicate) {
  const loom::Votes votes = vote("__syncthreads_and", predicate, LOOM_CALLER);
  return votes.count == votes.voters;
}

void loom::comes_to_branch(unsigned long first, unsigned long last, bool goes_in) noexcept {
  if (loom::here.thread && !goes_in) loom::here.runner->barrier().divergence().goes_around({first, last, LOOM_CALLER});
}
void loom::leaves_loop(unsigned long first, unsigned long last) noexcept {
  if (loom::here.thread) loom::here.runner->barrier().divergence().goes_around({first, last, LOOM_CALLER, /*loop=*/true});
}
void loom::comes_to_barrier(unsigned long word) noexcept {
  if (loom::here.thread) loom::here.runner->barrier().divergence().comes_to(word);
}

void __syncwarp(unsigned mask) {
  loom::device_only("__syncwarp");
  loom::here.runner->warps().sync(mask, LOOM_CALLER);
}

unsigned __activemask() {
  loom::device_only("__activemask");
  return loom::here.runner->warps().gather(LOOM_CALLER);
}

void __threadfence() { fence("__threadfence", loom::Scope::device, LOOM_CALLER); }
void __threadfence_block() { fence("__threadfence_block", loom::Scope::block, LOOM_CALLER); }
void __threadfence_cluster() { fence("__threadfence_cluster", loom::Scope::device, LOOM_CALLER); }
void __threadfence_system() { fence("__threadfence_system", loom::Scope::system, LOOM_CALLER); }

void __nanosleep(unsigned) {
  loom::device_only("__nanosleep");
  loom::here.runner->tick(LOOM_CALLER);
}

void __trap() {
  loom::device_only("__trap");
  loom::here.runner->stop(cudaErrorLaunchFailure, LOOM_CALLER, "executed __trap().");
}

// Where no debugger is attached, a GPU stops with an error.
void __brkpt() {
  loom::device_only("__brkpt");
  loom::here.runner->stop(cudaErrorLaunchFailure, LOOM_CALLER, "executed __brkpt(), and there is no debugger.");
}

bool loom::carry() {
  device_only("inline PTX");
  return static_cast<const Lane*>(here.thread)->carry;
}
void loom::set_carry(bool carry) { static_cast<Lane*>(here.thread)->carry = carry; }

void loom::exit_thread() {
  device_only("inline PTX");
  here.runner->scheduler().exit_thread();
}

void loom::unknown_ptx(const char* instruction, const void* caller) {
  loom::device_only("inline PTX");
  const loom::HooksMuted muted;
  loom::here.runner->stop(cudaErrorIllegalInstruction, reinterpret_cast<std::uintptr_t>(caller),
                          std::string("comes to `") + instruction + "`, PTX of a kind that loom cannot run. Write it in C++, or put it between "
                          "`#ifndef __LOOM__` and `#endif`.");
}

// Nothing counts the triggers.
void __prof_trigger(int) { loom::device_only("__prof_trigger"); }

long long clock64() {
  const auto now = loom::ticks();
  loom::after_look_at_clock();
  return static_cast<long long>(now);
}
