// Registers that a thread has lent to products of matrices: it may not use them before it has waited for the product. What is a register on a
// GPU is a variable on the thread's stack here.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "checks/checks.hpp"
#include "checks/messages.hpp"
#include "engine/thread_context.hpp"
#include "report/report.hpp"

namespace loom {

namespace {

constexpr std::size_t register_bytes = 4;
constexpr std::uint32_t open_group = UINT32_MAX;

class LentRegisters final : public Check {
 public:
  Hears hears() const override { return Hears::none; }
  void block_begins(const Block&) override {
    threads_.clear();
    here.registers_lent = false;
  }

  void register_lent(const Thread& thread, std::uintptr_t place, std::uintptr_t pc) override {
    threads_[thread.rank].lent[place] = {pc, open_group};
    here.registers_lent = true;
  }
  void reads_committed(const Thread& thread, ProxyWork work) override {
    if (work != ProxyWork::products) return;
    Own& mine = threads_[thread.rank];
    for (auto& [place, lent] : mine.lent)
      if (lent.group == open_group) lent.group = mine.committed;
    ++mine.committed;
  }
  void reads_awaited(const Thread& thread, ProxyWork work, std::size_t but) override {
    if (work != ProxyWork::products) return;
    Own& mine = threads_[thread.rank];
    if (but < mine.committed) std::erase_if(mine.lent, [&](const auto& one) { return one.second.group < mine.committed - but; });
    here.registers_lent = std::ranges::any_of(threads_, [](const auto& one) { return !one.second.lent.empty(); });
  }
  void stack_access(const Thread& thread, const Access& access) override {
    const auto& lent = threads_[thread.rank].lent;
    const auto next = lent.upper_bound(access.address + access.bytes - 1);
    if (next == lent.begin()) return;
    const auto& [place, loan] = *std::prev(next);
    if (place + register_bytes <= access.address || counted("race", *thread.block->launch, thread.block->index, access.pc, loan.pc)) return;
    Finding finding;
    finding.kind = "race";
    finding.launch = thread.block->launch;
    finding.first = party(thread, access, "a register");
    finding.second = Party{thread.block->index, thread.index, loan.pc, "began the wgmma"};
    finding.what = "a thread uses a register of a wgmma that is still pending";
    finding.advice = "Wait first: wgmma.commit_group, then wgmma.wait_group. Until then, the registers of the sums and of the first matrix belong to the product.";
    report(std::move(finding));
  }

 private:
  struct Loan {
    std::uintptr_t pc;
    std::uint32_t group;
  };
  struct Own {
    std::map<std::uintptr_t, Loan> lent;           // by place
    std::uint32_t committed = 0;
  };
  static thread_local std::map<unsigned, Own> threads_;          // by rank
};
thread_local std::map<unsigned, LentRegisters::Own> LentRegisters::threads_;

}  // namespace

Check& lent_registers_check() {
  static LentRegisters check;
  return check;
}

}  // namespace loom
