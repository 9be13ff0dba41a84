// The CUDA language beyond C++: what device code may use without including anything.
#pragma once

#include <cstddef>

#include <math.h>

#include "loom/keywords.h"
#include "vector_types.h"

// Where a thread is. Constant while it runs, so reading them is no access to memory that anyone else could see: the compiler
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

void __nanosleep(unsigned nanoseconds);
long long clock64();
[[noreturn]] void __trap();

namespace loom {
// The block's dynamic shared memory; what `extern __shared__ T x[]` stands for.
void* dynamic_shared();
}

// These mean the C library's functions on the host and CUDA's in device code. The name that the linker sees decides;
// to the compiler they are what they were, format checks and all.
extern "C" {
int printf(const char* format, ...) __asm__("loom_printf") __attribute__((format(printf, 1, 2)));
int puts(const char* text) __asm__("loom_puts");
int putchar(int character) __asm__("loom_putchar");
void* memcpy(void* __restrict to, const void* __restrict from, std::size_t bytes) noexcept __asm__("loom_memcpy");
void* memmove(void* to, const void* from, std::size_t bytes) noexcept __asm__("loom_memmove");
void* memset(void* to, int value, std::size_t bytes) noexcept __asm__("loom_memset");
[[noreturn]] void __assert_fail(const char* assertion, const char* file, unsigned line, const char* function) noexcept
    __asm__("loom_assert_fail");
}

#include "loom/device_atomics.h"
#include "loom/device_math.h"
#include "loom/device_memory.h"
#include "loom/device_warp.h"
