// What a race check remembers of each byte of shared memory.
//
// Kernels mostly use whole words, so the record is one of four bytes, and is divided only where a word is used in parts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "checks/race_clock.hpp"
#include "core/events.hpp"

namespace loom {

// Some function of the program.
void code_anchor();

// An access that may yet turn out to be half of a race, in one word, as there are several to each word of shared memory:
// from the top 22 bits of time, 10 for the thread's rank, and 32 for the code, which lies within 2 GiB of any function.
class Trace {
 public:
  Trace() = default;                 // of time 0, when nothing happened
  Trace(RaceClock::Time time, unsigned rank, std::uintptr_t pc)
      : word_(std::uint64_t{time} << (64 - RaceClock::bits) | std::uint64_t{rank} << 32 | static_cast<std::uint32_t>(pc - anchor())) {}

  RaceClock::Time time() const { return static_cast<RaceClock::Time>(word_ >> (64 - RaceClock::bits)); }
  unsigned rank() const { return word_ >> 32 & 1023; }
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

  void add(Trace trace, const RaceClock& clock) {
    Trace& first = traces_[0];
    Trace& second = traces_[1];
    if (clock.stale(first.time()) || first.rank() == trace.rank()) {
      first = trace;
    } else if (clock.stale(second.time()) || second.rank() == trace.rank()) {
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
  Trace writer;                      // the last; two that do not race are the same thread, or ordered
  Pair readers;
  RaceClock::Time updated = 0;       // when the last atomic was
  RaceClock::Time divided = 0;       // of a word: when its bytes got cells of their own
};

// An earlier access that races with the one in hand.
struct Rival {
  Trace trace;                       // of time 0 where there is none
  AccessKind kind = AccessKind::read;
};

// The cells of a block's shared memory. Zeroed pages from the system: those of words that are never used cost nothing.
class Cells {
 public:
  // Makes room for `bytes` of shared memory, and forgets everything where asked to.
  void prepare(std::size_t bytes, bool forget) {
    const std::size_t words = (bytes + 3) / 4;
    if (words <= words_.count && !forget) return;
    words_ = Row(std::max(words, words_.count));
    bytes_ = Row();
  }

  // The access that races with this one to `bytes` bytes from `first` on; and from now on this one is remembered.
  Rival meet(std::size_t first, std::size_t bytes, AccessKind kind, Trace now, const RaceClock& clock) {
    // Nearly always a whole word is read that nobody has written to since the last barrier.
    if (bytes == 4 && first % 4 == 0 && !writes(kind)) {
      Cell& cell = words_.cells[first / 4];
      if (clock.stale(cell.writer.time()) && clock.stale(std::max(cell.updated, cell.divided))) {
        cell.readers.add(now, clock);
        return {};
      }
    }
    return meet_any(first, bytes, kind, now, clock);
  }

 private:
  [[gnu::noinline]] Rival meet_any(std::size_t first, std::size_t bytes, AccessKind kind, Trace now, const RaceClock& clock) {
    Rival rival;
    const std::size_t last = first + bytes;
    while (first < last) {
      const std::size_t word = first / 4, end = std::min(last, word * 4 + 4);
      if (end - first == 4 && clock.stale(words_.cells[word].divided)) {
        meet(words_, word, kind, now, clock, rival);
      } else {
        divide(word, clock);
        for (std::size_t byte = first; byte < end; ++byte) meet(bytes_, byte, kind, now, clock, rival);
      }
      first = end;
    }
    return rival;
  }

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
    Pair& updaters(std::size_t index) {
      if (atomics == nullptr) atomics = zeroed<Pair>(count);
      return atomics[index];
    }
    Array<Cell> cells;
    Array<Pair> atomics;             // apart from the cells, as most words never see an atomic
    std::size_t count = 0;
  };

  static void meet(Row& row, std::size_t index, AccessKind kind, Trace now, const RaceClock& clock, Rival& rival) {
    Cell& cell = row.cells[index];
    const auto look = [&](Trace then, AccessKind of_then) {
      if (!clock.ordered(then.time(), then.rank(), now.rank())) rival = {then, of_then};
    };
    look(cell.writer, AccessKind::write);
    if (kind != AccessKind::atomic && !clock.stale(cell.updated))
      for (const Trace then : row.updaters(index)) look(then, AccessKind::atomic);
    if (!writes(kind)) return cell.readers.add(now, clock);
    for (const Trace then : cell.readers) look(then, AccessKind::read);
    if (kind == AccessKind::atomic) {
      row.updaters(index).add(now, clock);
      cell.updated = now.time();
    } else {
      cell.writer = now;
    }
  }

  void divide(std::size_t word, const RaceClock& clock) {
    if (bytes_.count == 0) bytes_ = Row(words_.count * 4);
    Cell& whole = words_.cells[word];
    if (!clock.stale(whole.divided)) return;
    std::fill_n(&bytes_.cells[word * 4], 4, whole);
    if (!clock.stale(whole.updated)) std::fill_n(&bytes_.updaters(word * 4), 4, words_.updaters(word));
    whole.divided = clock.now();
  }

  Row words_;
  Row bytes_;
};

}  // namespace loom
