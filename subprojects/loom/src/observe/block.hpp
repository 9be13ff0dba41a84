// What the warps of the current block do, from the steps of its threads. One for each OS thread that runs blocks.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "checks/shared_bytes.hpp"
#include "engine/events.hpp"
#include "observe/merge.hpp"
#include "observe/trace.hpp"

namespace loom::observing {

// What threads of one launch did, in basic blocks entered.
struct LaunchWork {
  std::uint64_t entered = 0;
  std::uint64_t by_busiest_thread = 0;
  std::uint64_t by_busiest_block = 0;

  void add(const LaunchWork&);
};

// The figures of one or many blocks.
struct Totals {
  std::unordered_map<std::uintptr_t, Figures> by_pc;
  std::uint64_t blocks = 0;                   // basic blocks that warps have entered
  std::uint64_t block_lanes = 0;              // and with how many lanes
  std::unordered_map<std::uint64_t, LaunchWork> work;   // by number of the launch
  std::vector<TracedRequest> trace;

  void add(Totals&&);
};

void add(Figures& sum, const Figures& more);

class BlockObserver final : public WarpListener {
 public:
  void begin(const Block&);
  void entered(const Thread&, std::uintptr_t pc);
  void calls(const Thread&, std::uintptr_t pc);
  void returns(const Thread&);
  void accesses(const Thread&, const Access&);
  void meet(unsigned warp, std::uint32_t mask) { warps_[warp].meet(mask); }
  // All threads stand at one barrier, or have ended: nothing more comes before what was recorded.
  void run_streams();
  Totals end();

 private:
  // Of the calls that a thread is in.
  struct Path {
    std::vector<std::uint32_t> outer;
    std::uint32_t path = 0;
  };

  LaunchWork work() const;
  void record(const Thread&, Step);
  void wait_for_others(unsigned warp, unsigned lane);
  void entered(std::uint32_t mask) override;
  void requested(const Request&, std::uintptr_t pc) override;
  void count(const Request&, Memory, std::uintptr_t pc);

  const Block* block_ = nullptr;
  SharedBytes shared_;
  unsigned warp_ = 0;                         // whose streams run
  std::vector<WarpStreams> warps_;
  std::vector<Path> paths_;
  std::vector<std::uint64_t> entered_;        // basic blocks, by thread
  Totals totals_;
};

}  // namespace loom::observing
