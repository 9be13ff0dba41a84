// What a race check remembers of each byte that a block uses.
//
// Kernels mostly use whole words, so the record is one of four bytes, and is divided only where a word is used in parts.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "checks/race/thread_order.hpp"

namespace loom {

// Some function of the program.
void code_anchor();

// How an access counts among others. Strong ones, which are atomic or volatile, do not race with one another in a block;
// between blocks neither, unless one is atomic for its own block only. A volatile write that publishes nothing is a signal to
// other blocks; in its own block it counts as a plain write.
enum class Use : std::uint8_t { read, write, update, watch, block_update, block_watch, signal };

constexpr bool is_strong(Use use) { return use != Use::read && use != Use::write && use != Use::signal; }
constexpr bool changes(Use use) { return use == Use::write || use == Use::update || use == Use::block_update || use == Use::signal; }
// Whether each is a signal or can read one as it is meant.
constexpr bool signalled(Use a, Use b) {
  return (a == Use::signal && (b == Use::signal || is_strong(b))) || (b == Use::signal && is_strong(a));
}
constexpr bool for_block_only(Use use) { return use == Use::block_update || use == Use::block_watch; }

// Whether the two, neither ordered before the other, are a race.
constexpr bool collide(Use a, Use b, bool same_block) {
  if (!changes(a) && !changes(b)) return false;
  if (!is_strong(a) || !is_strong(b)) return true;
  return !same_block && (for_block_only(a) || for_block_only(b));
}

// An access that may yet turn out to be half of a race, in one word, because there are several per word of shared memory:
// from the top 22 bits of time, 10 for the thread's rank, and 32 for the code, which lies within 2 GiB of any function.
class Epoch {
 public:
  Epoch() = default;                 // of time 0, when nothing happened
  Epoch(RaceClock::Time time, unsigned rank, std::uintptr_t pc)
      : word_(std::uint64_t{time} << (64 - RaceClock::bits) | std::uint64_t{rank} << 32 | static_cast<std::uint32_t>(pc - anchor())) {}

  RaceClock::Time time() const { return static_cast<RaceClock::Time>(word_ >> (64 - RaceClock::bits)); }
  unsigned rank() const { return word_ >> 32 & 1023; }
  Epoch of_thread(unsigned rank) const {
    Epoch epoch = *this;
    epoch.word_ = (word_ & ~(std::uint64_t{1023} << 32)) | std::uint64_t{rank} << 32;
    return epoch;
  }
  bool operator==(const Epoch&) const = default;
  std::uintptr_t pc() const { return anchor() + static_cast<std::uintptr_t>(std::intptr_t{static_cast<std::int32_t>(word_)}); }

 private:
  static std::uintptr_t anchor() { return reinterpret_cast<std::uintptr_t>(&code_anchor); }
  std::uint64_t word_ = 0;
};

// Two epochs of different threads, of different warps where there are such. The next access then conflicts with one of
// them, if it conflicts with any of all the threads that were here: that is why two are enough.
class Pair {
 public:
  const Epoch* begin() const { return epochs_; }
  const Epoch* end() const { return epochs_ + 2; }

  void add(Epoch epoch, const ThreadOrder& order) {
    Epoch& first = epochs_[0];
    Epoch& second = epochs_[1];
    if (order.stale(first.time()) || first.rank() == epoch.rank()) {
      first = epoch;
    } else if (order.stale(second.time()) || second.rank() == epoch.rank()) {
      second = epoch;
    } else if (warp(first) == warp(second)) {
      if (warp(epoch) == warp(first)) first = second;
      second = epoch;
    } else if (warp(epoch) == warp(first)) {
      first = epoch;
    } else if (warp(epoch) == warp(second)) {
      second = epoch;
    }
  }

 private:
  static unsigned warp(Epoch epoch) { return epoch.rank() / RaceClock::lanes; }
  Epoch epochs_[2];
};

// Of a word, or of a byte of a divided word.
struct Cell {
  Epoch writer;                      // the last plain one; two that do not race are the same thread, or ordered
  Pair readers;                      // plain ones
  RaceClock::Time strong = 0;        // when the last strong access was
  RaceClock::Time divided = 0;       // of a word: when its bytes got cells of their own

