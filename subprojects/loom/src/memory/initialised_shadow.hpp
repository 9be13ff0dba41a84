// Which bytes of one allocation hold a value: a byte of record a byte of memory, kept only where it says something.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace loom {

// What bytes hold together.
enum class Value : std::uint8_t {
  there,                             // all of them were written, or some, as in a struct with padding
  cut,                               // the host filled the first ones at a stroke that ended before the last, and that one was not written
  none,
  untouched,                         // the host writes there unseen, but it looks unwritten
};

// The record is cut into chunks. A chunk without a write has no storage, and one filled at a stroke (a copy, a memset)
// shares a single page of ones; so the cost follows the stores of kernels, not the size of allocations.
// Different OS threads may call `mark` and ask at once: a byte of record only ever goes from less to 1 while a kernel runs.
class InitialisedShadow {
 public:
  explicit InitialisedShadow(std::size_t bytes);
  ~InitialisedShadow();
  InitialisedShadow(const InitialisedShadow&) = delete;
  InitialisedShadow& operator=(const InitialisedShadow&) = delete;

  void mark(std::size_t first, std::size_t bytes);
  // The same by the host at one stroke, which remembers where it ended if that is within a word.
  void fill(std::size_t first, std::size_t bytes);
  // True where not one of the bytes holds a value.
  bool none(std::size_t first, std::size_t bytes) const;
  Value value(std::size_t first, std::size_t bytes) const;
  // The record of the chunk that holds the byte, nullptr as long as nothing in it was written; and one in which everything was.
  std::uint8_t* chunk(std::size_t at) const { return chunks_[at / chunk_bytes].load(std::memory_order_acquire); }
  static std::uint8_t* all();
  static constexpr std::size_t chunk_bytes = 4096;
  // What such a record says of 1, 2, 4, 8 or 16 bytes, aligned: whether all were written; and that they are from now on.
  static bool all_initialised(const std::uint8_t* at, std::size_t bytes);
  static void set_initialised(std::uint8_t* at, std::size_t bytes);

  // Makes a range here say what the range there says. No kernel may run meanwhile.
  void copy(std::size_t first, const InitialisedShadow& from, std::size_t from_first, std::size_t bytes);

 private:
  using Chunk = std::atomic<std::uint8_t*>;
  struct Free { void operator()(Chunk* chunks) const { std::free(chunks); } };
  // Two, four and eight records at a time, without promising the compiler that they are not also bytes.
  using Two [[gnu::may_alias]] = std::uint16_t;
  using Four [[gnu::may_alias]] = std::uint32_t;
  using Eight [[gnu::may_alias]] = std::uint64_t;

  template <class Unit>
  static constexpr Unit ones = static_cast<Unit>(0x0101010101010101);
  template <class Unit>
  static void set(std::uint8_t* at) {
    Unit* const unit = reinterpret_cast<Unit*>(at);
    if (__atomic_load_n(unit, __ATOMIC_RELAXED) != ones<Unit>) __atomic_store_n(unit, ones<Unit>, __ATOMIC_RELAXED);
  }
  template <class Unit>
  static bool full(const std::uint8_t* at) {
    return __atomic_load_n(reinterpret_cast<const Unit*>(at), __ATOMIC_RELAXED) == ones<Unit>;
  }
  template <class Unit>
  static bool empty(const std::uint8_t* at) {
    return __atomic_load_n(reinterpret_cast<const Unit*>(at), __ATOMIC_RELAXED) == 0;
  }

  void mark_any(std::size_t first, std::size_t bytes);
  bool none_any(std::size_t first, std::size_t bytes) const;
  Value value_any(std::size_t first, std::size_t bytes) const;
  std::uint8_t record(std::size_t at) const;
  static std::uint8_t* own(Chunk&);

  // What a byte of record says: nothing was written, something was, and the same at the end of what the host filled.
  static constexpr std::uint8_t nothing = 0, something = 1, ending = 2;

  std::size_t count_;
  std::unique_ptr<Chunk[], Free> chunks_;
};

inline bool InitialisedShadow::all_initialised(const std::uint8_t* at, std::size_t bytes) {
  switch (bytes) {
    case 1: return full<std::uint8_t>(at);
    case 2: return full<Two>(at);
    case 4: return full<Four>(at);
    case 8: return full<Eight>(at);
    default: return full<Eight>(at) && full<Eight>(at + 8);
  }
}

inline void InitialisedShadow::set_initialised(std::uint8_t* at, std::size_t bytes) {
  switch (bytes) {
    case 1: return set<std::uint8_t>(at);
    case 2: return set<Two>(at);
    case 4: return set<Four>(at);
    case 16: set<Eight>(at + 8); [[fallthrough]];
    default: return set<Eight>(at);
  }
}

// Nearly every access of a kernel is of four or eight aligned bytes in a chunk that exists already: these are inline.

inline void InitialisedShadow::mark(std::size_t first, std::size_t bytes) {
  std::uint8_t* const chunk = chunks_[first / chunk_bytes].load(std::memory_order_acquire);
  if (chunk != nullptr && bytes == 4 && first % 4 == 0) return set<Four>(chunk + first % chunk_bytes);
  if (chunk != nullptr && bytes == 8 && first % 8 == 0) return set<Eight>(chunk + first % chunk_bytes);
  mark_any(first, bytes);
}

inline bool InitialisedShadow::none(std::size_t first, std::size_t bytes) const {
  const std::uint8_t* const chunk = chunks_[first / chunk_bytes].load(std::memory_order_acquire);
  if (chunk != nullptr && bytes == 4 && first % 4 == 0) return empty<Four>(chunk + first % chunk_bytes);
  if (chunk != nullptr && bytes == 8 && first % 8 == 0) return empty<Eight>(chunk + first % chunk_bytes);
  return none_any(first, bytes);
}

inline Value InitialisedShadow::value(std::size_t first, std::size_t bytes) const {
  const std::uint8_t* const chunk = chunks_[first / chunk_bytes].load(std::memory_order_acquire);
  if (chunk != nullptr && bytes == 4 && first % 4 == 0 && full<Four>(chunk + first % chunk_bytes)) return Value::there;
  if (chunk != nullptr && bytes == 8 && first % 8 == 0 && full<Eight>(chunk + first % chunk_bytes)) return Value::there;
  if (chunk != nullptr && bytes == 16 && first % 16 == 0 && full<Eight>(chunk + first % chunk_bytes) &&
      full<Eight>(chunk + first % chunk_bytes + 8))
    return Value::there;
  return value_any(first, bytes);
}

}  // namespace loom
