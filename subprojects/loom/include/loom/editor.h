// What an editor's Clang is given before a CUDA file, so that it reads the file with these headers as loomcc does: as CUDA, in one
// pass for host and device. Nothing is ever compiled with it. book/command/editor.py names it to clangd.
#pragma once

// Every function may be called from both sides, as in loomcc's one pass.
#pragma clang force_cuda_host_device begin

// But operators new are the host's and, built in, the device's; the library's <new> is to be read so, and without Clang's own wrapper.
#define __CLANG_CUDA_WRAPPERS_NEW
#include <bits/exception.h>
#pragma clang force_cuda_host_device end
#include <ext/../new>
#pragma clang force_cuda_host_device begin

#define __CUDACC__ 1
#define __loom_host__ __attribute__((host))
#define __loom_device__ __attribute__((device))
#define __loom_global__ __attribute__((global))
#define __loom_constant__ __attribute__((constant))
#define __loom_managed__ __attribute__((device))
#define __loom_shared__ __attribute__((shared))
#define __loom_bounds__(...)
#define __loom_cluster__(...)
#define __syncthreads __loom_syncthreads  // which Clang has built in, for the device alone

#include <cuda_runtime.h>

// Clang asks for these where it sees <<<…>>>.
extern "C" cudaError_t cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = nullptr);
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = nullptr);

#include <source_location>
#if !defined(__cpp_lib_source_location)
// Clang before 16 does not have what the standard library builds it on.
namespace std {
struct source_location {
  static constexpr source_location current() noexcept { return {}; }
  constexpr const char* file_name() const noexcept { return ""; }
  constexpr const char* function_name() const noexcept { return ""; }
  constexpr unsigned line() const noexcept { return 0; }
  constexpr unsigned column() const noexcept { return 0; }
};
}
#endif
