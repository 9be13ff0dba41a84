// What blocks of a cluster do with one another's shared memory.
//
// While a cluster of several blocks runs, the registry knows their shared memory, and so do all checks of memory. What is looked for
// here is that it is there at all: a block may use another's from when it has passed a barrier of the cluster, and as long as the other
// waits at one that comes after the use. When blocks really begin and end plays no part.
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "checks/checks.hpp"
#include "checks/messages.hpp"
#include "engine/cluster.hpp"
#include "memory/registry.hpp"
#include "program/variables.hpp"
#include "report/report.hpp"

namespace loom {

namespace {

// Of the uses at one place in the code: the last by barriers of the cluster, and of these the first block's and thread's.
struct Use {
  unsigned arrivals = 0;             // at those barriers, before it
  unsigned block = 0, thread = 0;    // by rank
  Party party;
  bool comes_before(const Use& other) const {
    return std::tuple(other.arrivals, block, thread) < std::tuple(arrivals, other.block, other.thread);
  }
};

struct State {
  std::mutex mutex;
  std::set<std::uintptr_t> known;    // arrays that the registry was told of
  std::map<const Block*, std::map<std::uintptr_t, Use>> uses;    // of a block's shared memory by others; by place in the code
  // Copies to a block by others, for which none of its threads has waited; by the phase of its barrier that they are bound to.
  std::map<const Block*, std::map<std::pair<const void*, bool>, Party>> copies;
};

State& state() {
  static State& state = *new State;  // blocks' threads may outlive static objects
  return state;
}

std::string name_of(const Block& block) { return "block " + index_text(block.index); }

void tell(const Launch& launch, Party user, const Block& used, const char* when, const char* how, const char* advice) {
  Finding finding;
  finding.kind = "race";
  finding.launch = &launch;
  finding.first = std::move(user);
  finding.second = Party{used.index, {}, 0, when, name_of(used)};
  finding.what = std::string("one block uses the shared memory of another, which ") + how;
  finding.advice = advice;
  report(std::move(finding));
}

class ClusterLifetime final : public Check {
 public:
  Hears hears() const override { return clusters_run_ ? Hears::all : Hears::none; }
  bool needs_accesses() const override { return true; }
  void launch_begins(const Launch& launch) override { clusters_run_ = count_of(launch.cluster) > 1; }

  void block_begins(const Block& block) override {
    if (!block.cluster) return;
    const std::string owner = " of " + name_of(block);
    if (const Range range = static_shared(); range.first != range.last)
      for (const Variable& variable : shared_variables())
        add(range.first + (variable.address - shared_variables().front().address), variable.bytes,
            (variable.name.empty() ? "shared memory" : variable.name) + owner);
    if (block.shared_bytes > 0) add(block.shared_base, block.shared_bytes, "dynamic shared memory" + owner);
  }

  Verdict access(const Thread& thread, const Access& access) override {
    const Cluster& cluster = *thread.block->cluster;
    const unsigned rank = cluster.rank_of(access.address);
    if (access.by_proxy) {
      last_by_proxy_ = access.pc;
      return Verdict::proceed;       // the block that gets a copy waits for it
    }
    const bool of_another = rank != cluster.blocks() && rank != thread.block->rank_in_cluster;
    if (const Allocation* const array = of_another ? Registry::instance().find(access.address) : nullptr)
      note(thread, access, *cluster.seat(rank).block, *array);
    return Verdict::proceed;
  }

  void copies_bound(const Thread& thread, const void* barrier, bool phase) override {
    const Block& block = *thread.block;
    if (!block.cluster) return;
    const unsigned rank = block.cluster->rank_of(reinterpret_cast<std::uintptr_t>(barrier));
    if (rank == block.cluster->blocks() || rank == block.rank_in_cluster) return;
    const std::lock_guard lock(state().mutex);
    state().copies[block.cluster->seat(rank).block][{barrier, phase}] = Party{block.index, thread.index, last_by_proxy_, "began a copy to it"};
  }
  void phase_awaited(const Thread& thread, const void* barrier, bool phase) override {
    if (!thread.block->cluster) return;
    const std::lock_guard lock(state().mutex);
    if (const auto mine = state().copies.find(thread.block); mine != state().copies.end()) mine->second.erase({barrier, phase});
  }

  void cluster_ends(const Block& block) override {
    const std::lock_guard lock(state().mutex);
    const auto copies = state().copies.extract(&block);
    if (!copies.empty())
      for (auto& [phase, copier] : copies.mapped())
        tell(*block.launch, std::move(copier), block, "left the kernel without waiting for it", "has left the kernel while a copy to it may still be arriving",
             "Let a thread of each block that a copy goes to wait for the phase of its mbarrier before the block ends.");
    const auto uses = state().uses.extract(&block);
    if (!uses.empty())
      for (auto& [pc, use] : uses.mapped())
        if (use.arrivals >= block.passed)
          tell(*block.launch, std::move(use.party), block, "may have left the kernel",
               "may have left the kernel already: cluster target block not present",
               "Let all blocks call cluster.sync() after the last use of each other's shared memory.");
    for (const std::uintptr_t base : mine_) forget(base);
    mine_.clear();
  }

  void launch_ends(const Launch&) override {
    const std::lock_guard lock(state().mutex);
    state().uses.clear();
    state().copies.clear();
    while (!state().known.empty()) forget(*state().known.begin());
  }

 private:
  static void note(const Thread& thread, const Access& access, const Block& used, const Allocation& array) {
    const Block& block = *thread.block;
    Use use{thread.arrivals, block.rank_in_cluster, thread.rank, party(thread, access, "the " + array.name)};
    if (thread.passed == 0) {
      if (!counted("race", *block.launch, block.index, access.pc, 0))
        tell(*block.launch, std::move(use.party), used, "may not have begun", "may not have begun",
             "Call cluster.sync() before the first use of another block's shared memory, so that all blocks have begun.");
      return;
    }
    const std::lock_guard lock(state().mutex);
    const auto [known, added] = state().uses[&used].try_emplace(access.pc, use);
    if (!added && use.comes_before(known->second)) known->second = std::move(use);
  }

  static void add(std::uintptr_t base, std::size_t bytes, std::string name) {
    Registry::instance().add({base, bytes, Space::shared, std::move(name)});
    mine_.push_back(base);
    const std::lock_guard lock(state().mutex);
    state().known.insert(base);
  }
  static void forget(std::uintptr_t base) {
    if (state().known.erase(base) > 0) Registry::instance().forget(base);
  }

  static thread_local std::vector<std::uintptr_t> mine_;         // of the current block
  static thread_local std::uintptr_t last_by_proxy_;             // place in the code of the current block's last such access
  bool clusters_run_ = false;         // in the current launch
};
thread_local std::vector<std::uintptr_t> ClusterLifetime::mine_;
thread_local std::uintptr_t ClusterLifetime::last_by_proxy_ = 0;

}  // namespace

Check& cluster_lifetime_check() {
  static ClusterLifetime check;
  return check;
}

}  // namespace loom
