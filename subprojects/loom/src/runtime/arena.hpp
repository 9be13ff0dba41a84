// The memory of the devices.
//
// It is address space that only kernels and copies may enter: at all other times the host that follows a device pointer is
// stopped, as it is on a machine with a GPU. Freed addresses come back late, so that a stale pointer stays stale for long.
#pragma once

#include <cstddef>
#include <mutex>

#include "runtime/range_allocator.hpp"

namespace loom::runtime {

class Arena {
 public:
  static Arena& instance();

  // Memory full of poison, with a redzone on both sides; nullptr where no address space is left.
  void* allocate(std::size_t bytes);
  // The same without anything in it yet.
  void* reserve(std::size_t bytes);
  void release(void*);
  bool holds(const void*) const;

  // While one of these lives, the memory can be read and written.
  class Opened {
   public:
    Opened();
    ~Opened();
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
  };

 private:
  Arena();
  void protect(int protection) const;

  std::byte* base_ = nullptr;
  std::mutex mutex_;                            // guards what follows
  RangeAllocator ranges_;
  unsigned open_ = 0;
};

}  // namespace loom::runtime
