// Words of CUDA C++ for device code that fit nowhere else: clocks, address spaces, traps, hints to the compiler.
#pragma once

#include <stddef.h>

[[noreturn]] void __trap();
// A breakpoint. Without a debugger it ends the kernel, as on a GPU.
void __brkpt();
void __prof_trigger(int counter);
void __nanosleep(unsigned nanoseconds);
long long clock64();

// Which memory an address lies in: 1 or 0.
unsigned __isGlobal(const void* address);
unsigned __isShared(const void* address);
unsigned __isConstant(const void* address);
unsigned __isLocal(const void* address);

// loom has one address space.
__attribute__((always_inline)) inline size_t __cvta_generic_to_global(const void* address) { return (size_t)address; }
__attribute__((always_inline)) inline size_t __cvta_generic_to_shared(const void* address) { return (size_t)address; }
__attribute__((always_inline)) inline size_t __cvta_generic_to_constant(const void* address) { return (size_t)address; }
__attribute__((always_inline)) inline size_t __cvta_generic_to_local(const void* address) { return (size_t)address; }
__attribute__((always_inline)) inline void* __cvta_global_to_generic(size_t address) { return (void*)address; }
// Programs keep addresses in shared memory in 32 bits, as they are on a GPU.
void* __cvta_shared_to_generic(size_t address);
__attribute__((always_inline)) inline void* __cvta_constant_to_generic(size_t address) { return (void*)address; }
__attribute__((always_inline)) inline void* __cvta_local_to_generic(size_t address) { return (void*)address; }

// The position of the `offset`-th set bit of `mask`, counted from `base` upwards (or downwards, where it is negative);
// all ones where there is none. An offset of 0 asks for `base` itself.
__attribute__((always_inline)) inline unsigned __fns(unsigned mask, unsigned base, int offset) {
  if (offset == 0) return mask >> base & 1 ? base : ~0u;
  const int step = offset > 0 ? 1 : -1;
  for (int position = static_cast<int>(base); position >= 0 && position < 32; position += step)
    if (mask >> position & 1 && (offset -= step) == 0) return static_cast<unsigned>(position);
  return ~0u;
}

#define __builtin_assume(condition) ((condition) ? static_cast<void>(0) : __builtin_unreachable())

// For kernels that may begin before the one ahead of them has ended. In loom none does, so there is nothing to wait for.
inline void cudaGridDependencySynchronize() {}
inline void cudaTriggerProgrammaticLaunchCompletion() {}
