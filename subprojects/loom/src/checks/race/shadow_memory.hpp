// What the blocks of a launch did to global memory, as far as it may yet turn out to be half of a race between two blocks.
//
// Blocks publish what they did word by word, each once for all its threads. What is kept, and so what is found, does not
// depend on the order in which blocks come, unless the program itself orders them.
//
// Most words are used by one block alone, and by neighbouring threads in the same way. Such records are kept as runs, until another
// block comes to one of their words.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "checks/race/record.hpp"
#include "memory/registry.hpp"

namespace loom {

struct ShadowRecord {
  Epoch epoch;                       // of time 0: nothing
  std::uint32_t block = 0;           // counted through the grid
  std::uint16_t value = 0;           // of a plain write: what it left, folded
  Use use = Use::read;
  std::uint8_t bytes : 4 = 0;        // of the word, as a mask
  std::uint8_t last : 1 = 0;         // no other block can acquire it any more
};
static_assert(sizeof(ShadowRecord) == 16);

// Shadow records side by side that one block left in one go, alike but for the threads, which count on.
class Run {
 public:
  // The record of `unit` bytes, 1 or 4, from byte `at` of the page on.
  Run(const ShadowRecord& first, unsigned at, unsigned unit, std::size_t values)
      : first_(first), last_(first.epoch), end_(at + unit), values_(static_cast<std::uint32_t>(values)), unit_(static_cast<std::uint8_t>(unit)) {}

  // Whether that record comes next; if so, it is one of them from now on.
  bool take(Epoch epoch, std::uint32_t block, Use use, unsigned at, unsigned unit) {
    if (at != end_ || unit != unit_ || use != first_.use || block != first_.block) return false;
    if (epoch == last_ && row_ != each_) {
      ++row_;
    } else if (epoch == last_.of_thread(last_.rank() + 1) && (row_ == each_ || count_ == row_)) {
      each_ = row_;
      row_ = 1;
      last_ = epoch;
    } else {
      return false;
    }
    ++count_;
    end_ += unit;
    return true;
  }

  bool writes() const { return first_.use == Use::write; }

  // visit(word of the page, record), of every one. Their values stand one after another.
  template <class Visit>
  void for_each(const std::vector<std::uint16_t>& values, Visit visit) const {
    for (unsigned i = 0; i < count_; ++i) {
      const unsigned at = end_ - (count_ - i) * unit_;
      ShadowRecord record = first_;
      record.epoch = first_.epoch.of_thread(first_.epoch.rank() + (each_ == none ? 0 : i / each_));
      if (writes()) record.value = values[values_ + i];
      record.bytes = static_cast<std::uint8_t>((unit_ == 4 ? 0xfu : 1u << at % 4) & 0xf);
      visit(at / 4, record);
    }
  }

 private:
  static constexpr std::uint16_t none = UINT16_MAX;

  ShadowRecord first_;
  Epoch last_;
  std::uint32_t end_, values_;
  std::uint16_t count_ = 1;
  std::uint16_t each_ = none;        // so many in a row are of one thread, of the last one `row_`
  std::uint16_t row_ = 1;
  std::uint8_t unit_;
};

// One bit per word of a page.
constexpr unsigned words_of_page = View::page / 4;
using PageWords = std::array<std::uint64_t, words_of_page / 64>;

// The records of one page.
class ShadowPage {
 public:
  // Whether none of the words has a record yet; and that these are going to have some.
  bool claim(const PageWords& words) {
    std::uint64_t common = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      common |= words[i] & recorded_[i];
      recorded_[i] |= words[i];
    }
    return common == 0;
  }

  // Adds the record of `unit` bytes, 1 or 4, from byte `at` on, to words that had none; no other block can acquire it any more. Those of
  // one use come one after another: the first of them is as good as all.
  void add_to_blank(unsigned at, unsigned unit, Epoch epoch, std::uint32_t block, Use use, std::uint16_t value) {
    if (latest_at_ == at && latest_unit_ == unit && latest_use_ == use) return;
    latest_at_ = at;
    latest_unit_ = unit;
    latest_use_ = use;
    if (use == Use::write) values_.push_back(value);
    std::uint32_t& open = open_[use == Use::write];
    if (open < runs_.size() && runs_[open].take(epoch, block, use, at, unit)) return;
    open = static_cast<std::uint32_t>(runs_.size());
    runs_.emplace_back(ShadowRecord{epoch, block, 0, use, 0, 1}, at, unit, values_.size() - 1);
  }

