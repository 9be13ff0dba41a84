// Where lanes of a warp meet: at __syncwarp(), at functions to which each brings a value, and where __activemask() asks who is there.
//
// It knows which lanes of each warp are alive. It calls the scheduler, and ends the kernel where a mask cannot be right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/collective.hpp"
#include "engine/failure.hpp"
#include "engine/scheduler.hpp"

namespace loom {

class WarpBarriers {
 public:
  WarpBarriers(Scheduler& scheduler, Failure& failure) : scheduler_(scheduler), failure_(failure) {}

  void lay_out(unsigned threads);
  std::size_t count() const { return warps_.size(); }
  std::uint32_t live(unsigned warp) const { return warps_[warp].live; }

  // What the current device thread may ask for.
  void sync(std::uint32_t mask, std::uintptr_t pc);
  std::uint64_t collect(Collective, std::uint32_t mask, std::uint64_t value, unsigned source, std::uintptr_t pc);
  // Does what concerns the whole warp, once all its lanes have come.
  void work_together(const Together&, std::uintptr_t pc);
  // The lanes of the warp that reach this instruction together.
  std::uint32_t gather(std::uintptr_t pc);

  // The current lane waits, at whichever barrier: no lane that gathers in its warp waits for it any longer.
  void wait(Lane&);
  void has_left(const Lane&);
  // A lane that spins may wait for those that wait for it to come to them.
  void release_gathered(unsigned warp);
  // The lane waits for lanes that never come.
  void report_absent(const Lane& waiting);

 private:
  struct Warp {
    std::uint32_t live = 0;          // lanes that have not left the kernel
    std::uint32_t waiting = 0;       // lanes that wait for others of their warp
    std::uint32_t gathering = 0;     // lanes that wait to see which lanes reach the same instruction
  };

  void meet(Lane&);
  void report_mask(const Lane&, WrongMask::Fault, std::uint32_t lanes);
  std::uint32_t waiting_alike(const Lane&) const;
  bool is_complete(unsigned warp, const Lane&) const;
  void release(unsigned warp, const Lane&);
  void release_waiting(unsigned warp);
  void release_gathered_if_complete(unsigned warp);

  Scheduler& scheduler_;
  Failure& failure_;
  std::vector<Warp> warps_;
};

[[gnu::always_inline]] inline void WarpBarriers::wait(Lane& lane) {
  if (warps_[lane.rank / 32].gathering) release_gathered_if_complete(lane.rank / 32);
  scheduler_.suspend(lane);
}

}  // namespace loom
