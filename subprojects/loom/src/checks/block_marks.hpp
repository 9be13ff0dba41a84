// What the blocks of a launch did to global memory, as far as it may yet turn out to be half of a race between two blocks.
//
// Blocks hand on what they did word by word, each once for all its threads. What is kept, and so what is found, does not
// depend on the order in which blocks come, unless the program itself orders them.
//
// Most words are used by one block alone, and by neighbouring threads in the same way. Such marks are kept as stretches, until another
// block comes to one of their words.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "checks/race_record.hpp"
#include "memory/registry.hpp"

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

// Marks side by side that one block left in one go, alike but for the threads, which count on.
class Stretch {
 public:
  // The mark of `unit` bytes, 1 or 4, from byte `at` of the page on.
  Stretch(const Mark& first, unsigned at, unsigned unit, std::size_t values)
      : first_(first), last_(first.trace), end_(at + unit), values_(static_cast<std::uint32_t>(values)), unit_(static_cast<std::uint8_t>(unit)) {}

  // Whether that mark comes next; if so, it is one of them from now on.
  bool take(Trace trace, std::uint32_t block, Use use, unsigned at, unsigned unit) {
    if (at != end_ || unit != unit_ || use != first_.use || block != first_.block) return false;
    if (trace == last_ && row_ != each_) {
      ++row_;
    } else if (trace == last_.of_thread(last_.rank() + 1) && (row_ == each_ || count_ == row_)) {
      each_ = row_;
      row_ = 1;
      last_ = trace;
    } else {
      return false;
    }
    ++count_;
    end_ += unit;
    return true;
  }

  bool writes() const { return first_.use == Use::write; }

  // visit(word of the page, mark), of every one. Their values stand one after another.
  template <class Visit>
  void for_each(const std::vector<std::uint16_t>& values, Visit visit) const {
    for (unsigned i = 0; i < count_; ++i) {
      const unsigned at = end_ - (count_ - i) * unit_;
      Mark mark = first_;
      mark.trace = first_.trace.of_thread(first_.trace.rank() + (each_ == none ? 0 : i / each_));
      if (writes()) mark.value = values[values_ + i];
      mark.bytes = static_cast<std::uint8_t>((unit_ == 4 ? 0xfu : 1u << at % 4) & 0xf);
      visit(at / 4, mark);
    }
  }

 private:
  static constexpr std::uint16_t none = UINT16_MAX;

  Mark first_;
  Trace last_;
  std::uint32_t end_, values_;
  std::uint16_t count_ = 1;
  std::uint16_t each_ = none;        // so many in a row are of one thread, of the last one `row_`
  std::uint16_t row_ = 1;
  std::uint8_t unit_;
};

// A bit a word of a page.
constexpr unsigned words_of_page = View::page / 4;
using PageWords = std::array<std::uint64_t, words_of_page / 64>;

// The marks of one page.
class MarkPage {
 public:
  // Whether none of the words has a mark yet; and that these are going to have some.
  bool claim(const PageWords& words) {
    std::uint64_t common = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      common |= words[i] & marked_[i];
      marked_[i] |= words[i];
    }
    return common == 0;
  }

  // Adds the mark of `unit` bytes, 1 or 4, from byte `at` on, to words that had none; no other block can learn of it any more. Those of
  // one use come one after another: the first of them is as good as all.
  void add_to_blank(unsigned at, unsigned unit, Trace trace, std::uint32_t block, Use use, std::uint16_t value) {
    if (latest_at_ == at && latest_unit_ == unit && latest_use_ == use) return;
    latest_at_ = at;
    latest_unit_ = unit;
    latest_use_ = use;
    if (use == Use::write) values_.push_back(value);
    std::uint32_t& open = open_[use == Use::write];
    if (open < stretches_.size() && stretches_[open].take(trace, block, use, at, unit)) return;
    open = static_cast<std::uint32_t>(stretches_.size());
    stretches_.emplace_back(Mark{trace, block, 0, use, 0, 1}, at, unit, values_.size() - 1);
  }

  // Adds a mark. known(mark): whether that earlier one is ordered before the new one. meet(mark): it is not, and they race.
  template <class Known, class Meet>
  void add(unsigned word, const Mark& mark, Known known, Meet meet) {
    spread();
    marked_[word / 64] |= std::uint64_t{1} << word % 64;
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
  static constexpr unsigned layers = 2;
  using Layer = std::array<Mark, words_of_page>;

  // Gives each word marks of its own.
  void spread() {
    if (stretches_.empty()) return;
    for (const Stretch& stretch : stretches_)
      stretch.for_each(values_, [this](unsigned word, const Mark& mark) { append(word, mark); });
    stretches_.clear();
    values_.clear();
  }

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

  PageWords marked_{};
  std::vector<Stretch> stretches_;
  std::vector<std::uint16_t> values_;          // what the writes among them left, one after another
  std::array<std::uint32_t, 2> open_{};        // those that may go on: the last of reads, and of writes
  unsigned latest_at_ = UINT32_MAX, latest_unit_ = 0;
  Use latest_use_ = Use::read;
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
