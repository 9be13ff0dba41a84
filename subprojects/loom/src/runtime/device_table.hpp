// What a loom device is like: the one file with its numbers.
//
// The limits of a program (threads per block, shared memory, grid sizes) are those of compute capability 9.0, so that what loom
// accepts a Hopper GPU accepts too. The sizes of the machine (multiprocessors, memory, caches, clocks) are small on purpose:
// loom is not a fast device and must not look like one.
#pragma once

#include <cstddef>

#include "cuda_runtime_api.h"

namespace loom::runtime {

inline constexpr int device_count = 2;

namespace table {

inline constexpr std::size_t KiB = 1024, MiB = 1024 * KiB, GiB = 1024 * MiB;

inline constexpr char name[] = "loom (software device)";
inline constexpr int major = 9, minor = 0;
inline constexpr int driver_version = 13000, runtime_version = CUDART_VERSION;

// A launch
inline constexpr int warp_size = 32;
inline constexpr int threads_per_block = 1024;
inline constexpr int block_x = 1024, block_y = 1024, block_z = 64;
inline constexpr int grid_x = 2147483647, grid_y = 65535, grid_z = 65535;
inline constexpr std::size_t shared_per_block = 48 * KiB;           // without asking
inline constexpr std::size_t shared_per_block_optin = 227 * KiB;    // after cudaFuncSetAttribute
inline constexpr std::size_t shared_reserved_per_block = 1 * KiB;
inline constexpr std::size_t constant_memory = 64 * KiB;
inline constexpr unsigned blocks_per_cluster = 8;                   // on any device
inline constexpr unsigned blocks_per_cluster_optin = 16;            // after cudaFuncSetAttribute

// A multiprocessor
constexpr int multiprocessors(int device) { return device == 0 ? 4 : 3; }   // not the same: a program that asks the wrong one is noticed
inline constexpr int multiprocessors_of_a_large_gpu = 132;
inline constexpr int threads_per_multiprocessor = 2048;
inline constexpr int blocks_per_multiprocessor = 32;
inline constexpr std::size_t shared_per_multiprocessor = 228 * KiB;
inline constexpr std::size_t shared_granularity = 128;
inline constexpr int registers_per_multiprocessor = 65536;
inline constexpr int registers_per_block = 65536;
// The host compiler's registers are not a GPU's: every kernel is taken to need this many a thread, which never limits occupancy.
inline constexpr int registers_per_thread = 32;

// Memory
inline constexpr std::size_t global_memory = 1300 * MiB;            // of the largest device
constexpr std::size_t memory_of(int device) { return device == 0 ? 1 * GiB : global_memory; }
inline constexpr std::size_t allocation_alignment = 256;
inline constexpr std::size_t pitch_alignment = 512;
inline constexpr std::size_t texture_pitch_alignment = 32;
inline constexpr std::size_t texture_alignment = 512;
inline constexpr std::size_t largest_pitch = 2147483647;
inline constexpr int l2_cache = 4 * MiB;
inline constexpr int memory_bus_bits = 128;
inline constexpr int clock_kHz = 1250000, memory_clock_kHz = 1000000;  // not the same: a program that mixes them up is noticed

// Streams: a smaller number goes first
inline constexpr int least_priority = 0, greatest_priority = -5;

// cudaLimit…: what a new context has
inline constexpr std::size_t stack_size = 1 * KiB, printf_fifo = 1 * MiB, malloc_heap = 8 * MiB;
inline constexpr std::size_t largest_stack_size = 512 * KiB;    // what a thread may have of local memory
inline constexpr std::size_t pending_launches = 2048, l2_fetch_granularity = 64, persisting_l2 = 0;

}  // namespace table

// Everything cudaGetDeviceProperties tells.
cudaDeviceProp properties_of(int device);

// One attribute; false where CUDA knows no such attribute.
bool attribute_of(int device, cudaDeviceAttr, int& value);

}  // namespace loom::runtime
