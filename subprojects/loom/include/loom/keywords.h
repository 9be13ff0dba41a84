// CUDA's words for declarations, as loomcc's translator sees them.
//
// Host and device are one pass of one compiler. What the words mean there depends on what they stand before, so they reach the translator under names of loom's own, while `#ifdef __device__` still answers as it does
// under nvcc.
#pragma once
#define __HOST_DEFINES_H__   // programs ask by this name whether the words are defined

#if defined(__CUDACC__)
#define __host__ __loom_host__
#define __global__ __loom_global__
#define __device__ __loom_device__
#define __constant__ __loom_constant__
#define __managed__ __loom_managed__
#define __shared__ __loom_shared__
#define __launch_bounds__(...) __loom_bounds__(__VA_ARGS__)
#define __cluster_dims__(...) __loom_cluster__(__VA_ARGS__)
#else
#define __host__
#define __global__
#define __device__
#define __constant__
#define __managed__
#define __shared__
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#endif

#define __grid_constant__
#define __maxnreg__(registers)
#define __forceinline__ inline __attribute__((always_inline))
#define __inline_hint__
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __align__(bytes)
#define CUDARTAPI
#define CUDART_CB
