// The progress of the devices' work, as numbers that count the pieces in the order in which they are queued. The runtime keeps them.
#pragma once

#include <atomic>
#include <cstdint>

namespace loom {

struct Pending {
  std::atomic<std::uint64_t> asked{0};         // the newest piece
  std::atomic<std::uint64_t> done{0};          // all up to this one
  std::atomic<std::uint64_t> current{0};       // the one that runs; 0: none

  bool any() const { return asked.load(std::memory_order_relaxed) != done.load(std::memory_order_relaxed); }
};

extern constinit Pending pending;

}  // namespace loom
