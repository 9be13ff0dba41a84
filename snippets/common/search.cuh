// For the search of Chapter 19: compiles tilings of the product while a program runs, checks their results, and takes
// their times. WEFT_SEARCH is defined if NVRTC is available, which compiles them.
#pragma once

#include "common/owner.cuh"
#include "common/product.cuh"
#include "common/timer.cuh"

#include <string>

namespace weft {

// A tiling whose numbers are known while the program runs.
struct Variant {
  unsigned block_m, block_n, depth, warp_m, warp_n, thread_m, thread_n, stages, blocks;
  bool serpentine;

  std::string name() const {
    std::string words = "weft::Tiling<";
    for (const unsigned number : {block_m, block_n, depth, warp_m, warp_n, thread_m, thread_n, stages, blocks})
      words += std::to_string(number) + ", ";
    return words + (serpentine ? "true" : "false") + ", 16>";
  }
  std::string micro_tile() const { return std::to_string(thread_m) + " × " + std::to_string(thread_n); }
  std::string in_words() const {
    std::string words = micro_tile() + " in " + std::to_string(block_m) + " × " + std::to_string(block_n);
    words += ", " + std::to_string(depth) + " deep, " + std::to_string(stages) + " stages";
    return words + (serpentine ? "" : ", not serpentine");
  }
  unsigned threads() const { return block_m / warp_m * (block_n / warp_n) * 32; }
  unsigned bytes() const { return stages * depth * (block_m + 4 + block_n) * 4; }
};

}  // namespace weft

#if !defined(__LOOM__) && __has_include(<nvrtc.h>)
#define WEFT_SEARCH
#include <atomic>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

#include <nvrtc.h>

namespace weft {

// What the kernel's header includes, for NVRTC, which has no files.
inline const char* const no_cstddef = "namespace std { using size_t = decltype(sizeof 0); }";
inline const char* const pipeline = R"(
template <unsigned size> __device__ void copy_async(void* to, const void* from) {
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(to));
  if constexpr (size == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(at), "l"(from) : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(at), "l"(from) : "memory");
}
__device__ inline void __pipeline_memcpy_async(void* to, const void* from, size_t size) {
  if (size == 16) copy_async<16>(to, from); else copy_async<4>(to, from);
}
__device__ inline void __pipeline_commit() { asm volatile("cp.async.commit_group;"); }
__device__ inline void __pipeline_wait_prior(size_t prior) {
  if (prior == 0) asm volatile("cp.async.wait_group 0;" ::: "memory");
  if (prior == 1) asm volatile("cp.async.wait_group 1;" ::: "memory");
  if (prior == 2) asm volatile("cp.async.wait_group 2;" ::: "memory");
}
)";

struct Compiled {
  std::string name;         // in the machine code
  std::vector<char> cubin;  // empty: the compiler refused
};

inline Compiled compile(const std::string& header, const std::string& tiling, const std::string& architecture) {
  const char* const texts[] = {no_cstddef, pipeline};
  const char* const names[] = {"cstddef", "cuda_pipeline.h"};
  nvrtcProgram program = nullptr;
  nvrtcCreateProgram(&program, header.c_str(), "product-kernel.cu", 2, texts, names);
  const std::string kernel = "weft::product<" + tiling + ", 4>";
  nvrtcAddNameExpression(program, kernel.c_str());
  const std::string arch = "--gpu-architecture=" + architecture;
  const char* const options[] = {arch.c_str(), "--std=c++17"};
  Compiled result;
  if (nvrtcCompileProgram(program, 2, options) == NVRTC_SUCCESS) {
    const char* lowered = nullptr;
    nvrtcGetLoweredName(program, kernel.c_str(), &lowered);
    result.name = lowered;
    std::size_t bytes = 0;
    nvrtcGetCUBINSize(program, &bytes);
    result.cubin.resize(bytes);
    nvrtcGetCUBIN(program, result.cubin.data());
  }
  nvrtcDestroyProgram(&program);
  return result;
}

// All of these tilings, for the current GPU, with as many threads as the machine has.
inline std::vector<Compiled> compile_all(const std::vector<std::string>& tilings) {
  int major = 0, minor = 0;
  check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
  check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0));
  const std::string architecture = "sm_" + std::to_string(10 * major + minor);
  const std::string folder = std::string(__FILE__).substr(0, std::string(__FILE__).rfind('/'));
  std::ifstream file(folder + "/product-kernel.cuh");
  std::stringstream header;
  header << file.rdbuf();
  std::vector<Compiled> compiled(tilings.size());
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> workers;
  for (unsigned w = 0; w < std::max(1u, std::thread::hardware_concurrency()); ++w)
    workers.emplace_back([&] {
      for (std::size_t i = next++; i < tilings.size(); i = next++)
        compiled[i] = compile(header.str(), tilings[i], architecture);
    });
  for (std::thread& worker : workers) worker.join();
  return compiled;
}

static __global__ void count_different(const float* a, const float* b, std::size_t size, unsigned* different) {
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < size; i += std::size_t{gridDim.x} * blockDim.x)
    if (a[i] != b[i]) atomicAdd(different, 1u);
}

// TFLOP/s of one tiling; 0 if it does not compile, does not fit, or differs from `expected` in a bit.
inline double rate_of(const Variant& variant, const Compiled& compiled, Operands of, const float* expected) {
  if (compiled.cubin.empty()) return 0;
  Owner<cudaLibrary_t, cudaLibraryUnload> library;
  check(cudaLibraryLoadData(library.out(), compiled.cubin.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  cudaKernel_t kernel = nullptr;
  check(cudaLibraryGetKernel(&kernel, library, compiled.name.c_str()));
  const void* const function = reinterpret_cast<const void*>(kernel);
  if (cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(variant.bytes())) != cudaSuccess) return 0;
  unsigned piece = of.k;
  void* arguments[] = {&of, &piece};
  const auto tiles = static_cast<unsigned>(ceil_div(of.m, variant.block_m) * ceil_div(of.n, variant.block_n));
  const auto go = [&] {
    check(cudaLaunchKernel(function, dim3(tiles), dim3(variant.threads()), arguments, variant.bytes(), nullptr));
  };
  const std::size_t size = std::size_t{of.m} * of.n;
  check(cudaMemset(of.c, 0xff, size * sizeof(float)));
  const double seconds = median_seconds(3, go);
  Buffer<unsigned> different(std::vector<unsigned>{0});
  count_different<<<1024, 256>>>(of.c, expected, size, different.data());
  if (different.to_host()[0] != 0) return 0;
  return 2e-12 * of.m * of.n * of.k / seconds;
}

}  // namespace weft
#endif
