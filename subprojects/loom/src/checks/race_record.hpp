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

#include "checks/thread_order.hpp"

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

// An access that may yet turn out to be half of a race, in one word, as there are several to each word of shared memory:
// from the top 22 bits of time, 10 for the thread's rank, and 32 for the code, which lies within 2 GiB of any function.
class Trace {
 public:
  Trace() = default;                 // of time 0, when nothing happened
  Trace(RaceClock::Time time, unsigned rank, std::uintptr_t pc)
      : word_(std::uint64_t{time} << (64 - RaceClock::bits) | std::uint64_t{rank} << 32 | static_cast<std::uint32_t>(pc - anchor())) {}

  RaceClock::Time time() const { return static_cast<RaceClock::Time>(word_ >> (64 - RaceClock::bits)); }
  unsigned rank() const { return word_ >> 32 & 1023; }
  Trace of_thread(unsigned rank) const {
    Trace trace = *this;
    trace.word_ = (word_ & ~(std::uint64_t{1023} << 32)) | std::uint64_t{rank} << 32;
    return trace;
  }
  bool operator==(const Trace&) const = default;
  std::uintptr_t pc() const { return anchor() + static_cast<std::uintptr_t>(std::intptr_t{static_cast<std::int32_t>(word_)}); }

 private:
  static std::uintptr_t anchor() { return reinterpret_cast<std::uintptr_t>(&code_anchor); }
  std::uint64_t word_ = 0;
};

// Two traces of different threads, of different warps where there are such. Whoever comes next then conflicts with one of
// them, if it conflicts with any of all the threads that were here: that is why two are enough.
class Pair {
 public:
  const Trace* begin() const { return traces_; }
  const Trace* end() const { return traces_ + 2; }

  void add(Trace trace, const ThreadOrder& order) {
    Trace& first = traces_[0];
    Trace& second = traces_[1];
    if (order.stale(first.time()) || first.rank() == trace.rank()) {
      first = trace;
    } else if (order.stale(second.time()) || second.rank() == trace.rank()) {
      second = trace;
    } else if (warp(first) == warp(second)) {
      if (warp(trace) == warp(first)) first = second;
      second = trace;
    } else if (warp(trace) == warp(first)) {
      first = trace;
    } else if (warp(trace) == warp(second)) {
      second = trace;
    }
  }

 private:
  static unsigned warp(Trace trace) { return trace.rank() / RaceClock::lanes; }
  Trace traces_[2];
};

// Of a word, or of a byte of a divided word.
struct Cell {
  Trace writer;                      // the last plain one; two that do not race are the same thread, or ordered
  Pair readers;                      // plain ones
  RaceClock::Time strong = 0;        // when the last strong access was
  RaceClock::Time divided = 0;       // of a word: when its bytes got cells of their own

