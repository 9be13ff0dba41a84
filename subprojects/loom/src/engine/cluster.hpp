// Clusters of several blocks: which blocks make one up, and what they have in common while they run.
//
// All blocks of a cluster are at work at the same time, each on an OS thread of its own. They know where each other's shared
// memory lies and meet at a barrier, where a thread may arrive first and wait later.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include "engine/engine.hpp"
#include "engine/events.hpp"
#include "engine/grid_barrier.hpp"

namespace loom {

class Cluster {
 public:
  Cluster(std::uint64_t number, unsigned blocks) : number_(number), seats_(blocks) {}

  // A block of it: where its shared memory lies.
  struct Seat {
    const Block* block = nullptr;
    Range variables{0, 0};           // `__shared__` ones, with what lies between
    bool arrived = false;            // at the barrier, all its threads
    bool left = false;
  };

  std::uint64_t number() const { return number_; }        // among those of the launch
  unsigned blocks() const { return static_cast<unsigned>(seats_.size()); }
  // Good between `begin` and the end of the block that asks.
  const Seat& seat(unsigned rank) const { return seats_[rank]; }
  // The rank of the block in whose shared memory the address lies; as many as there are blocks if it lies in none.
  unsigned rank_of(std::uintptr_t address) const;
  // The same place in every run, wherever the OS has put the memory: the block, then how far into its shared memory.
  std::uintptr_t place_of(std::uintptr_t address) const;
  // Whether shared memory of its blocks lies in the stretch.
  bool touches(std::uintptr_t first, std::size_t bytes) const;

  // The block takes its seat; true when all have, false where the launch has failed meanwhile.
  bool begin(const Block&);

  // The barrier. A block arrives when all its threads have, and one that has left is not waited for.
  void arrive(unsigned rank);
  unsigned phases() const { return phases_.load(std::memory_order_acquire); }      // that have ended
  // Returns when so many phases have ended. `never` where `given_up` says so, which is asked now and then.
  BarrierOutcome wait(unsigned phases, const std::function<bool()>& given_up);

  // The block has come to its end; whether it is the last.
  bool leave(unsigned rank);
  // Returns when all have left: until then, others may use the block's shared memory. False where the launch has failed.
  bool wait_for_all();

  void call_off();

 private:
  void end_phase_if_all_are_here();
  bool all_have(bool Seat::*) const;

  const std::uint64_t number_;
  std::vector<Seat> seats_;
  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned begun_ = 0;
  unsigned left_ = 0;
  std::atomic<unsigned> phases_{0};
  bool called_off_ = false;
};

}  // namespace loom
