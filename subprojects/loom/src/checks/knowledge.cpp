#include "checks/knowledge.hpp"

#include <algorithm>

namespace loom {

namespace {

constexpr unsigned leaf = UINT32_MAX;   // the shift below the lowest storey

constexpr unsigned below(unsigned shift, unsigned bits) { return shift == 0 ? leaf : shift - bits; }

}  // namespace

bool BlockKnowledge::covers(unsigned rank, RaceClock::Time then) const {
  if (then < all) return true;
  const auto found = std::lower_bound(threads.begin(), threads.end(), std::pair{rank, RaceClock::Time{0}});
  return found != threads.end() && found->first == rank && then < found->second;
}

void BlockKnowledge::join(const BlockKnowledge& other) {
  BlockKnowledge both;
  both.all = std::max(all, other.all);
  auto x = threads.begin();
  auto y = other.threads.begin();
  while (x != threads.end() || y != other.threads.end()) {
    const bool mine = y == other.threads.end() || (x != threads.end() && x->first <= y->first);
    auto next = mine ? *x++ : *y++;
    if (mine && y != other.threads.end() && y->first == next.first) next.second = std::max(next.second, (y++)->second);
    if (next.second > both.all) both.threads.push_back(next);
  }
  *this = std::move(both);
}

Knowledge::Knowledge(std::uint32_t block, BlockKnowledge known) {
  auto node = std::make_shared<Node>();
  node->block = std::move(known);
  root_ = std::move(node);
  for (unsigned shift = 0; shift <= top; shift += bits) {
    auto above = std::make_shared<Node>();
    above->below[block >> shift & ((1 << bits) - 1)] = std::move(root_);
    root_ = std::move(above);
  }
}

bool Knowledge::covers(std::uint32_t block, unsigned rank, RaceClock::Time then) const {
  const Node* node = root_.get();
  for (unsigned shift = top; node != nullptr && shift != leaf; shift = below(shift, bits))
    node = node->below[block >> shift & ((1 << bits) - 1)].get();
  return node != nullptr && node->block.covers(rank, then);
}

// Answers one of the two themselves where it holds all the other does, so that equal parts stay one.
Knowledge::Link Knowledge::joined(const Link& a, const Link& b, unsigned shift) {
  if (a == b || b == nullptr) return a;
  if (a == nullptr) return b;
  auto both = std::make_shared<Node>();
  bool is_a = true, is_b = true;
  if (shift == leaf) {
    both->block = a->block;
    both->block.join(b->block);
    is_a = both->block == a->block;
    is_b = both->block == b->block;
  } else {
    for (unsigned i = 0; i < both->below.size(); ++i) {
      both->below[i] = joined(a->below[i], b->below[i], below(shift, bits));
      is_a = is_a && both->below[i] == a->below[i];
      is_b = is_b && both->below[i] == b->below[i];
    }
  }
  return is_a ? a : is_b ? b : Link(std::move(both));
}

}  // namespace loom
