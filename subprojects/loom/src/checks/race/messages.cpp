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
    return several + " access the same address, one of them with an atomic operation that is atomic only within its own block";
  if (atomic)
    return who + (reads ? " updates atomically what another reads non-atomically" : " updates atomically what another writes non-atomically");
  if (reads) return who + " reads what another writes";
  return several + (same_value ? " write the same value to the same address" : " write to the same address");
}

constexpr const char* same_value_advice =
    "The result does not depend on the order; if this is intended, let only one thread write.";

// Of threads of one block. A barrier between the reading and the writing of an update would leave updates lost, and the loss unseen.
std::string advice(const RaceAccess& now, const RaceAccess& then, Nature nature, bool lanes) {
  if (nature == Nature::same_value) return same_value_advice;
  if (nature == Nature::update)
    return "Use one atomic operation for the whole read-modify-write, such as atomicAdd for a sum; a barrier between the two would still "
           "lose updates.";
  const std::string barrier = lanes ? "__syncwarp() or __syncthreads()" : "__syncthreads()";
  if (kind_of(now.use) == AccessKind::atomic || kind_of(then.use) == AccessKind::atomic) {
    const bool reads = !changes(now.use) || !changes(then.use);
    return (reads ? "Read it with an atomic operation as well, such as atomicAdd(&x, 0), if it may change meanwhile"
                  : "Write it with an atomic operation as well, such as atomicExch") +
           std::string("; or add ") + barrier + " between the two accesses.";
  }
  return "Add " + barrier + " between the two accesses, where every thread reaches it. If they are one statement, split it into a read and a write.";
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
  if (lanes) finding.what += ", and the lanes of a warp do not run in lockstep";
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
                 std::string(" asynchronous copy may still be writing in ") + name + ", because no thread has waited for the copy";
  finding.advice = "Wait for the copy before using its destination: __pipeline_wait_prior(n) leaves the n newest batches pending (empty "
                   "ones count); then pass a barrier. A copy bound to a barrier or a shared pipeline is complete when a wait for that "
                   "phase or stage returns.";
  report(std::move(finding));
}

namespace {

Finding proxy_finding(const Block& block, const RaceAccess& now, std::string did, const RaceAccess& then, std::string did_then) {
  Finding finding;
  finding.kind = "race";
  finding.launch = block.launch;
  finding.first = party(*block.launch, now, std::move(did));
  finding.second = party(*block.launch, then, std::move(did_then));
  return finding;
}

std::string name_of(Swizzle swizzle) {
  return swizzle == Swizzle::none ? "no swizzle" : "a swizzle of " + std::to_string(16u << static_cast<unsigned>(swizzle)) + " bytes";
}

}  // namespace

void tell_write_under_read(const Block& block, const RaceAccess& now, const RaceAccess& read, std::uintptr_t address, std::size_t bytes, ProxyWork work) {
  if (counted("race", *block.launch, block.index, now.pc, read.pc)) return;
  const std::string name = shared_array(block, address).name;
  const bool product = work == ProxyWork::products;
  Finding finding = proxy_finding(block, now, access_text(kind_of(now.use), bytes, name), read, product ? "began the wgmma" : "began the copy");
  finding.what = std::string("shared memory is written while ") + (product ? "a pending wgmma" : "a pending copy") + " may still be reading it in " + name;
  finding.advice = product ? "Wait for the product before its operands are overwritten: wgmma.commit_group, then wgmma.wait_group; if another thread writes, "
                             "let it wait at a barrier for the threads that have waited."
                           : "Wait for the copy before its source is overwritten: cp.async.bulk.commit_group, then cp.async.bulk.wait_group.read in the thread "
                             "that began it, and a barrier before other threads write.";
  report(std::move(finding));
}

void tell_unfenced(const Block& block, const RaceAccess& read, const RaceAccess& write, std::uintptr_t address) {
  if (counted("race", *block.launch, block.index, read.pc, write.pc)) return;
  const std::string name = shared_array(block, address).name;
  Finding finding = proxy_finding(block, read, "reads " + name + " by the asynchronous proxy", write, "wrote it");
  finding.what = "an asynchronous instruction reads what a thread has written in " + name + ", with no fence.proxy.async between";
  finding.advice = "Let each thread that writes execute fence.proxy.async after its writes and before the barrier behind which the copy or wgmma begins.";
  report(std::move(finding));
}

void tell_swizzle(const Block& block, const RaceAccess& read, const RaceAccess& copy, std::uintptr_t address, Swizzle as_read, Swizzle as_copied) {
  if (counted("race", *block.launch, block.index, read.pc, copy.pc)) return;
  const std::string name = shared_array(block, address).name;
  Finding finding = proxy_finding(block, read, "reads " + name + " with " + name_of(as_read), copy, "copied it there with " + name_of(as_copied));
  finding.kind = "wrong-swizzle";
  finding.what = "a wgmma reads a matrix in " + name + " with " + name_of(as_read) + ", but the copy has stored it with " + name_of(as_copied);
  finding.advice = "Give the descriptor of the matrix the swizzle of the tensor map: bits 62 and 63 are 1 for 128 bytes, 2 for 64, 3 for 32, 0 for none.";
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
                       ? "Use the atomic operation without _block in its name, or one with device scope."
                   : in_cluster ? "Add cluster.sync() between the two accesses, where all threads of all blocks of the cluster reach it."
                       : "Blocks run concurrently and in any order: give each block its own elements, access them only with atomic "
                         "operations such as atomicAdd, or end the kernel between the two accesses. If one block waits for the other, add "
                         "__threadfence() between writing the data and the atomic operation that signals it.";
  finding.weight = same_value ? Weight::note : Weight::full;
  finding.once = true;
  report(std::move(finding));
}

}  // namespace loom
