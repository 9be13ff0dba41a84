// What a thread knows to have happened: in which block, by which threads, until when.
//
// Vector clocks travel through fences and atomics from thread to thread and only grow. They are kept in trees that never change and
// share what they have in common, so that handing on a thousand blocks' worth of it costs a few nodes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "checks/race/clock.hpp"

namespace loom {

// Of one block: all that happened before `all`, and more of some threads.
struct BlockClock {
  RaceClock::Time all = 0;
  std::vector<std::pair<unsigned, RaceClock::Time>> threads;   // by rank; each before its time, which lies after `all`

  bool empty() const { return all == 0 && threads.empty(); }
  bool covers(unsigned rank, RaceClock::Time then) const;
  bool covers(const BlockClock&) const;
  void join(const BlockClock&);
  bool operator==(const BlockClock&) const = default;
};

// Of all blocks of a launch, which are counted through the grid.
class VectorClock {
 public:
  bool empty() const { return root_ == nullptr; }
  bool covers(std::uint32_t block, unsigned rank, RaceClock::Time then) const;
  void join(const VectorClock& other) { root_ = joined(root_, other.root_, top); }
  void join(std::uint32_t block, const BlockClock& known) { add(root_, block, known, top); }
  // The same tree, that is: two that were joined alike may still differ.
  bool operator==(const VectorClock&) const = default;

 private:
  static constexpr unsigned bits = 4, top = 32 - bits;         // of a block's number in each storey
  struct Node;
  using Link = std::shared_ptr<const Node>;
  struct Node {
    std::array<Link, 1 << bits> below;                         // above the lowest storey
    BlockClock block;                                          // below it
  };
  static Link joined(const Link&, const Link&, unsigned shift);
  static void add(Link&, std::uint32_t block, const BlockClock&, unsigned shift);

  Link root_;
};

}  // namespace loom
