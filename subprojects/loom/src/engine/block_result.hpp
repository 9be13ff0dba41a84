// What a block leaves behind for the host: how it failed, and what it printed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "driver_types.h"

namespace loom {

// How a kernel failed: the error a GPU would give, and a sentence for the one who wrote it (empty where a check has spoken).
struct Fault {
  cudaError_t error = cudaSuccess;
  std::string sentence;
};

struct BlockResult {
  std::uint64_t turn;
  std::string printed;               // to stdout when the kernel has ended
  std::string complained;            // to stderr, likewise
  std::optional<Fault> fault;
};

// No more than this is kept of what is printed, of a block and of a launch: a GPU's buffer holds as much (cudaLimitPrintfFifoSize).
inline constexpr std::size_t most_printed = std::size_t{1} << 20;

}  // namespace loom
