// The shared memory of the current block, array by array.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/engine.hpp"
#include "engine/events.hpp"
#include "program/variables.hpp"

namespace loom {

class Arrays {
 public:
  void begin(const Block& block) {
    variables_ = static_shared();
    dynamic_ = {block.shared_base, block.shared_bytes};
    recent_ = {};
  }

  // Whether they are the dynamic part or a variable that was used lately. Nearly always it is so, and this is quickly said.
  bool hold_as_before(std::uintptr_t address, std::size_t bytes) const {
    if (const std::uintptr_t at = address - dynamic_.first; at < dynamic_.bytes) return bytes <= dynamic_.bytes - at;
    for (const Extent& variable : recent_)
      if (const std::uintptr_t at = address - variable.first; at < variable.bytes) return bytes <= variable.bytes - at;
    return false;
  }
  bool hold(std::uintptr_t address, std::size_t bytes) {
    if (address - variables_.first >= variables_.last - variables_.first) return false;
    return look_up(address, bytes);
  }

  // Whether the compiler looks up, or notes, that a constructor has run: in the first byte, or on arm64 in all of them.
  bool guarded(std::uintptr_t address, std::size_t bytes) const {
    if (variables_.last == 0 || (bytes != 1 && bytes != 8)) return false;
    const std::uintptr_t base = variables_.first - shared_variables().front().address;
    return std::ranges::any_of(shared_guards(), [=](const Variable& guard) { return address == base + guard.address; });
  }

 private:
  struct Extent { std::uintptr_t first = 0, bytes = 0; };

  bool look_up(std::uintptr_t address, std::size_t bytes) {
    const std::vector<Variable>& all = shared_variables();
    const std::uintptr_t base = variables_.first - all.front().address;
    const auto above = std::upper_bound(all.begin(), all.end(), address - base,
                                        [](std::uintptr_t at, const Variable& variable) { return at < variable.address; });
    if (above == all.begin()) return false;
    const Variable& variable = *std::prev(above);
    const std::uintptr_t at = address - base - variable.address;
    if (at >= variable.bytes) return false;
    recent_[next_++ % recent_.size()] = {base + variable.address, variable.bytes};
    return bytes <= variable.bytes - at;
  }

  Range variables_{0, 0};            // all of them, with what lies between
  Extent dynamic_;
  std::array<Extent, 4> recent_{};   // the variables that were used last
  unsigned next_ = 0;
};

// Of the block that the OS thread runs.
extern constinit thread_local Arrays arrays;

}  // namespace loom
