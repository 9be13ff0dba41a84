// Which memory an address lies in, for device code that asks.
#include "core/device_only.hpp"
#include "core/engine.hpp"
#include "loom/device_language.h"
#include "memory/registry.hpp"

namespace {

std::uintptr_t value(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

bool within(loom::Range range, std::uintptr_t address) { return address >= range.first && address < range.last; }

const loom::Allocation* known(const void* address) {
  const loom::Inside inside;
  return loom::Registry::instance().find(value(address));
}

}  // namespace

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
  return found && found->space != loom::Space::constant;
}
