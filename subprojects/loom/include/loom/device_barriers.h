// Barriers that a program makes itself, where a thread may arrive first and wait later: what cuda::barrier is made of.
#pragma once

#include <cstdint>

#include "loom/scopes.h"

namespace loom {

// How many arrivals a phase can be made to wait for.
constexpr std::uint32_t most_arrivals = (1u << 20) - 1;

// A barrier in one word: how many arrivals a phase waits for, above them how many are still to come in this one, and in the
// highest bit whether its number is odd.
constexpr std::uint64_t odd_phase = std::uint64_t{1} << 63;
constexpr std::uint64_t new_barrier(std::uint32_t arrivals) { return arrivals | std::uint64_t{arrivals} << 32; }

struct Arrival {
  std::uint64_t state;               // the word as it was; never 0
  bool last;                         // nobody else is awaited in the phase
  bool phase() const { return (state & odd_phase) != 0; }   // whether the number of the phase arrived in is odd
};

// Arrives `count` times; later phases wait for `leaving` arrivals fewer. Where `hold` is set, the last one leaves it to end_phase to
// let the others go on, and has learnt of all that was done before they arrived.
Arrival arrive_at(std::uint64_t* barrier, std::uint32_t count, std::uint32_t leaving, bool hold, Scope);
void end_phase(std::uint64_t* barrier, Scope);

// Returns when the phase has ended.
void wait_at(const std::uint64_t* barrier, bool phase, Scope);

// Both in one, at a barrier of a block's threads: so a phase of the whole block costs no more than __syncthreads.
void arrive_and_wait_at(std::uint64_t* barrier);

}  // namespace loom