  // Whether no other thread has to do with it since the last barrier, as far as that matters to a plain access.
  template <bool write>
  bool cannot_conflict(unsigned rank, const ThreadOrder& order) const {
    const auto mine = [&](Epoch epoch) { return order.stale(epoch.time()) || epoch.rank() == rank; };
    if (!mine(writer) || !order.stale(std::max(strong, divided))) return false;
    return !write || (mine(*readers.begin()) && mine(*(readers.begin() + 1)));
  }
};

// The strong accesses to a word or byte, by their use.
struct StrongCell {
  std::array<Pair, 4> pairs;
  static constexpr Use uses[] = {Use::update, Use::watch, Use::block_update, Use::block_watch};
  Pair& of(Use use) { return pairs[static_cast<std::size_t>(use) - static_cast<std::size_t>(Use::update)]; }
};

// An earlier access that races with the current one.
struct ConflictingAccess {
  Epoch epoch;                       // of time 0 where there is none
  Use use = Use::read;
  std::uintptr_t read = 0;           // where the one of the two that writes has plainly read there; 0 where that is not remembered
};

// The cells of an extent of memory. Zeroed pages from the system: those of words that are never used cost nothing.
class Cells {
 public:
  // Allocates records for `bytes` of memory, and clears them if requested.
  void prepare(std::size_t bytes, bool forget) {
    const std::size_t words = (bytes + 3) / 4;
    if (words <= words_.count && !forget) return;
    words_ = Row(std::max(words, words_.count));
    bytes_ = Row();
  }

  // Nearly always no thread has written there since the last barrier but the thread itself, nor read what is to be written; and nobody has used
  // part of the word. True where it is so, and then this access is remembered. Otherwise `meet` has to look closer.
  template <bool write, std::size_t bytes>
  bool try_record(std::size_t first, Epoch now, const ThreadOrder& order) {
    Cell* cell = &words_.cells[first / 4];
    if constexpr (bytes < 4) {
      if (order.stale(cell->divided)) return false;
      cell = &bytes_.cells[first];
    }
    constexpr std::size_t cells = bytes < 4 ? bytes : bytes / 4;
    for (std::size_t i = 0; i < cells; ++i)
      if (!cell[i].cannot_conflict<write>(now.rank(), order)) return false;
    for (std::size_t i = 0; i < cells; ++i) {
      if constexpr (write) cell[i].writer = now;
      else cell[i].readers.add(now, order);
    }
    return true;
  }

  // The access that races with this one to `bytes` bytes from `first` on; and from now on this one is remembered.
  ConflictingAccess meet(std::size_t first, std::size_t bytes, Use use, Epoch now, const ThreadOrder& order) {
    ConflictingAccess conflict;
    const std::size_t last = first + bytes;
    while (first < last) {
      const std::size_t word = first / 4, end = std::min(last, word * 4 + 4);
      if (end - first == 4 && order.stale(words_.cells[word].divided)) {
        meet(words_, word, use, now, order, conflict);
      } else {
        divide(word, order);
        for (std::size_t byte = first; byte < end; ++byte) meet(bytes_, byte, use, now, order, conflict);
      }
      first = end;
    }
    return conflict;
  }

  // Where in the code the thread plainly read the byte since the last barrier; 0 where that is not remembered.
  std::uintptr_t read_by(std::size_t byte, unsigned rank, const ThreadOrder& order) const {
    const Cell& word = words_.cells[byte / 4];
    for (const Epoch epoch : order.stale(word.divided) ? word.readers : bytes_.cells[byte].readers)
      if (!order.stale(epoch.time()) && epoch.rank() == rank) return epoch.pc();
    return 0;
  }

  // Who wrote the bytes last, plainly: visit(epoch), not twice in a row for the same.
  template <class Visit>
  void writers(std::size_t first, std::size_t bytes, Visit visit) const {
    Epoch last;
    for (std::size_t byte = first; byte < first + bytes; ++byte) {
      Epoch writer = words_.cells[byte / 4].writer;
      if (bytes_.count != 0 && bytes_.cells[byte].writer.time() > writer.time()) writer = bytes_.cells[byte].writer;
      if (writer == last || writer.time() == 0) continue;
      visit(writer);
      last = writer;
    }
  }

