#include "engine/barrier_divergence.hpp"

#include <vector>

#include "report/report.hpp"

namespace loom {

void BarrierDivergence::check() {
  if (instrumented) check_places();
  if (bypasses_.any()) check_bypasses();
}

// The compiler may have made copies of one barrier, so what counts is the line in the source.
// Threads that left earlier are not divergent: hardware waits only for those that have not, and its own checker agrees.
// Without instrumentation the code is optimised until its lines say little, and nothing is looked for.
void BarrierDivergence::check_places() {
  const Lane* first = nullptr;
  for (const Lane& lane : scheduler_.lanes()) {
    if (lane.left) continue;
    if (!first) first = &lane;
    const bool one_word = lane.barrier == first->barrier;    // those that share a line have words of their own
    if (one_word && (lane.pc == first->pc || std::pair(first->pc, lane.pc) == copies_)) continue;
    bool same = false;
    if (one_word) scheduler_.on_root([&] { same = place_of(first->pc) == place_of(lane.pc); });
    if (same) {
      copies_ = {first->pc, lane.pc};
      continue;
    }
    for (Check* check : checks) check->divergent_barrier(scheduler_.block(), {first, first->pc, &lane, lane.pc});
    return;
  }
}

void BarrierDivergence::check_bypasses() {
  if (const auto found = find_bypass())
    for (Check* check : checks) check->divergent_barrier(scheduler_.block(), *found);
  bypasses_.clear(scheduler_.block().threads);
}

// Whether a thread that has left went around the barrier at which another waits. Who returned early did not: it came as often to the
// `if` around the barrier, or to the end of the loop, or less often, than who waits there.
std::optional<Divergence> BarrierDivergence::find_bypass() const {
  if (scheduler_.live() == scheduler_.block().threads) return std::nullopt;
  const std::vector<Lane>& lanes = scheduler_.lanes();
  std::vector<const Lane*> waiting;
  for (const Lane& lane : lanes)
    if (!lane.left && lane.barrier != 0) waiting.push_back(&lane);
  if (waiting.empty()) return std::nullopt;
  for (const Lane& gone : lanes)
    if (gone.left)
      for (const BarrierBypass& bypass : bypasses_.of(gone.rank))
        for (const Lane* const lane : waiting)
          if (bypass.around(lane->barrier) && bypass.matters(gone.rank, lane->rank) && bypass.times > bypasses_.times(lane->rank, bypass))
            return Divergence{lane, lane->pc, &gone, bypass.pc, /*went_around=*/true, bypass.loop};
  return std::nullopt;
}

}  // namespace loom
