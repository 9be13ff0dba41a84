// The memory of the devices.
//
// It is address space that only kernels and copies may enter: at all other times the host that follows a device pointer is
// stopped, as it is on a machine with a GPU. Freed addresses come back late, so that a stale pointer stays stale for long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace loom::runtime {

class Arena {
 public:
  static Arena& instance();

  // Memory full of poison, with a gap on both sides; nullptr where no address space is left.
  void* allocate(std::size_t bytes);
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
  std::optional<std::size_t> gap(std::size_t from, std::size_t to, std::size_t bytes) const;
  void protect(int protection) const;

  std::byte* base_ = nullptr;
  std::mutex mutex_;                            // guards what follows
  std::map<std::size_t, std::size_t> used_;     // offset, bytes
  std::size_t cursor_ = 0;                      // where the last allocation ended
  unsigned open_ = 0;
};

}  // namespace loom::runtime
