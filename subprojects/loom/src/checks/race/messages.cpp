#include "checks/race/messages.hpp"

#include <string>
#include <utility>

#include "checks/messages.hpp"
#include "checks/shared_bytes.hpp"
#include "memory/registry.hpp"
#include "report/report.hpp"

namespace loom {

namespace {

uint3 index_of(std::uint64_t number, dim3 size) {
  return {static_cast<unsigned>(number % size.x), static_cast<unsigned>(number / size.x % size.y),
          static_cast<unsigned>(number / size.x / size.y)};
}

AccessKind kind_of(Use use) {
  return !changes(use) ? AccessKind::read : use == Use::write || use == Use::signal ? AccessKind::write : AccessKind::atomic;
}

// Of how many bytes is not known any more: words of an access come one by one.
std::string doing(Use use) {
  return !changes(use) ? "reads there" : use == Use::write || use == Use::signal ? "writes there" : "updates it atomically";
}

Party party(const Launch& launch, const RaceAccess& access, std::string did) {
  return {index_of(access.block, launch.grid), index_of(access.rank, launch.block), access.pc, std::move(did)};
}

// "one thread reads what another writes"
std::string what_happened(const std::string& who, const std::string& several, Use a, Use b, bool same_value) {
  const bool reads = !changes(a) || !changes(b);
  const bool atomic = kind_of(a) == AccessKind::atomic || kind_of(b) == AccessKind::atomic;
  if (for_block_only(a) || for_block_only(b))
    return several + " use the same place, one of them by an atomic that is indivisible within its own block only";
  if (atomic)
    return who + (reads ? " updates atomically what another reads" : " updates atomically what another plainly writes");
  if (reads) return who + " reads what another writes";
  return several + (same_value ? " write the same value to the same place" : " write to the same place");
}

constexpr const char* same_value_advice =
    "The outcome is the same, whoever comes last; let one thread write it if that is what you mean.";

// Of threads of one block. A barrier between the reading and the writing of an update would leave updates lost, and the loss unseen.
std::string advice(const RaceAccess& now, const RaceAccess& then, Nature nature, bool lanes) {
  if (nature == Nature::same_value) return same_value_advice;
  if (nature == Nature::update)
    return "Let one atomic operation read the value and write the new one, as atomicAdd does for a sum; a barrier between the two would "
           "still lose updates.";
  const std::string barrier = lanes ? "__syncwarp(), or __syncthreads()," : "__syncthreads(), where all threads of the block reach it,";
  if (kind_of(now.use) == AccessKind::atomic || kind_of(then.use) == AccessKind::atomic) {
    const bool reads = !changes(now.use) || !changes(then.use);
    return (reads ? "Read it by an atomic operation, too, such as atomicAdd(&place, 0), if it may change meanwhile"
                  : "Write it by an atomic operation, too, such as atomicExch") +
           std::string("; or put ") + barrier + " between the two.";
  }
  return "Put " + barrier + " between the two; if they are one statement, part it into a read and a write.";
}

}  // namespace

void tell_race(const Block& block, const RaceAccess& now, const RaceAccess& then, std::uintptr_t address, std::size_t bytes, Nature nature) {
  const bool same_value = nature == Nature::same_value;
  const bool lanes = now.rank / RaceClock::lanes == then.rank / RaceClock::lanes;
  const Weight weight = same_value ? Weight::note : lanes ? Weight::light : Weight::full;
  const Launch& launch = *block.launch;
  if (counted("race", launch, block.index, now.pc, then.pc, weight)) return;

  const Allocation* const allocation = Registry::instance().find(address);
  const std::string name = allocation == nullptr ? shared_array(block, address).name : "the " + allocation->name;
  Finding finding;
  finding.kind = "race";
  finding.launch = &launch;
  finding.first = party(launch, now, access_text(kind_of(now.use), bytes, allocation == nullptr ? name : ""));
  finding.second = party(launch, then, access_text(kind_of(then.use), bytes, "", Tense::past));
  finding.what = what_happened("one thread", "two threads", now.use, then.use, same_value) + " in " + name +
                 ", with no barrier between";
  if (lanes) finding.what += ", and lanes of one warp are not kept in step";
  finding.advice = advice(now, then, nature, lanes);
  finding.weight = weight;
  report(std::move(finding));
}

void tell_race_with_copy(const Block& block, const RaceAccess& now, const RaceAccess& copy, std::uintptr_t address, std::size_t bytes) {
  const Launch& launch = *block.launch;
  if (counted("race", launch, block.index, now.pc, copy.pc)) return;
  const bool own = now.rank == copy.rank;
  const std::string name = shared_array(block, address).name;
  Finding finding;
  finding.kind = "race";
  finding.launch = &launch;
  finding.first = party(launch, now, access_text(kind_of(now.use), bytes, name));
  finding.second = party(launch, copy, "began the copy");
  finding.what = (own ? "a thread uses what its own" : "one thread uses what another's") +
                 std::string(" asynchronous copy may still be writing in ") + name + ", as nobody has waited for the copy";
  finding.advice = "Wait for the copy before its place is used: its thread waits for its batches, all but the last few that it committed "
                   "(an empty one counts), and tells others by a barrier after that; a copy bound to a barrier or a shared pipeline is "
                   "done when a wait for that phase or stage returns.";
  report(std::move(finding));
}

void tell_race_of_blocks(const Launch& launch, const RaceAccess& later, const RaceAccess& earlier, std::uintptr_t address,
                         bool same_value) {
  const Allocation* const allocation = Registry::instance().find(address);
  const std::string name = allocation == nullptr ? "global memory" : "the " + allocation->name;
  const bool in_cluster = allocation != nullptr && allocation->space == Space::shared;
  Finding finding;
  finding.kind = "race";
  finding.launch = &launch;
  finding.first = party(launch, later, doing(later.use));
  finding.second = party(launch, earlier, doing(earlier.use));
  finding.what = what_happened("one block", "two blocks", later.use, earlier.use, same_value) + ", in " + name +
                 ", and nothing orders the two";
  finding.advice = same_value ? same_value_advice
                   : for_block_only(later.use) || for_block_only(earlier.use)
                       ? "Use the atomic without _block in its name, or of the scope of the device."
                   : in_cluster ? "Put cluster.sync(), where all threads of all blocks of the cluster reach it, between the two."
                       : "Blocks run in any order and at once: give each its own elements, change and read them by atomic operations such as "
                         "atomicAdd alone, or end the kernel between the two. Where one waits for the other, put __threadfence() between the data and the atomic that tells of it.";
  finding.weight = same_value ? Weight::note : Weight::full;
  finding.once = true;
  report(std::move(finding));
}

}  // namespace loom
