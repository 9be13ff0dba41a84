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

// An access that may yet turn out to be half of a race.
struct Trace {
  RaceClock::Time time = 0;          // 0: there is none
  std::int32_t pc = 0;               // as a distance, see code_distance
  std::uint16_t rank = 0;
  AccessKind kind = AccessKind::read;
};

// The program's code lies within 2 GiB of any of its functions, so half an address will do.
void code_anchor();
inline std::int32_t code_distance(std::uintptr_t pc) {
  return static_cast<std::int32_t>(pc - reinterpret_cast<std::uintptr_t>(&code_anchor));
}
inline std::uintptr_t code_address(std::int32_t distance) {
  return reinterpret_cast<std::uintptr_t>(&code_anchor) + static_cast<std::uintptr_t>(static_cast<std::intptr_t>(distance));
}

// Two traces of different threads, of different warps where there are such. Whoever comes next then conflicts with one of
// them, if it conflicts with any of all the threads that were here: that is why two are enough.
class Pair {
 public:
  const Trace* begin() const { return traces_; }
  const Trace* end() const { return traces_ + 2; }

  void add(const Trace& trace, const RaceClock& clock) {
    Trace& first = traces_[0];
    Trace& second = traces_[1];
    if (clock.stale(first.time) || first.rank == trace.rank) {
      first = trace;
    } else if (clock.stale(second.time) || second.rank == trace.rank) {
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
  static unsigned warp(const Trace& trace) { return trace.rank / RaceClock::lanes; }
  Trace traces_[2];
};

struct Cell {
  Trace writer;                      // the last; two that do not race are the same thread, or ordered
  Pair updaters;                     // by atomics
  Pair readers;
  RaceClock::Time divided = 0;       // of a word: when its bytes got cells of their own

  // The access that races with this one, or none; and from now on this one is remembered.
  Trace meet(const Trace& now, const RaceClock& clock) {
    Trace found;
    const auto look = [&](const Trace& then) {
      if (!clock.ordered(then.time, then.rank, now.rank)) found = then;
    };
    look(writer);
    if (now.kind != AccessKind::atomic)
      for (const Trace& then : updaters) look(then);
    if (writes(now.kind))
      for (const Trace& then : readers) look(then);
    if (now.kind == AccessKind::atomic) updaters.add(now, clock);
    else if (writes(now.kind)) writer = now;
    else readers.add(now, clock);
    return found;
  }
};

// The cells of a block's shared memory. Zeroed pages from the system: those of words that are never used cost nothing.
class Cells {
 public:
  // Makes room for `bytes` of shared memory, and forgets everything where asked to.
  void prepare(std::size_t bytes, bool forget) {
    const std::size_t words = (bytes + 3) / 4;
    if (words <= words_count_ && !forget) return;
    words_count_ = std::max(words, words_count_);
    words_ = zeroed(words_count_);
    bytes_ = nullptr;
  }

  // Calls `visit` with every cell of the range.
  template <class Visit>
  void visit(std::size_t first, std::size_t bytes, const RaceClock& clock, Visit visit) {
    const std::size_t last = first + bytes;
    while (first < last) {
      Cell& word = words_[first / 4];
      const std::size_t end = std::min(last, (first / 4 + 1) * 4);
      if (end - first == 4 && clock.stale(word.divided)) {
        visit(word);
      } else {
        Cell* const parts = divide(first / 4, clock);
        for (std::size_t byte = first; byte < end; ++byte) visit(parts[byte % 4]);
      }
      first = end;
    }
  }

 private:
  struct Free { void operator()(Cell* cells) const { std::free(cells); } };
  using Array = std::unique_ptr<Cell[], Free>;

  static Array zeroed(std::size_t count) {
    Array cells(static_cast<Cell*>(std::calloc(std::max<std::size_t>(count, 1), sizeof(Cell))));
    if (cells == nullptr) throw std::bad_alloc();
    return cells;
  }

  Cell* divide(std::size_t index, const RaceClock& clock) {
    if (bytes_ == nullptr) bytes_ = zeroed(words_count_ * 4);
    Cell& word = words_[index];
    Cell* const parts = &bytes_[index * 4];
    if (clock.stale(word.divided)) {
      std::fill_n(parts, 4, word);
      word.divided = clock.now();
    }
    return parts;
  }

  std::size_t words_count_ = 0;
  Array words_;
  Array bytes_;
};

}  // namespace loom
