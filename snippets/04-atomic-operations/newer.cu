// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 0cb7a05301c302aad29c651da8918f576583d7e9]
#include <cstdio>
#include <vector>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <doctest/doctest.h>

#include "common/buffer.cuh"

struct alignas(16) Entry {
  unsigned long long key, value;
};

template <class T>
__global__ void add_each(T* sum, T value) {
  atomicAdd(sum, value);
}

template <class Vector>
__global__ void add_vector(Vector* sum, Vector value) {
#if defined(__LOOM__) || __CUDA_ARCH__ >= 900
  atomicAdd(sum, value);
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

// The sum to which 128 threads have added the same value.
template <class T>
T sum_of(void (*kernel)(T*, T), T start, T value) {
  weft::Buffer<T> sum(std::vector<T>{start});
  kernel<<<2, 64>>>(sum.data(), value);
  weft::check(cudaGetLastError());
  return sum.to_host()[0];
}

TEST_CASE("halves are added one by one, and round as halves do") {
  const __half half = __float2half(0.5f);
  CHECK(__half2float(sum_of(add_each<__half>, __float2half(0), half)) == 64);
  CHECK(__half2float(sum_of(add_each<__half>, __float2half(2048), half)) == 2048);  // halves are 2 apart there
}

TEST_CASE("bfloat16 and pairs of 16-bit numbers are added") {
  CHECK(__bfloat162float(sum_of(add_each<__nv_bfloat16>, __float2bfloat16(0), __float2bfloat16(0.5f))) == 64);
  const float2 halves = __half22float2(sum_of(add_each<__half2>, __floats2half2_rn(0, 0), __floats2half2_rn(0.5f, 1)));
  CHECK((halves.x == 64 && halves.y == 128));
  const float2 bfloats = __bfloat1622float2(
      sum_of(add_each<__nv_bfloat162>, __floats2bfloat162_rn(0, 0), __floats2bfloat162_rn(0.5f, 1)));
  CHECK((bfloats.x == 64 && bfloats.y == 128));
}

TEST_CASE("two or four floats are added by one call" * doctest::skip(!has_wide_atomics())) {
  const float2 two = sum_of(add_vector<float2>, float2{0, 0}, float2{1, 2});
  CHECK((two.x == 128 && two.y == 256));
  const float4 four = sum_of(add_vector<float4>, float4{0, 0, 0, 0}, float4{1, 2, 3, 4});
  CHECK((four.x == 128 && four.y == 256 && four.z == 384 && four.w == 512));
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
