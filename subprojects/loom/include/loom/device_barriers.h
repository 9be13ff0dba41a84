// Barriers that a program makes itself, where a thread may arrive first and wait later: what cuda::barrier is made of.
#pragma once

#include <cstdint>

#include "loom/scopes.h"

namespace loom {

// How many arrivals a phase can be made to wait for.
constexpr std::uint32_t most_arrivals = (1u << 20) - 1;

// A barrier in one word: in 20 bits how many arrivals a phase waits for, in the next 20 how many are still to come in this one, in 21 the
// bytes that it waits for beside them, which may be below zero, and in the highest bit whether its number is odd.
constexpr std::uint64_t odd_phase = std::uint64_t{1} << 63;
constexpr std::uint64_t new_barrier(std::uint32_t arrivals) { return arrivals | std::uint64_t{arrivals} << 20; }
constexpr std::uint32_t arrivals_to_come(std::uint64_t word) { return static_cast<std::uint32_t>(word >> 20) & most_arrivals; }

struct Arrival {
  std::uint64_t state;               // the word as it was; never 0
  bool last;                         // the phase expects no more arrivals
  bool phase() const { return (state & odd_phase) != 0; }   // whether the number of the phase arrived in is odd
};

// Arrives `count` times; later phases wait for `leaving` arrivals fewer. Where `hold` is set, the last one leaves it to end_phase to
// let the others go on, and has acquired all that was done before they arrived.
Arrival arrive_at(std::uint64_t* barrier, std::uint32_t count, std::uint32_t leaving, bool hold, Scope);
void end_phase(std::uint64_t* barrier, Scope);

// Returns when the phase has ended.
void wait_at(const std::uint64_t* barrier, bool phase, Scope);
// Whether it has; if not, others have run meanwhile.
bool has_ended(const std::uint64_t* barrier, bool phase, Scope);

// An mbarrier: a barrier that PTX makes and waits for by the parity of its phases.
void make_barrier(std::uint64_t* barrier, std::uint32_t arrivals);
bool parity_has_ended(const std::uint64_t* barrier, bool parity, Scope);

// Both in one, at a barrier of a block's threads: so a phase of the whole block costs no more than __syncthreads.
void arrive_and_wait_at(std::uint64_t* barrier);

// The phase waits for so many bytes more; so many have been written.
void expect_bytes(std::uint64_t* barrier, std::uint32_t bytes);
void complete_bytes(std::uint64_t* barrier, std::uint32_t bytes, Scope);

// Makes one of the block's sixteen barriers ready for another arrival of the thread: of so many threads, or of all of the block. Warps count as
// a whole, so the first thread of one arrives for those that are not there, or have left, too.
std::uint64_t* named_barrier(std::uint64_t* words, unsigned number, unsigned threads);

}  // namespace loom