  // What is remembered of a word from `since` on: visit(epoch, use, bytes of the word as a mask).
  template <class Visit>
  void remembered(std::size_t word, RaceClock::Time since, Visit visit) {
    remembered(words_, word, since, [&](Epoch epoch, Use use) { visit(epoch, use, 0xfu); });
    if (words_.cells[word].divided < since) return;
    for (unsigned byte = 0; byte < 4; ++byte)
      remembered(bytes_, word * 4 + byte, since, [&](Epoch epoch, Use use) { visit(epoch, use, 1u << byte); });
  }

 private:
  template <class T>
  struct Free { void operator()(T* array) const { std::free(array); } };
  template <class T>
  using Array = std::unique_ptr<T[], Free<T>>;

  template <class T>
  static Array<T> zeroed(std::size_t count) {
    Array<T> array(static_cast<T*>(std::calloc(std::max<std::size_t>(count, 1), sizeof(T))));
    if (array == nullptr) throw std::bad_alloc();
    return array;
  }

  struct Row {
    Row() = default;
    explicit Row(std::size_t size) : cells(zeroed<Cell>(size)), count(size) {}
    StrongCell& strong(std::size_t index) {
      if (strongs == nullptr) strongs = zeroed<StrongCell>(count);
      return strongs[index];
    }
    Array<Cell> cells;
    Array<StrongCell> strongs;       // apart from the cells, as most words never see an atomic
    std::size_t count = 0;
  };

  static void meet(Row& row, std::size_t index, Use use, Epoch now, const ThreadOrder& order, ConflictingAccess& conflict) {
    Cell& cell = row.cells[index];
    const auto look = [&](Epoch then, Use of_then) {
      if (collide(use, of_then, true) && !order.ordered(then.time(), then.rank(), now.rank())) conflict = {then, of_then, 0};
    };
    look(cell.writer, Use::write);
    if (!is_strong(use) && !order.stale(cell.strong))
      for (const Use of_then : StrongCell::uses)
        for (const Epoch then : row.strong(index).of(of_then)) look(then, of_then);
    if (use != Use::read)
      for (const Epoch then : cell.readers) look(then, Use::read);
    if (conflict.epoch.time() != 0)
      for (const Epoch then : cell.readers)
        if (!order.stale(then.time()) && then.rank() == (use == Use::write ? now : conflict.epoch).rank()) conflict.read = then.pc();
    if (use == Use::read) return cell.readers.add(now, order);
    if (use == Use::write) {
      cell.writer = now;
    } else {
      row.strong(index).of(use).add(now, order);
      cell.strong = now.time();
    }
  }

  template <class Visit>
  static void remembered(Row& row, std::size_t index, RaceClock::Time since, Visit visit) {
    const Cell& cell = row.cells[index];
    const auto recent = [&](Epoch epoch, Use use) {
      if (epoch.time() >= since) visit(epoch, use);
    };
    recent(cell.writer, Use::write);
    for (const Epoch epoch : cell.readers) recent(epoch, Use::read);
    if (cell.strong < since) return;
    for (const Use use : StrongCell::uses)
      for (const Epoch epoch : row.strong(index).of(use)) recent(epoch, use);
  }

  // Gives the bytes of a word cells of their own, which know what the word's cell knows.
  void divide(std::size_t word, const ThreadOrder& order) {
    if (bytes_.count == 0) bytes_ = Row(words_.count * 4);
    Cell& whole = words_.cells[word];
    if (!order.stale(whole.divided)) return;
    for (std::size_t byte = word * 4; byte < word * 4 + 4; ++byte) {
      Cell& cell = bytes_.cells[byte];
      if (whole.writer.time() > cell.writer.time()) cell.writer = whole.writer;
      inherit(cell.readers, whole.readers, order);
      if (order.stale(whole.strong)) continue;
      for (const Use use : StrongCell::uses) inherit(bytes_.strong(byte).of(use), words_.strong(word).of(use), order);
      cell.strong = whole.strong;
    }
    whole.divided = order.now();
  }

  static void inherit(Pair& heir, const Pair& pair, const ThreadOrder& order) {
    for (const Epoch epoch : pair)
      if (!order.stale(epoch.time())) heir.add(epoch, order);
  }

  Row words_;
  Row bytes_;
};

}  // namespace loom