  // Adds a record. known(record): whether that earlier one is ordered before the new one. meet(record): it is not, and they race.
  template <class Known, class Meet>
  void add(unsigned word, const ShadowRecord& record, Known known, Meet meet) {
    spread();
    recorded_[word / 64] |= std::uint64_t{1} << word % 64;
    const unsigned records = count(word);
    if (records == 0) return append(word, record);
    for (unsigned i = 0; i < records; ++i) {
      const ShadowRecord& there = at(word, i);
      if (there.block != record.block && (there.bytes & record.bytes) != 0 && collide(there.use, record.use, false) && !known(there))
        meet(there);
    }
    if (record.last) add_last(word, record);
    else add_passing(word, record, known);
  }

  std::mutex mutex;

 private:
  static constexpr unsigned layers = 2;
  using Layer = std::array<ShadowRecord, words_of_page>;

  // Gives each word records of its own.
  void spread() {
    if (runs_.empty()) return;
    for (const Run& run : runs_)
      run.for_each(values_, [this](unsigned word, const ShadowRecord& record) { append(word, record); });
    runs_.clear();
    values_.clear();
  }

  unsigned count(unsigned word) const {
    for (unsigned i = 0; i < layers; ++i)
      if (layers_[i] == nullptr || (*layers_[i])[word].epoch.time() == 0) return i;
    if (more_.empty()) return layers;
    const auto more = more_.find(word);
    return layers + (more == more_.end() ? 0 : static_cast<unsigned>(more->second.size()));
  }
  ShadowRecord& at(unsigned word, unsigned index) { return index < layers ? (*layers_[index])[word] : more_[word][index - layers]; }

  void append(unsigned word, const ShadowRecord& record) {
    const unsigned index = count(word);
    if (index >= layers) return more_[word].push_back(record);
    if (layers_[index] == nullptr) layers_[index] = std::make_unique<Layer>();
    (*layers_[index])[word] = record;
  }

  // Of those that no block can acquire, two of different blocks are as good as all; kept are the first blocks'.
  void add_last(unsigned word, const ShadowRecord& record) {
    ShadowRecord* latest = nullptr;
    unsigned alike = 0;
    for (unsigned i = 0; i < count(word); ++i) {
      ShadowRecord& there = at(word, i);
      if (!there.last || there.use != record.use || there.bytes != record.bytes) continue;
      if (there.block == record.block) return;
      if (latest == nullptr || there.block > latest->block) latest = &there;
      ++alike;
    }
    if (alike < 2) append(word, record);
    else if (record.block < latest->block) *latest = record;
  }

  // One that a block may acquire stands for those that are ordered before it.
  template <class Known>
  void add_passing(unsigned word, const ShadowRecord& record, Known known) {
    for (unsigned i = 0; i < count(word); ++i) {
      ShadowRecord& there = at(word, i);
      if (there.use == record.use && (there.bytes & ~record.bytes) == 0 && known(there)) {
        there = record;
        return;
      }
    }
    append(word, record);
  }

  PageWords recorded_{};
  std::vector<Run> runs_;
  std::vector<std::uint16_t> values_;          // what the writes among them left, one after another
  std::array<std::uint32_t, 2> open_{};        // those that may go on: the last of reads, and of writes
  unsigned latest_at_ = UINT32_MAX, latest_unit_ = 0;
  Use latest_use_ = Use::read;
  std::array<std::unique_ptr<Layer>, layers> layers_;   // the first records of each word, the second ones
  std::unordered_map<unsigned, std::vector<ShadowRecord>> more_;
};

// All pages of a launch.
class ShadowMemory {
 public:
  ShadowPage& page(std::uintptr_t number) {
    Shard& shard = shards_[number % shards_.size()];
    const std::lock_guard lock(shard.mutex);
    std::unique_ptr<ShadowPage>& page = shard.pages[number];
    if (page == nullptr) page = std::make_unique<ShadowPage>();
    return *page;
  }
  void clear() {
    for (Shard& shard : shards_) shard.pages.clear();
  }

 private:
  struct Shard {
    std::mutex mutex;
    std::unordered_map<std::uintptr_t, std::unique_ptr<ShadowPage>> pages;
  };
  std::array<Shard, 64> shards_;
};

}  // namespace loom
