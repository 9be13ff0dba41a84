// Allocates ranges of an address space. A range given back is taken again as late as possible: the cursor goes through all of them first.
#pragma once

#include <cstddef>
#include <map>
#include <optional>

namespace loom::runtime {

class RangeAllocator {
 public:
  explicit RangeAllocator(std::size_t size) : size_(size) {}

  // The offset of a free range, now taken, or nothing.
  std::optional<std::size_t> take(std::size_t bytes);
  // Ends a range that was taken, and answers its bytes.
  std::size_t give_back(std::size_t offset);

 private:
  std::optional<std::size_t> free_between(std::size_t from, std::size_t to, std::size_t bytes) const;

  std::size_t size_;
  std::map<std::size_t, std::size_t> taken_;    // offset, bytes
  std::size_t cursor_ = 0;                      // where the newest range ends
};

}  // namespace loom::runtime
