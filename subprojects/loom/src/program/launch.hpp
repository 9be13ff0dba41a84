// One kernel launch, as the host asked for it, and the order in which its blocks begin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "program/order.hpp"
#include "vector_types.h"

namespace loom {

// Lives until the kernel has ended.
struct Launch {
  const void* function = nullptr;    // the kernel, where its address is known
  std::string kernel;                // as the source spells it, "scale<float>"
  std::string file;                  // of the launch
  unsigned line = 0;
  dim3 grid;                         // in blocks
  dim3 block;                        // in threads
  std::size_t dynamic_shared = 0;    // bytes
  void (*run)(const void* parameters) = nullptr;    // runs the threads of a block that next_thread() gives it (loom/kernel_table.h)
  std::shared_ptr<const std::vector<unsigned char>> parameters;       // their bytes
  std::uint64_t number = 0;          // counts launches from 1
  bool by_device = false;            // device code has launched it
  bool cooperative = false;          // all its blocks are at work from the start, and may meet
  dim3 cluster;                      // in blocks; divides the grid
  std::uint64_t resident = ~std::uint64_t{0};   // so many blocks may be at work at once where they wait for one another
  BlockOrder order{};
  std::size_t heap = std::size_t{8} << 20;      // bytes that device code may have from malloc
  unsigned multiprocessors = 1;      // of the device
};

constexpr std::uint64_t count_of(dim3 size) { return std::uint64_t{size.x} * size.y * size.z; }

// The block that begins as the `turn`-th of its launch, and the reverse. The blocks of a cluster begin one after another.
uint3 block_at(const Launch&, std::uint64_t turn);
std::uint64_t turn_of(const Launch&, uint3 block);

}  // namespace loom
