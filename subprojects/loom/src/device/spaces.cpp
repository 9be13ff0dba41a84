// Which memory an address lies in, for device code that asks.
#include "device/device_only.hpp"
#include "engine/cluster.hpp"
#include "engine/engine.hpp"
#include "loom/device.h"
#include "memory/registry.hpp"

namespace {

std::uintptr_t value(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

bool within(loom::Range range, std::uintptr_t address) { return address >= range.first && address < range.last; }

const loom::Allocation* known(const void* address) {
  const loom::HooksMuted muted;
  return loom::Registry::instance().find(value(address));
}

// The address nearest to a known one that ends in these 32 bits.
std::uintptr_t near(std::uintptr_t known, unsigned low) {
  return known + static_cast<std::uintptr_t>(std::intptr_t{static_cast<int>(low - static_cast<unsigned>(known))});
}

}  // namespace

// A GPU's shared memory has a window of its own, where 32 bits say everything; here two places stand for it, and two of each other block of
// the cluster.
void* loom::shared_address(unsigned low) {
  device_only("an address in shared memory");
  const Block& block = *here.thread->block;
  const std::uintptr_t fixed = near(static_shared().first, low), dynamic = near(block.shared_base, low);
  if (within(static_shared(), fixed)) return reinterpret_cast<void*>(fixed);
  if (dynamic - block.shared_base >= block.shared_bytes && block.cluster)
    for (unsigned rank = 0; rank < block.cluster->blocks(); ++rank) {
      const Cluster::Seat& seat = block.cluster->seat(rank);
      for (const std::uintptr_t there : {near(seat.variables.first, low), near(seat.block->shared_base, low)})
        if (block.cluster->rank_of(there) == rank) return reinterpret_cast<void*>(there);
    }
  return reinterpret_cast<void*>(dynamic);
}

// A descriptor of a matrix has 18 bits of the address, and there a block's variables do not get in the way of its dynamic part.
void* loom::shared_of_descriptor(unsigned low) {
  constexpr std::uintptr_t span = std::uintptr_t{1} << 18;
  const std::uintptr_t fixed = static_shared().first + ((low - static_shared().first) & (span - 1));
  if (within(static_shared(), fixed)) return reinterpret_cast<void*>(fixed);
  const std::uintptr_t base = here.thread->block->shared_base;
  return reinterpret_cast<void*>(base + ((low - base) & (span - 1)));
}

void* __cvta_shared_to_generic(size_t address) {
  const auto low = static_cast<unsigned>(address);
  return low == address ? loom::shared_address(low) : reinterpret_cast<void*>(address);
}

unsigned __isShared(const void* address) {
  loom::device_only("__isShared");
  const loom::Block& block = *loom::here.thread->block;
  return within(loom::static_shared(), value(address)) || value(address) - block.shared_base < block.shared_bytes;
}

unsigned __isLocal(const void* address) {
  loom::device_only("__isLocal");
  return loom::on_own_stack(value(address));
}

unsigned __isConstant(const void* address) {
  loom::device_only("__isConstant");
  const loom::Allocation* const found = known(address);
  return found && found->space == loom::Space::constant;
}

unsigned __isGlobal(const void* address) {
  loom::device_only("__isGlobal");
  const loom::Allocation* const found = known(address);
  return found && found->space != loom::Space::constant && found->space != loom::Space::shared;
}