  // Whether no other thread has to do with it since the last barrier, as far as that matters to a plain access.
  template <bool write>
  bool is_quiet(unsigned rank, const ThreadOrder& order) const {
    const auto mine = [&](Trace trace) { return order.stale(trace.time()) || trace.rank() == rank; };
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

// An earlier access that races with the one in hand.
struct Rival {
  Trace trace;                       // of time 0 where there is none
  Use use = Use::read;
  std::uintptr_t read = 0;           // where the one of the two that writes has plainly read there; 0 where that is not remembered
};

// The cells of a stretch of memory. Zeroed pages from the system: those of words that are never used cost nothing.
class Cells {
 public:
  // Makes room for `bytes` of memory, and forgets everything where asked to.
  void prepare(std::size_t bytes, bool forget) {
    const std::size_t words = (bytes + 3) / 4;
    if (words <= words_.count && !forget) return;
    words_ = Row(std::max(words, words_.count));
    bytes_ = Row();
  }

  // Nearly always nobody has written there since the last barrier but the thread itself, nor read what is to be written; and nobody has used
  // part of the word. True where it is so, and then this access is remembered. Otherwise `meet` has to look closer.
  template <bool write, std::size_t bytes>
  bool quiet(std::size_t first, Trace now, const ThreadOrder& order) {
    Cell* cell = &words_.cells[first / 4];
    if constexpr (bytes < 4) {
      if (order.stale(cell->divided)) return false;
      cell = &bytes_.cells[first];
    }
    constexpr std::size_t cells = bytes < 4 ? bytes : bytes / 4;
    for (std::size_t i = 0; i < cells; ++i)
      if (!cell[i].is_quiet<write>(now.rank(), order)) return false;
    for (std::size_t i = 0; i < cells; ++i) {
      if constexpr (write) cell[i].writer = now;
      else cell[i].readers.add(now, order);
    }
    return true;
  }

  // The access that races with this one to `bytes` bytes from `first` on; and from now on this one is remembered.
  Rival meet(std::size_t first, std::size_t bytes, Use use, Trace now, const ThreadOrder& order) {
    Rival rival;
    const std::size_t last = first + bytes;
    while (first < last) {
      const std::size_t word = first / 4, end = std::min(last, word * 4 + 4);
      if (end - first == 4 && order.stale(words_.cells[word].divided)) {
        meet(words_, word, use, now, order, rival);
      } else {
        divide(word, order);
        for (std::size_t byte = first; byte < end; ++byte) meet(bytes_, byte, use, now, order, rival);
      }
      first = end;
    }
    return rival;
  }

  // Where in the code the thread plainly read the byte since the last barrier; 0 where that is not remembered.
  std::uintptr_t read_by(std::size_t byte, unsigned rank, const ThreadOrder& order) const {
    const Cell& word = words_.cells[byte / 4];
    for (const Trace trace : order.stale(word.divided) ? word.readers : bytes_.cells[byte].readers)
      if (!order.stale(trace.time()) && trace.rank() == rank) return trace.pc();
    return 0;
  }

  // What is remembered of a word from `since` on: visit(trace, use, bytes of the word as a mask).
  template <class Visit>
  void remembered(std::size_t word, RaceClock::Time since, Visit visit) {
    remembered(words_, word, since, [&](Trace trace, Use use) { visit(trace, use, 0xfu); });
    if (words_.cells[word].divided < since) return;
    for (unsigned byte = 0; byte < 4; ++byte)
      remembered(bytes_, word * 4 + byte, since, [&](Trace trace, Use use) { visit(trace, use, 1u << byte); });
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

  static void meet(Row& row, std::size_t index, Use use, Trace now, const ThreadOrder& order, Rival& rival) {
    Cell& cell = row.cells[index];
    const auto look = [&](Trace then, Use of_then) {
      if (collide(use, of_then, true) && !order.ordered(then.time(), then.rank(), now.rank())) rival = {then, of_then, 0};
    };
    look(cell.writer, Use::write);
    if (!is_strong(use) && !order.stale(cell.strong))
      for (const Use of_then : StrongCell::uses)
        for (const Trace then : row.strong(index).of(of_then)) look(then, of_then);
    if (use != Use::read)
      for (const Trace then : cell.readers) look(then, Use::read);
    if (rival.trace.time() != 0)
      for (const Trace then : cell.readers)
        if (!order.stale(then.time()) && then.rank() == (use == Use::write ? now : rival.trace).rank()) rival.read = then.pc();
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
    const auto recent = [&](Trace trace, Use use) {
      if (trace.time() >= since) visit(trace, use);
    };
    recent(cell.writer, Use::write);
    for (const Trace trace : cell.readers) recent(trace, Use::read);
    if (cell.strong < since) return;
    for (const Use use : StrongCell::uses)
      for (const Trace trace : row.strong(index).of(use)) recent(trace, use);
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
    for (const Trace trace : pair)
      if (!order.stale(trace.time())) heir.add(trace, order);
  }

  Row words_;
  Row bytes_;
};

}  // namespace loom
