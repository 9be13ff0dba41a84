// The CUDA language beyond C++: what device code may use without including anything.
#pragma once

// These are the C library's functions on the host and CUDA's in device code. The name that the linker sees decides; to the
// compiler they are what they were, declared where they were, format checks and all.
#pragma redefine_extname printf loom_printf
#pragma redefine_extname puts loom_puts
#pragma redefine_extname putchar loom_putchar
#pragma redefine_extname __assert_fail loom_assert_fail
#pragma redefine_extname memcpy loom_memcpy
#pragma redefine_extname memmove loom_memmove
#pragma redefine_extname memset loom_memset
#pragma redefine_extname malloc loom_malloc
#pragma redefine_extname free loom_free
#pragma redefine_extname clock loom_clock
#if defined(__aarch64__)   // where the C library's results for zero and NaN are others
#pragma redefine_extname ilogb loom_ilogb
#pragma redefine_extname ilogbf loom_ilogbf
#endif

#if defined(__LOOM__)   // GCC 12 without loomcc's flags stumbles over these names
void* operator new(decltype(sizeof 0)) __asm__("loom_new");
void* operator new[](decltype(sizeof 0)) __asm__("loom_new");
void operator delete(void*) noexcept __asm__("loom_delete");
void operator delete(void*, decltype(sizeof 0)) noexcept __asm__("loom_delete");
void operator delete[](void*) noexcept __asm__("loom_delete");
void operator delete[](void*, decltype(sizeof 0)) noexcept __asm__("loom_delete");
#endif

// What nvcc includes unasked, too.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmath>
#include <cstdlib>
#include <new>

#include "loom/keywords.h"
#include "vector_types.h"

// Where a thread is. Constant while it runs, so reading them is not an access to memory that others could see: the compiler
// announces none. For that all four must be of a type without constructors, and dim3 has some; a uint3 converts to it.
extern __thread const uint3 threadIdx;
extern __thread const uint3 blockIdx;
extern __thread const uint3 blockDim;
extern __thread const uint3 gridDim;
extern const int warpSize;

// Barriers. Threads that have left the kernel are not waited for.
void __syncthreads();
int __syncthreads_count(int predicate);
int __syncthreads_and(int predicate);
int __syncthreads_or(int predicate);
void __syncwarp(unsigned mask = 0xffffffff);
unsigned __activemask();

void __threadfence_block();
void __threadfence();
void __threadfence_system();


namespace loom {
// Whether a device thread calls, for functions with one body for the host and another for the device.
extern __thread const bool runs_device_code;
constexpr bool on_device() { return !__builtin_is_constant_evaluated() && runs_device_code; }

// What PTX calls %warpid, %smid, %nsmid and %globaltimer.
unsigned warp();
unsigned multiprocessor();
unsigned multiprocessors();
unsigned long long nanoseconds();

// The thread's carry flag, which PTX keeps from one sum to the next, and `exit`.
bool carry();
void set_carry(bool);
[[noreturn]] void exit_thread();

// Stands for PTX that the translator has no C++ for, and ends the kernel.
[[noreturn]] void unknown_ptx(const char* instruction, const void* caller);

// The block's dynamic shared memory; what `extern __shared__ T x[]` stands for.
void* dynamic_shared();
// The address of that array, for which the translator writes a pointer; of a variable of the same name, what it is.
template <class Element>
auto dynamic_shared_at(Element* const& first) -> Element (*)[] { return reinterpret_cast<Element (*)[]>(first); }
template <class Variable>
Variable* dynamic_shared_at(Variable& variable) { return __builtin_addressof(variable); }
// Where a shared variable lies whose address a program kept in 32 bits.
void* shared_address(unsigned low);
void* shared_of_descriptor(unsigned low);   // of 18 bits
// Barrier of the whole grid, and whether the launch allows it.
void sync_grid();
bool grid_is_cooperative();
}

#include "loom/barrier_bypasses.h"
#include "loom/device_atomics.h"
#include "loom/device_language.h"
#include "loom/device_clusters.h"
#include "loom/device_math.h"
#include "loom/device_memory.h"
#include "loom/device_surfaces.h"
#include "loom/device_textures.h"
#include "loom/device_warp.h"
