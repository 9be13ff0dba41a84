#include "checks/race/vector_clock.hpp"

#include <algorithm>
#include <atomic>

namespace loom {

namespace {

constexpr unsigned leaf = UINT32_MAX;   // the shift below the lowest storey

constexpr unsigned below(unsigned shift, unsigned bits) { return shift == 0 ? leaf : shift - bits; }

}  // namespace

bool BlockClock::covers(unsigned rank, RaceClock::Time then) const {
  if (then < all) return true;
  const auto found = std::lower_bound(threads.begin(), threads.end(), std::pair{rank, RaceClock::Time{0}});
  return found != threads.end() && found->first == rank && then < found->second;
}

bool BlockClock::covers(const BlockClock& other) const {
  if (all < other.all) return false;
  auto mine = threads.begin();
  for (const auto& [rank, until] : other.threads) {
    if (until <= all) continue;
    while (mine != threads.end() && mine->first < rank) ++mine;
    if (mine == threads.end() || mine->first != rank || mine->second < until) return false;
  }
  return true;
}

void BlockClock::join(const BlockClock& other) {
  if (covers(other)) return;
  BlockClock both;
  both.threads.reserve(threads.size() + other.threads.size());
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

bool VectorClock::covers(std::uint32_t block, unsigned rank, RaceClock::Time then) const {
  const Node* node = root_.get();
  for (unsigned shift = top; node != nullptr && shift != leaf; shift = below(shift, bits))
    node = node->below[block >> shift & ((1 << bits) - 1)].get();
  return node != nullptr && node->block.covers(rank, then);
}

// Answers one of the two themselves where it holds all the other does, so that equal parts stay one.
VectorClock::Link VectorClock::joined(const Link& a, const Link& b, unsigned shift) {
  if (a == b || b == nullptr) return a;
  if (a == nullptr) return b;
  if (shift == leaf) {
    if (a->block.covers(b->block)) return a;
    if (b->block.covers(a->block)) return b;
    auto both = std::make_shared<Node>(*a);
    both->block.join(b->block);
    return both;
  }
  bool is_a = true, is_b = true;
  std::shared_ptr<Node> both;        // once it is neither of the two
  for (unsigned i = 0; i < a->below.size(); ++i) {
    const Link& of_a = a->below[i];
    const Link& of_b = b->below[i];
    if (of_a == of_b) continue;
    Link one = joined(of_a, of_b, below(shift, bits));
    const bool was_a = is_a;
    is_a = is_a && one == of_a;
    is_b = is_b && one == of_b;
    if (is_a || is_b) continue;
    if (both == nullptr) both = std::make_shared<Node>(was_a ? *a : *b);
    both->below[i] = std::move(one);
  }
  return is_a ? a : is_b ? b : Link(std::move(both));
}

// Nodes that only this tree has are changed where they are.
void VectorClock::add(Link& at, std::uint32_t block, const BlockClock& known, unsigned shift) {
  if (at == nullptr) at = std::make_shared<Node>();
  else if (at.use_count() > 1) at = std::make_shared<Node>(*at);
  else std::atomic_thread_fence(std::memory_order_acquire);    // another thread may only just have let go of it
  Node& own = const_cast<Node&>(*at);
  if (shift == leaf) own.block.join(known);
  else add(own.below[block >> shift & ((1 << bits) - 1)], block, known, below(shift, bits));
}

}  // namespace loom
