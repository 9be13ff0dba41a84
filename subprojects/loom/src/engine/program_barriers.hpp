// What a block must know of the program's own barriers, which are words in its memory: those of PTX with a number, and those at which
// a thread arrives first and waits later.
//
// It calls no other class. What these barriers do is in src/device.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/events.hpp"

namespace loom {

class ProgramBarriers {
 public:
  void begin() {
    waiters_.clear();
    has_bound_copies_ = false;
    registers_.clear();
  }

  // Whether phases wait for asynchronous copies, too.
  bool has_bound_copies() const { return has_bound_copies_; }
  void binds_copies() { has_bound_copies_ = true; }

  // A thread that stands at such a barrier, and has done nothing since it arrived there.
  struct Waiter {
    Thread* thread;
    std::uintptr_t pc;
    bool* met_all;                   // set to whether the whole block met
  };
  std::vector<Waiter>& waiters_at(const void* barrier) { return waiters_[barrier]; }

  // By warp: to how many registers each thread's number has been set; empty until it is.
  std::vector<unsigned>& registers() { return registers_; }

  // A thread of the warp comes to the barrier of that number; whether it is the first of it in this phase.
  bool is_first_of_warp(unsigned number, unsigned warp, bool new_phase) {
    std::uint32_t& came = came_[number];
    if (new_phase) came = 0;
    const bool first = (came >> warp & 1) == 0;
    came |= 1u << warp;
    return first;
  }

 private:
  std::unordered_map<const void*, std::vector<Waiter>> waiters_;
  bool has_bound_copies_ = false;
  std::vector<unsigned> registers_;
  std::array<std::uint32_t, 16> came_{};         // by number of a barrier: the warps of which a thread has come in this phase
};

}  // namespace loom
