#include "checks/race/copies_under_way.hpp"

namespace loom {

void CopiesUnderWay::begin(std::size_t bytes, unsigned threads) {
  count_ = 0;
  bytes_ = bytes;
  thread_count_ = threads;
  threads_.clear();
  words_.clear();
  bound_.clear();
}

void CopiesUnderWay::add(const Copy& copy, std::size_t position) {
  if (words_.empty()) words_.resize(bytes_ / 4 + 1);
  Own& mine = own(copy.rank);
  mine.copies.push_back(copy);
  ++mine.begun;
  ++count_;
  for (std::size_t word = position / 4; word <= (position + copy.bytes - 1) / 4; ++word)
    words_[word] = {static_cast<std::uint16_t>(copy.rank), mine.begun};
}

void CopiesUnderWay::bind(unsigned rank, const void* barrier, bool phase) {
  Own& mine = own(rank);
  if (mine.copies.empty()) return;
  for (Copy& copy : mine.copies) copy.bound = true;
  bound_[{barrier, phase}].emplace_back(rank, mine.begun);
}

std::vector<CopiesUnderWay::Copy> CopiesUnderWay::awaited(unsigned rank, std::size_t but) {
  Own& mine = own(rank);
  if (mine.batches.size() <= but) return {};
  const auto first_left = mine.batches.end() - static_cast<std::ptrdiff_t>(but);
  const Number last = first_left[-1];
  mine.batches.erase(mine.batches.begin(), first_left);
  std::vector<Copy> done;
  if (last > mine.done) done.assign(mine.copies.begin(), mine.copies.begin() + (last - mine.done));
  finish(rank, last);
  return done;
}

void CopiesUnderWay::awaited(const void* barrier, bool phase) {
  const auto bound = bound_.find({barrier, phase});
  if (bound == bound_.end()) return;
  for (const auto& [rank, last] : bound->second) finish(rank, last);
  bound_.erase(bound);
}

void CopiesUnderWay::finish(unsigned rank, Number last) {
  Own& mine = own(rank);
  if (last <= mine.done) return;
  mine.copies.erase(mine.copies.begin(), mine.copies.begin() + (last - mine.done));
  count_ -= last - mine.done;
  mine.done = last;
}

std::optional<CopiesUnderWay::Copy> CopiesUnderWay::at(std::size_t position, std::size_t bytes) const {
  for (std::size_t word = position / 4; word <= (position + bytes - 1) / 4 && word < words_.size(); ++word) {
    const auto [rank, number] = words_[word];
    const Own& theirs = threads_[rank];
    if (number > theirs.done) return theirs.copies[number - theirs.done - 1];
  }
  return std::nullopt;
}

}  // namespace loom
