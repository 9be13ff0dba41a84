// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 9ce5e12d59423db888cadd68a652648204465225]
#include <cstdio>
#include <vector>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <doctest/doctest.h>

#include "common/buffer.cuh"

template <class T>
concept has_add = requires(T* place, T value) { atomicAdd(place, value); };

struct alignas(16) Entry {
  unsigned long long key, value;
};

__global__ void add_half(__half* sum) { atomicAdd(sum, __float2half(0.5f)); }

__global__ void add_four(float4* sum) {
#if defined(__LOOM__) || __CUDA_ARCH__ >= 900
  atomicAdd(sum, float4{1, 2, 3, 4});
#endif
}

__global__ void enter(Entry* entry, unsigned* entered) {
#if defined(__LOOM__) || __CUDA_ARCH__ >= 900
  const Entry empty{0, 0}, mine{threadIdx.x + 1, 10 * (threadIdx.x + 1)};
  const Entry found = atomicCAS(entry, empty, mine);
  if (found.key == 0) atomicAdd(entered, 1u);
#endif
}

// Called before main, on machines without a device as well.
bool has_wide_atomics() {
  int major = 0;
  return cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0) == cudaSuccess && major >= 9;
}

TEST_CASE("halves are added one by one, and round as halves do") {
  weft::Buffer<__half> sum(std::vector<__half>{__float2half(0.0f)});
  add_half<<<2, 64>>>(sum.data());
  CHECK(__half2float(sum.to_host()[0]) == 64);
  weft::Buffer<__half> large(std::vector<__half>{__float2half(2048.0f)});
  add_half<<<2, 64>>>(large.data());
  CHECK(__half2float(large.to_host()[0]) == 2048);  // halves are 2 apart there
}

TEST_CASE("bfloat16, pairs and float2 have an addition too") {
  CHECK((has_add<__half2> && has_add<__nv_bfloat16> && has_add<__nv_bfloat162> && has_add<float2>));
}

TEST_CASE("four floats by one call" * doctest::skip(!has_wide_atomics())) {
  weft::Buffer<float4> sum(std::vector<float4>{{0, 0, 0, 0}});
  add_four<<<2, 64>>>(sum.data());
  const float4 found = sum.to_host()[0];
  CHECK((found.x == 128 && found.y == 256 && found.z == 384 && found.w == 512));
}

TEST_CASE("key and value are entered together" * doctest::skip(!has_wide_atomics())) {
  weft::Buffer<Entry> entry(std::vector<Entry>{{0, 0}});
  weft::Buffer<unsigned> entered(std::vector<unsigned>{0});
  enter<<<1, 128>>>(entry.data(), entered.data());
  CHECK(entered.to_host()[0] == 1);
  const Entry found = entry.to_host()[0];
  CHECK(found.value == 10 * found.key);
  std::printf("%u of 128 threads entered\n", entered.to_host()[0]);
}
