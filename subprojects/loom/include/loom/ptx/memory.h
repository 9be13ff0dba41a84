// What instructions of PTX do to memory.
#pragma once

#include "loom/async_copy.h"
#include "loom/device.h"
#include "loom/device_atomic_access.h"
#include "loom/ptx/arithmetic.h"

namespace loom::ptx {

// An address in a register. In 32 bits it is one in shared memory.
LOOM_PTX T* address_(unsigned long long base, long long offset) { return reinterpret_cast<T*>(base + static_cast<unsigned long long>(offset)); }
LOOM_PTX T* address_(unsigned base, long long offset) { return static_cast<T*>(shared_address(base + static_cast<unsigned>(offset))); }
template <class Address>
LOOM_PTX_PLAIN void* pointer(Address base) { return address_<void>(base, 0); }
LOOM_PTX_PLAIN unsigned long long generic(unsigned long long address) { return address; }
LOOM_PTX_PLAIN unsigned long long generic(unsigned address) { return reinterpret_cast<unsigned long long>(shared_address(address)); }

// Vectors are read and written as a whole: a GPU does so, though PTX promises it for their elements alone, and programs rely on it.
LOOM_PTX T ordered_load(const T* address, Order order, Scope scope) {
  if constexpr (sizeof(T) == 16) {
    T value;
    atomic_load_16(address, &value, order, scope);
    return value;
  } else {
    return atomic_load(address, order, scope);
  }
}
LOOM_PTX void ordered_store(T* address, T value, Order order, Scope scope) {
  if constexpr (sizeof(T) == 16) atomic_store_16(address, &value, order, scope);
  else atomic_store(address, value, order, scope);
}

LOOM_PTX T atomic_add(T* address, T value, Scope scope) {
  return atomic_update(address, [=](T before) { return add_(before, value); }, Order::relaxed, scope);
}

// Those that have not been committed, too.
LOOM_PTX_PLAIN void wait_for_all_copies() {
  commit_copies();
  wait_for_copies(0);
}

}  // namespace loom::ptx
