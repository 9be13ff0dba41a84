// Which spans of an address space are taken. Spans given back are taken again late, one after another.
#pragma once

#include <cstddef>
#include <map>
#include <optional>

namespace loom::runtime {

class Spans {
 public:
  explicit Spans(std::size_t size) : size_(size) {}

  // The offset of a free span, now taken, or nothing.
  std::optional<std::size_t> take(std::size_t bytes);
  // Ends a span that was taken, and answers its bytes.
  std::size_t give_back(std::size_t offset);

 private:
  std::optional<std::size_t> free_between(std::size_t from, std::size_t to, std::size_t bytes) const;

  std::size_t size_;
  std::map<std::size_t, std::size_t> taken_;    // offset, bytes
  std::size_t cursor_ = 0;                      // where the newest span ends
};

}  // namespace loom::runtime
