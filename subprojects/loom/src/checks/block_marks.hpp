// What the blocks of a launch did to global memory, as far as it may yet turn out to be half of a race between two blocks.
//
// Blocks hand on what they did word by word, each once for all its threads. What is kept, and so what is found, does not
// depend on the order in which blocks come, unless the program itself orders them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "checks/race_record.hpp"

namespace loom {

struct Mark {
  Trace trace;                       // of time 0: nothing
  std::uint32_t block = 0;           // counted through the grid
  std::uint16_t value = 0;           // of a plain write: what it left, folded
  Use use = Use::read;
  std::uint8_t bytes : 4 = 0;        // of the word, as a mask
  std::uint8_t last : 1 = 0;         // no other block can learn of it any more
};
static_assert(sizeof(Mark) == 16);

// The marks of one page.
class MarkPage {
 public:
  // Adds a mark. known(mark): whether that earlier one is ordered before the new one. meet(mark): it is not, and they race.
  template <class Known, class Meet>
  void add(unsigned word, const Mark& mark, Known known, Meet meet) {
    const unsigned marks = count(word);
    if (marks == 0) return append(word, mark);
    for (unsigned i = 0; i < marks; ++i) {
      const Mark& there = at(word, i);
      if (there.block != mark.block && (there.bytes & mark.bytes) != 0 && collide(there.use, mark.use, false) && !known(there))
        meet(there);
    }
    if (mark.last) add_last(word, mark);
    else add_passing(word, mark, known);
  }

  std::mutex mutex;

 private:
  static constexpr unsigned words = 1024, layers = 2;
  using Layer = std::array<Mark, words>;

  unsigned count(unsigned word) const {
    for (unsigned i = 0; i < layers; ++i)
      if (layers_[i] == nullptr || (*layers_[i])[word].trace.time() == 0) return i;
    if (more_.empty()) return layers;
    const auto more = more_.find(word);
    return layers + (more == more_.end() ? 0 : static_cast<unsigned>(more->second.size()));
  }
  Mark& at(unsigned word, unsigned index) { return index < layers ? (*layers_[index])[word] : more_[word][index - layers]; }

  void append(unsigned word, const Mark& mark) {
    const unsigned index = count(word);
    if (index >= layers) return more_[word].push_back(mark);
    if (layers_[index] == nullptr) layers_[index] = std::make_unique<Layer>();
    (*layers_[index])[word] = mark;
  }

  // Of those that no block can learn of, two of different blocks are as good as all; kept are the first blocks'.
  void add_last(unsigned word, const Mark& mark) {
    Mark* latest = nullptr;
    unsigned alike = 0;
    for (unsigned i = 0; i < count(word); ++i) {
      Mark& there = at(word, i);
      if (!there.last || there.use != mark.use || there.bytes != mark.bytes) continue;
      if (there.block == mark.block) return;
      if (latest == nullptr || there.block > latest->block) latest = &there;
      ++alike;
    }
    if (alike < 2) append(word, mark);
    else if (mark.block < latest->block) *latest = mark;
  }

  // One that a block may learn of stands for those that are ordered before it.
  template <class Known>
  void add_passing(unsigned word, const Mark& mark, Known known) {
    for (unsigned i = 0; i < count(word); ++i) {
      Mark& there = at(word, i);
      if (there.use == mark.use && (there.bytes & ~mark.bytes) == 0 && known(there)) {
        there = mark;
        return;
      }
    }
    append(word, mark);
  }

  std::array<std::unique_ptr<Layer>, layers> layers_;   // the first marks of each word, the second ones
  std::unordered_map<unsigned, std::vector<Mark>> more_;
};

// All pages of a launch.
class Marks {
 public:
  MarkPage& page(std::uintptr_t number) {
    Shard& shard = shards_[number % shards_.size()];
    const std::lock_guard lock(shard.mutex);
    std::unique_ptr<MarkPage>& page = shard.pages[number];
    if (page == nullptr) page = std::make_unique<MarkPage>();
    return *page;
  }
  void clear() {
    for (Shard& shard : shards_) shard.pages.clear();
  }

 private:
  struct Shard {
    std::mutex mutex;
    std::unordered_map<std::uintptr_t, std::unique_ptr<MarkPage>> pages;
  };
  std::array<Shard, 64> shards_;
};

}  // namespace loom
