// Races in shared memory: two threads use the same bytes, at least one of them writes, and no barrier lies between.
//
// The order in which loom happens to run threads plays no part: only barriers order accesses. Atomics do not race with
// one another. Votes and shuffles order nothing. Lanes of one warp may race too, as nothing keeps them in step.
#include <cstring>
#include <memory>
#include <utility>

#include "checks/checks.hpp"
#include "checks/race_clock.hpp"
#include "checks/race_record.hpp"
#include "checks/shared_bytes.hpp"
#include "checks/words.hpp"
#include "core/report.hpp"

namespace loom {

void code_anchor() {}

namespace {

uint3 thread_of_rank(const Launch& launch, unsigned rank) {
  return {rank % launch.block.x, rank / launch.block.x % launch.block.y, rank / (launch.block.x * launch.block.y)};
}

bool same_warp(unsigned a, unsigned b) { return a / RaceClock::lanes == b / RaceClock::lanes; }

// Two unordered accesses, the later one not yet done.
struct Conflict {
  const Thread* thread = nullptr;
  Access access;
  Rival other;
};

const char* what_happened(const Conflict& conflict, bool same_value) {
  const bool now_atomic = conflict.access.kind == AccessKind::atomic, then_atomic = conflict.other.kind == AccessKind::atomic;
  const bool reads = !writes(conflict.access.kind) || !writes(conflict.other.kind);
  if (now_atomic || then_atomic)
    return reads ? "one thread updates atomically what another reads" : "one thread updates atomically what another plainly writes";
  if (reads) return "one thread reads what another writes";
  return same_value ? "two threads write the same value to the same place" : "two threads write to the same place";
}

void tell(const Conflict& conflict, bool same_value) {
  const Block& block = *conflict.thread->block;
  const std::uintptr_t other_pc = conflict.other.trace.pc();
  const bool lanes = same_warp(conflict.thread->rank, conflict.other.trace.rank());
  const Weight weight = same_value ? Weight::note : lanes ? Weight::light : Weight::full;
  if (counted("race", *block.launch, block.index, conflict.access.pc, other_pc, weight)) return;
  const std::string name = shared_array(block, conflict.access.address).name;
  Finding finding;
  finding.kind = "race";
  finding.launch = block.launch;
  finding.first = party(*conflict.thread, conflict.access, name);
  finding.second = Party{block.index, thread_of_rank(*block.launch, conflict.other.trace.rank()), other_pc,
                         deed(conflict.other.kind, conflict.access.bytes, "", Tense::past)};
  finding.what = std::string(what_happened(conflict, same_value)) + " in " + name + ", with no barrier between";
  if (lanes) finding.what += ", and lanes of one warp are not kept in step";
  finding.advice = same_value ? "The outcome is the same, whoever comes last; let one thread write it if that is what you mean."
                   : lanes    ? "Put __syncwarp(), or __syncthreads(), between the two; if they are one statement, part it into "
                                "a read and a write."
                              : "Put __syncthreads(), where all threads of the block reach it, between the two; if they are one "
                                "statement, part it into a read and a write.";
  finding.weight = weight;
  report(std::move(finding));
}

// A write over another's write. Whether it changes anything is seen once it has happened: at the next event that can only
// come after it.
struct Overwrite {
  Conflict conflict;
  unsigned char before[16];
  bool waiting = false;

  void await(const Conflict& found) {
    conflict = found;
    waiting = found.access.bytes <= sizeof before;
    if (waiting) std::memcpy(before, reinterpret_cast<const void*>(found.access.address), found.access.bytes);
    else tell(found, /*same_value=*/false);
  }
  void settle() {
    waiting = false;
    tell(conflict, std::memcmp(before, reinterpret_cast<const void*>(conflict.access.address), conflict.access.bytes) == 0);
  }
};

struct State {
  SharedBytes shared;
  RaceClock clock;
  Cells cells;
  Overwrite overwrite;
};

// A pointer beside the state, because it costs less to read than an object with a destructor.
thread_local std::unique_ptr<State> owner;
constinit thread_local State* state = nullptr;

class Races final : public Check {
 public:
  void block_begins(const Block& block) override {
    if (state == nullptr) {
      owner = std::make_unique<State>();
      state = owner.get();
    }
    state->shared = SharedBytes(block);
    state->overwrite.waiting = false;
    state->cells.prepare(state->shared.bytes(), state->clock.begin(block.threads));
  }

  Verdict access(const Thread& thread, const Access& access) override {
    Overwrite& overwrite = state->overwrite;
    // The same thread's reads may be announced between a write and its happening: of "a = b", the write comes first.
    if (overwrite.waiting && (overwrite.conflict.thread != &thread || writes(access.kind))) overwrite.settle();
    const std::size_t at = state->shared.position(access.address, access.bytes);
    if (at == SharedBytes::none) return Verdict::proceed;

    const Trace now(state->clock.now(), thread.rank, access.pc);
    const Rival other = state->cells.meet(at, access.bytes, access.kind, now, state->clock);
    if (other.trace.time() != 0) [[unlikely]] meet(thread, access, other);
    return Verdict::proceed;
  }

  void block_barrier(const Block&) override {
    settle();
    forget_if(state->clock.block_barrier());
  }
  void warp_barrier(const Block&, unsigned warp, std::uint32_t mask) override {
    settle();
    forget_if(state->clock.warp_barrier(warp, mask));
  }
  void block_ends(const Block&) override { settle(); }

 private:
  static void forget_if(bool anew) {
    if (anew) state->cells.prepare(state->shared.bytes(), /*forget=*/true);
  }
  static void settle() {
    if (state->overwrite.waiting) state->overwrite.settle();
  }

  static void meet(const Thread& thread, const Access& access, const Rival& other) {
    const Conflict conflict{&thread, access, other};
    const bool both_write = writes(access.kind) && writes(other.kind);
    if (both_write && access.kind != AccessKind::atomic && other.kind != AccessKind::atomic) state->overwrite.await(conflict);
    else tell(conflict, /*same_value=*/false);
  }
};

}  // namespace

Check& race_check() {
  static Races check;
  return check;
}

}  // namespace loom
