// Shared memory of the current block: what `__shared__` variables occupy, and the dynamic part a launch asks for.
//
// A `__shared__` variable is thread_local, so each OS thread, and with it each running block, has its own. All of it is filled
// with a pattern when a block begins: what an earlier block left behind is not there to be read by mistake.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace loom {

// 0xff bytes: NaN as a float or a double, -1 as an integer.
inline constexpr unsigned char poison = 0xff;

void poison_static_shared();

// Gives the calling OS thread its `__shared__` variables back as they were. To the linker they look like the host's own
// thread_local variables, so some of those may be among them.
class KeepStaticShared {
 public:
  KeepStaticShared();
  ~KeepStaticShared();
  KeepStaticShared(const KeepStaticShared&) = delete;
  KeepStaticShared& operator=(const KeepStaticShared&) = delete;

 private:
  std::vector<unsigned char> kept_;
};

// The dynamic part of the block that runs on the calling OS thread: what `extern __shared__` outside a function stands for.
// loomcc's translator refers to it by its linker's name.
extern constinit thread_local void* dynamic_shared_base;

class SharedMemory {
 public:
  SharedMemory() = default;
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  ~SharedMemory();

  // Memory of that size, poisoned, aligned like the GPU's. Never null, so that an empty part has an address too.
  std::uintptr_t poisoned(std::size_t bytes);

 private:
  static constexpr std::size_t page = 4096;     // it has its own, and one more on either side: nothing else lies near
  // Descriptors of matrices have the lower 18 bits of an address: in these, it follows the `__shared__` variables.
  static constexpr std::size_t span = 1 << 18;
  std::byte* memory_ = nullptr;
  std::size_t bytes_ = 0, first_ = 0;
};

}  // namespace loom
