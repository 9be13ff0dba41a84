// Registers of a `wgmma`: a thread may not use them before it has waited for the product, and it may not hand over to another product what it
// has used since, or never fenced. What is a register on a GPU is a variable on the thread's stack here.
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

  void registers_fenced(const Thread& thread) override {
    Own& mine = threads_[thread.rank];
    mine.fenced = true;
    for (auto& [place, one] : mine.registers) one.used = {};
  }
  void register_lent(const Thread& thread, std::uintptr_t place, std::uintptr_t pc) override {
    Own& mine = threads_[thread.rank];
    Register& one = mine.registers[place];
    if (one.used.bytes > 0 || !mine.fenced) report_missing_fence(thread, one.used, pc);
    mine.fenced = true;              // said once
    one = {.lent = true, .pc = pc, .group = open_group, .used = {}};
    here.registers_lent = true;
  }
  void reads_committed(const Thread& thread, ProxyWork work) override {
    if (work != ProxyWork::products) return;
    Own& mine = threads_[thread.rank];
    for (auto& [place, one] : mine.registers)
      if (one.lent && one.group == open_group) one.group = mine.committed;
    ++mine.committed;
  }
  void reads_awaited(const Thread& thread, ProxyWork work, std::size_t but) override {
    if (work != ProxyWork::products) return;
    Own& mine = threads_[thread.rank];
    if (but >= mine.committed) return;
    for (auto& [place, one] : mine.registers)
      if (one.group < mine.committed - but) one.lent = false;
  }
  void stack_access(const Thread& thread, const Access& access) override {
    auto& registers = threads_[thread.rank].registers;
    const auto next = registers.upper_bound(access.address + access.bytes - 1);
    if (next == registers.begin()) return;
    auto& [place, one] = *std::prev(next);
    if (place + register_bytes <= access.address) return;
    if (one.lent) report_early_use(thread, access, one.pc);
    else if (one.used.bytes == 0) one.used = access;
  }

 private:
  struct Register {
    bool lent;
    std::uintptr_t pc;               // of the product
    std::uint32_t group;
    Access used;                     // since the product has been waited for and since the last fence; of no bytes if not at all
  };
  struct Own {
    std::map<std::uintptr_t, Register> registers;  // by place; once a product has used them
    std::uint32_t committed = 0;
    bool fenced = false;
  };

  static void report_early_use(const Thread& thread, const Access& access, std::uintptr_t product) {
    if (counted("race", *thread.block->launch, thread.block->index, access.pc, product)) return;
    Finding finding = of(thread, access, product);
    finding.what = "a thread uses a register of a wgmma that is still pending";
    finding.advice = "Wait first: wgmma.commit_group, then wgmma.wait_group. Until then, the registers of the sums and of the first matrix belong to the product.";
    report(std::move(finding));
  }
  static void report_missing_fence(const Thread& thread, const Access& used, std::uintptr_t product) {
    if (counted("race", *thread.block->launch, thread.block->index, used.pc, product)) return;
    Finding finding = of(thread, used, product);
    finding.what = used.bytes > 0 ? "a wgmma uses a register that its thread has used before it, without wgmma.fence between"
                                  : "the first wgmma of a thread has no wgmma.fence before it";
    finding.advice = "Execute wgmma.fence after the thread's last use of the registers and before the first wgmma that uses them.";
    report(std::move(finding));
  }
  static Finding of(const Thread& thread, const Access& access, std::uintptr_t product) {
    Finding finding;
    finding.kind = "race";
    finding.launch = thread.block->launch;
    const Party began{thread.block->index, thread.index, product, "began the wgmma"};
    if (access.bytes == 0) {
      finding.first = began;
      return finding;
    }
    finding.first = party(thread, access, "a register");
    finding.second = began;
    return finding;
  }

  static thread_local std::map<unsigned, Own> threads_;          // by rank
};
thread_local std::map<unsigned, LentRegisters::Own> LentRegisters::threads_;

}  // namespace

Check& lent_registers_check() {
  static LentRegisters check;
  return check;
}

}  // namespace loom
