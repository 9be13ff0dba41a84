// What the asynchronous proxy does in the shared memory of the current block: copies in bulk and products of matrices read there long after
// they were begun; they see a thread's plain writes only behind its fence; and what a copy has swizzled must be read in the same way.
//
// It knows no accesses of its own. Who wrote some bytes last is asked of the records of races.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "checks/race/record.hpp"
#include "checks/race/thread_order.hpp"
#include "engine/events.hpp"

namespace loom {

class AsyncProxy {
 public:
  struct Read {
    unsigned rank = 0;               // of the thread that began it
    std::uintptr_t address = 0;
    std::uint32_t bytes = 0;
    std::uintptr_t pc = 0;
    ProxyWork work = ProxyWork::copies;
  };

  void begin(RaceClock::Time now);

  // Reads under way. Those of a thread that have begun are committed as a group, and awaited by groups; answered are those that have ended.
  bool reads() const { return !reads_.empty(); }
  void begins(const Read& read) { reads_.push_back({read, open_group}); }
  void commit(unsigned rank, ProxyWork);
  std::vector<Read> awaited(unsigned rank, ProxyWork, std::size_t but);
  // One that may still read some of the bytes.
  std::optional<Read> reading(std::uintptr_t address, std::size_t bytes) const;

  // A fence of the thread, at a new time.
  void fence(unsigned rank, const ThreadOrder&);
  // A write by the proxy itself, which needs none; by its place in the code.
  void writes(std::uintptr_t pc) { own_code_.insert(pc); }
  // Whether a fence stands between the last write and what the thread's proxy does now.
  bool sees(Epoch writer, unsigned reader, std::uint32_t block) const;

  // How a copy by a tensor map has swizzled a piece of 16 bytes: for what wrote there last.
  void copied(std::uintptr_t address, std::size_t bytes, Swizzle, std::uintptr_t pc);
  std::optional<Swizzle> swizzle(std::uintptr_t address, Epoch writer) const;

 private:
  static constexpr std::uint32_t open_group = UINT32_MAX;
  static constexpr std::size_t piece = 16;
  struct Reading {
    Read read;
    std::uint32_t group;
  };
  struct Fence {
    RaceClock::Time at = 0;          // what the thread wrote before is seen
    RaceClock::Time barrier = 0;     // and what all wrote before this block-wide barrier
    VectorClock known;               // and what it had acquired
  };
  struct Copied {
    Swizzle swizzle;
    std::uintptr_t pc;
  };
  static std::uint64_t key(unsigned rank, ProxyWork work) { return std::uint64_t{rank} << 1 | static_cast<unsigned>(work); }

  RaceClock::Time begun_ = 0;
  std::vector<Reading> reads_;
  std::unordered_map<std::uint64_t, std::uint32_t> groups_;      // by thread and work: committed so far
  std::unordered_map<unsigned, Fence> fences_;                   // by rank
  std::unordered_set<std::uintptr_t> own_code_;
  std::unordered_map<std::uintptr_t, Copied> copied_;            // by piece
};

}  // namespace loom
