// Whether the block that runs gets anywhere: one that stands still or never ends is given up.
//
// It looks at what the scheduler says of the threads and at what the grid says of the other blocks, and ends the block through its failure.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/failure.hpp"
#include "engine/scheduler.hpp"

namespace loom {

class Grid;

// Processor time: of the OS thread that runs a block, and of the whole program.
struct Work { std::chrono::nanoseconds of_thread{}, of_process{}; };

class ProgressWatchdog {
 public:
  ProgressWatchdog(Scheduler& scheduler, Failure& failure) : scheduler_(scheduler), failure_(failure) {}

  void begin(Grid& grid, std::uint64_t turn) {
    grid_ = &grid;
    turn_ = turn;
    unchanged_since_.reset();
    begun_.reset();
  }
  // The current thread is at `pc`. Answers whether threads seem to wait: none has met others or changed memory since the last look.
  bool look_at_clock(std::uintptr_t pc);
  // What the current thread is about to wait for, where more is known of it than that memory must change.
  void waits_for(std::string_view what) { awaited_ = what; }

  // A thread that reads further and further makes progress, though it changes nothing: a waiting thread reads the same addresses again.
  void notes_read(Lane&, std::uintptr_t address);
  // Checks from outside, once per cycle of the monitor, whether the block has run for too long.
  void look(unsigned round, std::uintptr_t pc);

 private:
  bool has_stepped(std::chrono::steady_clock::time_point now);
  void stop_if_endless(std::chrono::steady_clock::time_point now, std::uintptr_t pc);

  Scheduler& scheduler_;
  Failure& failure_;
  Grid* grid_ = nullptr;
  std::uint64_t turn_ = 0;
  std::string_view awaited_;
  unsigned looked_at_ = 0;           // in this round
  std::chrono::steady_clock::time_point last_step_;
  Work worked_then_;                 // up to the last step
  std::optional<Work> unchanged_since_;        // the first step since memory has changed
  std::optional<std::chrono::steady_clock::time_point> begun_;    // when the clock was first looked at
};

}  // namespace loom
