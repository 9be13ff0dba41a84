// The sixteen barriers of a block that PTX names by number.
#include <bit>

#include "device/device_only.hpp"
#include "engine/block.hpp"
#include "loom/device_barriers.h"

namespace loom {
namespace {

constexpr std::uint64_t unmade = ~std::uint64_t{0};    // as shared memory is filled when a block begins

}  // namespace

std::uint64_t* named_barrier(std::uint64_t* words, unsigned number, unsigned threads) {
  device_only("bar.sync");
  const std::uintptr_t pc = LOOM_CALLER;
  if (number > 15)
    here.runner->stop(cudaErrorLaunchFailure, pc, "names a barrier beyond the sixteen that a block has. Use numbers from 0 to 15.");
  const std::uint32_t whole = (here.thread->block->threads + 31) / 32 * 32;
  const std::uint32_t wanted = threads == 0 ? whole : threads;
  if (wanted % 32 != 0 || wanted > whole)
    here.runner->stop(cudaErrorLaunchFailure, pc, "waits at a barrier for a number of threads that is larger than the block, or not a "
                                                  "multiple of 32. Whole warps arrive there: pass 32 times the number of warps.");
  std::uint64_t& word = words[number];
  const bool anew = word == unmade || arrivals_to_come(word) == (word & most_arrivals);
  if (anew) word = new_barrier(wanted) | (word == unmade ? 0 : word & odd_phase);
  else if ((word & most_arrivals) != wanted)
    here.runner->stop(cudaErrorLaunchFailure, pc, "arrives at a barrier with a different number of threads than those that wait there. "
                                                  "Let all threads pass the same number.");
  // Lanes that have left, or never were, are not waited for.
  const unsigned warp = here.runner->scheduler().current_lane().rank / 32;
  if (here.runner->program_barriers().is_first_of_warp(number, warp, anew))
    word -= static_cast<std::uint64_t>(32 - std::popcount(here.runner->warps().live(warp))) << 20;
  return &word;
}

}  // namespace loom
