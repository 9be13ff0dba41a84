#include "memory/initialised_shadow.hpp"

#include <algorithm>
#include <array>
#include <new>

namespace loom {

namespace {

template <std::size_t n>
constexpr std::array<std::uint8_t, n> ones() {
  std::array<std::uint8_t, n> bytes{};
  for (std::uint8_t& byte : bytes) byte = 1;
  return bytes;
}

// What every chunk that was filled at a stroke points to. Never stored to: it has nothing left to mark.
alignas(64) constinit std::array<std::uint8_t, 4096> everything = ones<4096>();

}  // namespace

InitialisedShadow::InitialisedShadow(std::size_t bytes) : count_((bytes + chunk_bytes - 1) / chunk_bytes) {
  static_assert(everything.size() == chunk_bytes);
  // calloc, because unused pages of a long table then cost nothing.
  chunks_.reset(static_cast<Chunk*>(std::calloc(std::max<std::size_t>(count_, 1), sizeof(Chunk))));
  if (chunks_ == nullptr) throw std::bad_alloc();
}

InitialisedShadow::~InitialisedShadow() {
  for (std::size_t i = 0; i < count_; ++i) {
    std::uint8_t* const chunk = chunks_[i].load(std::memory_order_relaxed);
    if (chunk != everything.data()) delete[] chunk;
  }
}

std::uint8_t* InitialisedShadow::all() { return everything.data(); }

// The chunk's own storage, made on first use. Two blocks may get here at once; one of them wins.
std::uint8_t* InitialisedShadow::own(Chunk& slot) {
  std::uint8_t* chunk = slot.load(std::memory_order_acquire);
  if (chunk != nullptr) return chunk;
  std::uint8_t* const zeroed = new std::uint8_t[chunk_bytes]();
  if (slot.compare_exchange_strong(chunk, zeroed, std::memory_order_acq_rel)) return zeroed;
  delete[] zeroed;
  return chunk;
}

void InitialisedShadow::mark_any(std::size_t first, std::size_t bytes) {
  while (bytes > 0) {
    Chunk& slot = chunks_[first / chunk_bytes];
    const std::size_t at = first % chunk_bytes;
    const std::size_t here = std::min(bytes, chunk_bytes - at);
    std::uint8_t* none = nullptr;
    const bool shared = here == chunk_bytes &&
                        slot.compare_exchange_strong(none, everything.data(), std::memory_order_acq_rel);
    if (!shared) {
      std::uint8_t* const chunk = own(slot);
      if (chunk != everything.data())
        for (std::size_t i = at; i < at + here; ++i) __atomic_store_n(chunk + i, something, __ATOMIC_RELAXED);
    }
    first += here;
    bytes -= here;
  }
}

// The last word, if it is begun and not ended: its bytes that are filled say so.
void InitialisedShadow::fill(std::size_t first, std::size_t bytes) {
  mark(first, bytes);
  const std::size_t end = first + bytes, word = end / 4 * 4;
  if (word == end || word < first) return;
  std::uint8_t* const chunk = own(chunks_[word / chunk_bytes]);
  if (chunk == everything.data()) return;
  for (std::size_t i = word; i < end; ++i) __atomic_store_n(chunk + i % chunk_bytes, ending, __ATOMIC_RELAXED);
}

std::uint8_t InitialisedShadow::record(std::size_t at) const {
  const std::uint8_t* const chunk = chunks_[at / chunk_bytes].load(std::memory_order_acquire);
  return chunk == nullptr ? nothing : __atomic_load_n(chunk + at % chunk_bytes, __ATOMIC_RELAXED);
}

Value InitialisedShadow::value_any(std::size_t first, std::size_t bytes) const {
  if (none(first, bytes)) return Value::none;
  for (std::size_t i = first + 1; i < first + bytes; ++i)
    if (record(i - 1) == ending && record(i) == nothing) return Value::cut;
  return Value::there;
}

bool InitialisedShadow::none_any(std::size_t first, std::size_t bytes) const {
  while (bytes > 0) {
    const std::uint8_t* const chunk = chunks_[first / chunk_bytes].load(std::memory_order_acquire);
    const std::size_t at = first % chunk_bytes;
    const std::size_t here = std::min(bytes, chunk_bytes - at);
    if (chunk != nullptr)
      for (std::size_t i = at; i < at + here; ++i)
        if (__atomic_load_n(chunk + i, __ATOMIC_RELAXED) != 0) return false;
    first += here;
    bytes -= here;
  }
  return true;
}

void InitialisedShadow::copy(std::size_t first, const InitialisedShadow& from, std::size_t from_first, std::size_t bytes) {
  while (bytes > 0) {
    Chunk& slot = chunks_[first / chunk_bytes];
    const std::size_t at = first % chunk_bytes;
    const std::size_t from_at = from_first % chunk_bytes;
    const std::size_t here = std::min({bytes, chunk_bytes - at, chunk_bytes - from_at});
    const std::uint8_t* const source = from.chunks_[from_first / chunk_bytes].load(std::memory_order_relaxed);
    std::uint8_t* chunk = slot.load(std::memory_order_relaxed);
    // Nothing to do where both say the same wholesale; else the target needs a record of its own to write into.
    if (source == everything.data()) {
      mark_any(first, here);
    } else if (source != nullptr || chunk != nullptr) {
      if (chunk == everything.data()) {
        chunk = new std::uint8_t[chunk_bytes];
        std::copy(everything.begin(), everything.end(), chunk);
        slot.store(chunk, std::memory_order_release);
      }
      chunk = own(slot);
      if (source == nullptr) std::fill_n(chunk + at, here, std::uint8_t{0});
      else std::copy_n(source + from_at, here, chunk + at);
    }
    first += here;
    from_first += here;
    bytes -= here;
  }
}

}  // namespace loom
