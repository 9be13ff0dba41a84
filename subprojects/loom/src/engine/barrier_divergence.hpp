// Whether all threads that met came to one barrier of the source, and whether a thread that has left bypassed it.
//
// It records which threads went around which barriers. It reads the scheduler's lanes, looks up source lines on the root's stack, and notifies the checks.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "engine/barrier_bypasses.hpp"
#include "engine/scheduler.hpp"

namespace loom {

class BarrierDivergence {
 public:
  explicit BarrierDivergence(Scheduler& scheduler) : scheduler_(scheduler) {}

  void begin() { bypasses_.clear(scheduler_.block().threads); }
  // The current thread goes around barriers in a branch of an `if` or in a loop; it comes to a barrier in one of those.
  void goes_around(const BarrierBypass& bypass) { bypasses_.add(here.thread->rank, bypass); }
  void comes_to(std::uint64_t barrier) { scheduler_.current_lane().barrier = barrier; }
  // All threads that are alive have met.
  void check();

 private:
  void check_places();
  void check_bypasses();
  std::optional<Divergence> find_bypass() const;

  Scheduler& scheduler_;
  BarrierBypasses bypasses_;
  std::pair<std::uintptr_t, std::uintptr_t> copies_;      // two copies of one barrier that the compiler made
};

}  // namespace loom
