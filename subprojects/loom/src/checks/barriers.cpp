// Divergent barriers: threads of one block that cannot meet, because each waits somewhere else.
#include "checks/checks.hpp"
#include "report/report.hpp"

namespace loom {

namespace {

class Barriers final : public Check {
 public:
  Hears hears() const override { return Hears::none; }
  bool follows_blocks() const override { return false; }
  void divergent_barrier(const Block& block, const Divergence& divergence) override {
    if (counted("divergent-barrier", *block.launch, block.index, divergence.waiting_pc, divergence.other_pc)) return;
    const bool left = divergence.other_pc == 0, around = divergence.went_around, loop = divergence.loop;
    Finding finding;
    finding.kind = "divergent-barrier";
    finding.launch = block.launch;
    finding.first = {block.index, divergence.waiting->index, divergence.waiting_pc, "waits at a barrier"};
    finding.second = Party{block.index, divergence.other->index, divergence.other_pc,
                           loop   ? "left the loop around it here, and ran to the end of the kernel"
                           : around ? "bypassed it here, and ran to the end of the kernel"
                           : left ? "has left the kernel without reaching it"
                                  : "waits at another barrier"};
    finding.what = loop   ? "a thread waits at a barrier in a loop that another lane of its warp has left"
                   : around ? "a thread waits at a barrier that another thread of its block bypassed"
                   : left ? "a thread waits at a barrier that another thread of its block will never reach"
                          : "threads of one block wait at different barriers";
    finding.advice = loop   ? "Let all threads of the block run the same number of iterations: put work that only some threads do into an "
                              "`if`, and keep __syncthreads() outside it."
                     : around ? "Let every thread of the block reach the barrier: keep the work in the `if`, and move __syncthreads() out of it."
                     : left ? "Let every thread of the block reach the barrier: instead of returning early, put the work into an `if` and "
                              "keep the barrier outside it."
                            : "Let every thread of the block reach the same __syncthreads(): move it out of the branch.";
    report(std::move(finding));
  }
};

}  // namespace

Check& barrier_check() {
  static Barriers check;
  return check;
}

}  // namespace loom
