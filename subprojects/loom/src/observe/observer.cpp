// Listens to the launches of an observation, and adds up what their blocks did.
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "cuda_runtime_api.h"
#include "engine/thread_context.hpp"
#include "loom/observe.h"
#include "observe/block.hpp"
#include "program/symbols.hpp"
#include "runtime/install_checks.hpp"

namespace loom {
namespace observing {
namespace {

// The observer of the current block. A pointer beside it, because it costs less to read than an object with a destructor.
thread_local std::unique_ptr<BlockObserver> owner;
constinit thread_local BlockObserver* observer = nullptr;

class Observer final : public Check, public PathListener {
 public:
  bool needs_accesses() const override { return true; }
  void block_begins(const Block& block) override {
    if (!owner) owner = std::make_unique<BlockObserver>();
    observer = owner.get();
    observer->begin(block);
  }
  Verdict access(const Thread& thread, const Access& access) override {
    if (!access.by_proxy) observer->accesses(thread, access);      // the counters of a GPU do not see the proxy
    return Verdict::proceed;
  }
  void block_barrier(const Block&) override { observer->run_streams(); }
  void warp_meets(const Block&, unsigned warp, std::uint32_t mask) override { observer->meet(warp, mask); }
  void block_ends(const Block&) override {
    Totals block = observer->end();
    const std::lock_guard lock(mutex_);
    totals_.add(std::move(block));
  }

  void enters(const Thread& thread, std::uintptr_t pc) override { observer->entered(thread, pc); }
  void calls(const Thread& thread, std::uintptr_t pc) override { observer->calls(thread, pc); }
  void returns(const Thread& thread) override { observer->returns(thread); }

  Totals& totals() { return totals_; }

 private:
  std::mutex mutex_;
  Totals totals_;
};

// While one lives, launches are observed.
class Observation {
 public:
  Observation() {
    if (busy.exchange(true)) throw std::logic_error("loom::observe was called while another observation runs: observe one after the other");
    runtime::install_checks();                 // so that this one is asked last: it hears of no access that another has stopped
    add_check(observer_);
    follow(&observer_);
  }
  ~Observation() {
    follow(nullptr);
    remove_check(observer_);
    busy = false;
  }
  Observation(const Observation&) = delete;
  Observation& operator=(const Observation&) = delete;

  Totals& totals() { return observer_.totals(); }

 private:
  static inline std::atomic<bool> busy = false;
  Observer observer_;
};

std::vector<LineFigures> by_line(const Totals& totals) {
  std::map<std::pair<std::string, unsigned>, LineFigures> lines;
  for (const auto& [pc, figures] : totals.by_pc) {
    const SourceLocation& at = source_location(pc);
    const std::string file = at.path.substr(at.path.rfind('/') + 1);
    LineFigures& line = lines[{file, at.line}];
    line.file = file;
    line.line = at.line;
    add(line, figures);
  }
  std::vector<LineFigures> list;
  for (auto& [key, line] : lines) list.push_back(std::move(line));
  return list;
}

Division division(const Totals& totals) {
  Division sum;
  for (const auto& [launch, work] : totals.work) {
    sum.entered += work.entered;
    sum.by_busiest_threads += work.by_busiest_thread;
    sum.by_busiest_blocks += work.by_busiest_block;
  }
  return sum;
}

Seen seen(const Totals& totals) {
  Seen seen;
  seen.lines = by_line(totals);
  for (const LineFigures& line : seen.lines) add(seen, line);
  if (totals.blocks) seen.active_lanes = static_cast<double>(totals.block_lanes) / static_cast<double>(totals.blocks);
  seen.division = division(totals);
  return seen;
}

}  // namespace
}  // namespace observing

Seen observe(const std::function<void()>& work) {
  if (!instrumented) throw CannotObserve("loom observes nothing in a program built with `loomcc --plain`: build it without");
  cudaDeviceSynchronize();
  observing::Observation observation;
  work();
  cudaDeviceSynchronize();
  observing::write_trace(std::move(observation.totals().trace));
  return observing::seen(observation.totals());
}

}  // namespace loom
