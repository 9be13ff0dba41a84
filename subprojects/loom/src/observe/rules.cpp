#include "observe/rules.hpp"

#include <algorithm>
#include <bit>

namespace loom::observing {
namespace {

constexpr std::uintptr_t sector_bytes = 32;
constexpr unsigned banks = 32, word_bytes = 4;

bool serialised(Operation operation) { return operation == Operation::atomic || operation == Operation::compare_and_swap; }

template <class Visit>
void for_each_lane(std::uint32_t mask, Visit visit) {
  for (; mask; mask &= mask - 1) visit(static_cast<unsigned>(std::countr_zero(mask)));
}

// The addresses in use, in order; as often as lanes use them.
class Addresses {
 public:
  explicit Addresses(const Request& request) {
    for_each_lane(request.mask, [&](unsigned lane) { list_[count_++] = request.address[lane]; });
    std::sort(begin(), end());
  }
  std::uintptr_t* begin() { return list_.data(); }
  std::uintptr_t* end() { return list_.data() + count_; }

 private:
  std::array<std::uintptr_t, lanes> list_;
  std::size_t count_ = 0;
};

// Loads and stores: each sector that a lane touches counts once.
std::uint64_t sectors_touched(Addresses& addresses, std::uint32_t bytes) {
  std::uint64_t sectors = 0;
  std::uintptr_t next = 0;                    // the first sector not yet counted
  for (const std::uintptr_t address : addresses) {
    const std::uintptr_t first = std::max(address / sector_bytes, next), last = (address + bytes - 1) / sector_bytes;
    if (last + 1 > next) sectors += last + 1 - first;
    next = std::max(next, last + 1);
  }
  return sectors;
}

// Atomics: lanes that use one address are serialised, and a sector is looked up as often as its busiest address is used.
// (Seen to be exact for 32 bits. Of 18 scattered sets of 64-bit addresses, one took a sector more.)
std::uint64_t serialised_sectors(Addresses& addresses) {
  std::uint64_t sectors = 0, busiest = 0, uses = 0;
  std::uintptr_t before = 0;
  for (const std::uintptr_t address : addresses) {
    if (address / sector_bytes != before / sector_bytes) sectors += busiest, busiest = uses = 0;
    else if (address != before) uses = 0;
    before = address;
    busiest = std::max(busiest, ++uses);
  }
  return sectors + busiest;
}

std::uint64_t bytes_touched(Addresses& addresses, std::uint32_t bytes) {
  std::uint64_t touched = 0;
  std::uintptr_t next = 0;
  for (const std::uintptr_t address : addresses) {
    const std::uintptr_t first = std::max(address, next), end = address + bytes;
    if (end > first) touched += end - first;
    next = std::max(next, end);
  }
  return touched;
}

// Whether every two lanes whose numbers differ in that bit alone read the same; a lane that takes no part agrees with any.
bool agree(const Request& request, unsigned bit) {
  bool same = true;
  for_each_lane(request.mask, [&](unsigned lane) {
    const unsigned other = lane ^ bit;
    if (request.mask >> other & 1 && request.address[other] != request.address[lane]) same = false;
  });
  return same;
}

// A wavefront moves 32 words, so wide accesses go in phases of 16 or 8 lanes. Loads need half as many phases where neighbours agree.
unsigned lanes_a_phase(const Request& request) {
  const unsigned words = std::max(1u, request.bytes / word_bytes);
  const bool halved = words > 1 && request.operation == Operation::load && (agree(request, 1) || agree(request, 2));
  return lanes / words * (halved ? 2 : 1);
}

// The wavefronts of the lanes of one phase: as many as the busiest bank has words to give, each once however many lanes share it;
// but atomics share nothing, and their lanes are serialised.
unsigned wavefronts(const Request& request, std::uint32_t phase) {
  std::array<std::array<std::uintptr_t, lanes>, banks> words;
  std::array<unsigned, banks> used{};
  for_each_lane(phase, [&](unsigned lane) {
    const std::uintptr_t first = request.address[lane] / word_bytes;
    const std::uintptr_t last = (request.address[lane] + request.bytes - 1) / word_bytes;
    for (std::uintptr_t word = first; word <= last; ++word) {
      const unsigned bank = word % banks;
      const auto begin = words[bank].begin(), end = begin + used[bank];
      if (serialised(request.operation) || std::find(begin, end, word) == end) words[bank][used[bank]++] = word;
    }
  });
  return *std::max_element(used.begin(), used.end());
}

}  // namespace

GlobalAccesses global_cost(const Request& request) {
  Addresses addresses(request);
  return {1, serialised(request.operation) ? serialised_sectors(addresses) : sectors_touched(addresses, request.bytes),
          bytes_touched(addresses, request.bytes)};
}

SharedAccesses shared_cost(const Request& request) {
  const unsigned together = lanes_a_phase(request);
  const std::uint32_t first = together == lanes ? ~0u : (1u << together) - 1;
  SharedAccesses cost{1, 0, 0};
  for (unsigned begin = 0; begin < lanes; begin += together) {
    const std::uint32_t phase = request.mask & first << begin;
    if (!phase) continue;
    const unsigned count = wavefronts(request, phase);
    cost.wavefronts += count;
    cost.conflicts += count - 1;
  }
  // The value to compare with travels too, in wavefronts of its own that no conflict caused.
  if (request.operation == Operation::compare_and_swap) cost.wavefronts *= 2;
  return cost;
}

}  // namespace loom::observing
