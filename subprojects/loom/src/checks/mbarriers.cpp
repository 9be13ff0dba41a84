// Phases of an mbarrier that a thread waits for by a parity that is not theirs: the wait returns immediately, for an earlier phase.
#include <map>
#include <string>
#include <utility>

#include "checks/checks.hpp"
#include "report/report.hpp"

namespace loom {

namespace {

class Mbarriers final : public Check {
 public:
  Hears hears() const override { return Hears::none; }
  void block_begins(const Block&) override { seen_.clear(); }

  void parity_awaited(const Thread& thread, const MbarrierPhase& phase, std::uintptr_t pc) override {
    if (phase.ended == 0 && phase.expects_bytes)
      return tell(thread, pc, 0, "waits with parity 1 in the first phase of an mbarrier that expects bytes, and so does not wait",
                  "The first phase has parity 0, the next one 1, and so on in turn.");
    const auto [last, is_new] = seen_.try_emplace({thread.rank, phase.barrier}, Seen{phase.ended, pc});
    if (is_new) return;
    const Seen before = std::exchange(last->second, Seen{phase.ended, pc});
    if (before.ended == phase.ended && (before.pc == pc || phase.expects_bytes))
      tell(thread, pc, before.pc, "waits a second time for the same phase of an mbarrier, and so does not wait",
           "Change the parity after each wait at the barrier: 0 for the first phase, 1 for the next one, and so on in turn.");
  }

 private:
  struct Seen {
    unsigned ended;
    std::uintptr_t pc;
  };

  static void tell(const Thread& thread, std::uintptr_t pc, std::uintptr_t before, const char* what, const char* advice) {
    const Block& block = *thread.block;
    if (counted("wrong-phase", *block.launch, block.index, pc, before)) return;
    Finding finding;
    finding.kind = "wrong-phase";
    finding.launch = block.launch;
    finding.first = Party{block.index, thread.index, pc, "waits"};
    if (before) finding.second = Party{block.index, thread.index, before, "waited for it before"};
    finding.what = std::string("a thread ") + what;
    finding.advice = advice;
    report(std::move(finding));
  }

  static thread_local std::map<std::pair<unsigned, const void*>, Seen> seen_;      // by rank and barrier
};
thread_local std::map<std::pair<unsigned, const void*>, Mbarriers::Seen> Mbarriers::seen_;

}  // namespace

Check& mbarrier_check() {
  static Mbarriers check;
  return check;
}

}  // namespace loom
