// Which lane accessed which address, for drawings: written as JSON to the file that $LOOM_TRACE names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/events.hpp"
#include "observe/rules.hpp"

namespace loom::observing {

enum class Memory : std::uint8_t { global, shared };

struct TracedRequest {
  std::uint64_t launch = 0;                   // counts from 1
  std::string kernel;
  uint3 block{};
  unsigned warp = 0;                          // in its block
  std::uintptr_t pc = 0;
  Memory memory = Memory::global;
  std::string array;                          // "tile", "4096 bytes from cudaMalloc at add.cu:31"
  std::uintptr_t base = 0;                    // where that begins
  Request request;
};

// Whether a trace is requested, and its million requests are not yet full.
bool traced();

TracedRequest trace_of(const Block&, unsigned warp, const Request&, Memory, std::uintptr_t pc);

// Writes the requests of all observations so far, block by block:
//   {"requests": [{"launch": 1, "kernel": "rotate", "block": [0, 0, 0], "warp": 0, "place": "race.cu:8", "memory": "shared",
//                  "operation": "load", "bytes": 4, "array": "tile", "lanes": [0, 1, …], "offsets": [4, 8, …]}, …]}
// Offsets are bytes from the array's first.
void write_trace(std::vector<TracedRequest>);

}  // namespace loom::observing
