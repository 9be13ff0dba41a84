// What the current block did to global memory: cells as for its shared memory, page by page, and which words it touched since
// they were last published to the launch.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <unordered_map>
#include <vector>

#include "checks/race/record.hpp"
#include "checks/race/shadow_memory.hpp"
#include "memory/registry.hpp"

namespace loom {

class alignas(64) BlockPage {
 public:
  static constexpr unsigned bytes = View::page;

  BlockPage() { cells.prepare(bytes, true); }

  template <class Visit>
  void for_each_touched(Visit visit) {
    for (unsigned i = 0; i < touched_.size(); ++i)
      for (std::uint64_t rest = touched_[i]; rest != 0; rest &= rest - 1)
        visit(i * 64 + static_cast<unsigned>(std::countr_zero(rest)));
  }
  const PageWords& touched() const { return touched_; }
  void touch(unsigned word) { touched_[word / 64] |= std::uint64_t{1} << word % 64; }
  void untouch() {
    touched_.fill(0);
    if (signals_) signal_.fill(0);
    signals_ = false;
  }

  // Reads what a write has just left.
  void note_values(std::size_t first, std::size_t count) {
    for (std::size_t word = first / 4; word <= (first + count - 1) / 4; ++word)
      std::memcpy(&values[word], reinterpret_cast<const void*>(number * bytes + word * 4), 4);
  }

  // Whether the last write of the block to the word was a signal to others.
  void note_signal(unsigned word, bool signal) {
    if (signal) signals_ = true;
    if (signals_) signal_[word / 64] = (signal_[word / 64] & ~(std::uint64_t{1} << word % 64)) | std::uint64_t{signal} << word % 64;
  }
  bool has_signals() const { return signals_; }
  bool is_signal(unsigned word) const { return signal_[word / 64] >> word % 64 & 1; }

  [[gnu::noinline]] void renew_view(std::uintptr_t address) { view = Registry::instance().view(address); }

  // What every access looks at comes first, close together.
  View view;                                   // what the registry says of it
  std::uintptr_t number = 0;                   // its address, in pages
  Cells cells;

 private:
  bool signals_ = false;                       // that some word is one
  PageWords touched_{};
  PageWords signal_{};

 public:
  bool listed = false;                         // among those touched
  std::array<std::uint32_t, words_of_page> values{};   // what the last plain write of the block left there
};

class BlockPages {
 public:
  BlockPage& touch(std::uintptr_t number) {
    Recent& recent = recent_[slot(number)];
    if (recent.number != number) recent = {number, &find(number)};
    if (!recent.page->listed) {
      recent.page->listed = true;
      touched_.push_back(recent.page);
    }
    return *recent.page;
  }

  // The same page where it is at hand; else nullptr.
  BlockPage* recent(std::uintptr_t number) const {
    const Recent& recent = recent_[slot(number)];
    return recent.number == number ? recent.page : nullptr;
  }

  const std::vector<BlockPage*>& touched() const { return touched_; }
  void untouch() {
    for (BlockPage* const page : touched_) {
      page->untouch();
      page->listed = false;
      recent_[slot(page->number)] = {};        // a page at hand is listed
    }
    touched_.clear();
  }

  // Between blocks, when none is touched: what earlier ones did is stale, so their pages will do for others.
  void rest() {
    if (pages_.size() <= at_hand) return;
    for (auto& [number, page] : pages_)
      if (spare_.size() < kept) spare_.push_back(std::move(page));
    pages_.clear();
  }
  void forget() {
    recent_.fill({});
    touched_.clear();
    pages_.clear();
    spare_.clear();
  }

 private:
  static constexpr std::size_t at_hand = 64;   // few enough for a cache
  static constexpr std::size_t kept = 1024;    // 40 MiB of cells for each OS thread

  // Pages that were touched lately. Their numbers are mixed, for arrays often lie a power of two apart.
  struct Recent { std::uintptr_t number = UINTPTR_MAX; BlockPage* page = nullptr; };
  static constexpr unsigned bits = 13;
  static unsigned slot(std::uintptr_t number) { return static_cast<unsigned>(number * 0x9e3779b97f4a7c15u >> (64 - bits)); }

  [[gnu::noinline]] BlockPage& find(std::uintptr_t number) {
    std::unique_ptr<BlockPage>& page = pages_[number];
    if (page == nullptr) {
      if (spare_.empty()) spare_.push_back(std::make_unique<BlockPage>());
      page = std::move(spare_.back());
      spare_.pop_back();
      page->number = number;
    }
    return *page;
  }

  std::unordered_map<std::uintptr_t, std::unique_ptr<BlockPage>> pages_;
  std::vector<std::unique_ptr<BlockPage>> spare_;
  std::array<Recent, 1u << bits> recent_{};
  std::vector<BlockPage*> touched_;
};

}  // namespace loom
