// What a request costs: the rules of the hardware, as measured on an H200 (tests/observe/nvidia-h200.txt).
#pragma once

#include <array>
#include <cstdint>

#include "loom/observe.h"

namespace loom::observing {

inline constexpr unsigned lanes = 32;

enum class Operation : std::uint8_t { load, store, atomic, compare_and_swap };

// The lanes of one warp that execute one access together.
struct Request {
  Operation operation = Operation::load;
  std::uint32_t bytes = 0;                    // of each lane: 1, 2, 4, 8 or 16
  std::uint32_t mask = 0;                     // the lanes that take part
  std::array<std::uintptr_t, lanes> address{};   // of those
};

GlobalAccesses global_cost(const Request&);
SharedAccesses shared_cost(const Request&);

}  // namespace loom::observing
