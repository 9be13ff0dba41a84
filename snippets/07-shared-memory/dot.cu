// Tangled from chapters/07-shared-memory.md. Edit there. [sha1 bb8c6930a55c8e05103dd2c7defaa2e7cee63059]
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <stdexcept>

#include <cublas_v2.h>
#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

constexpr unsigned block = 256;
using Numbers = weft::View<const float>;

// The sum of all threads' numbers. Every thread of the block must call it, and only once:
// a second call would need a barrier before it.
__device__ float sum_of_block(float mine) {
  __shared__ float sums[block];
  sums[threadIdx.x] = mine;
  __syncthreads();
  for (unsigned half = block / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  return sums[0];
}

__device__ std::size_t my_number() { return std::size_t{blockIdx.x} * block + threadIdx.x; }
__device__ std::size_t all_threads() { return std::size_t{gridDim.x} * block; }

// Writes the sum of each block's products to `sums`.
__global__ void dot_of_blocks(Numbers a, Numbers b, float* sums) {
  const auto* const a4 = reinterpret_cast<const float4*>(a.data());
  const auto* const b4 = reinterpret_cast<const float4*>(b.data());
  const std::size_t whole = a.size() / 4;
  float mine = 0.0f;
  for (std::size_t i = my_number(); i < whole; i += all_threads()) {
    const float4 x = a4[i], y = b4[i];
    mine += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
  }
  const std::size_t rest = 4 * whole + my_number();
  if (rest < a.size()) mine += a[rest] * b[rest];
  const float of_block = sum_of_block(mine);
  if (threadIdx.x == 0) sums[blockIdx.x] = of_block;
}

__global__ void add_up(Numbers sums, float* result) {
  float mine = 0.0f;
  for (std::size_t i = threadIdx.x; i < sums.size(); i += block) mine += sums[i];
  const float all = sum_of_block(mine);
  if (threadIdx.x == 0) *result = all;
}

bool aligned(const float* numbers) {
  return reinterpret_cast<std::uintptr_t>(numbers) % alignof(float4) == 0;
}

void dot(Numbers a, Numbers b, weft::View<float> sums, float* result) {
  if (!aligned(a.data()) || !aligned(b.data()))
    throw std::invalid_argument("dot reads 16 bytes at a time, from multiples of 16");
  dot_of_blocks<<<static_cast<unsigned>(sums.size()), block>>>(a, b, sums.data());
  add_up<<<1, block>>>(sums, result);
  weft::check(cudaGetLastError());
}

std::vector<float> numbers(std::size_t count, unsigned seed) {
  std::mt19937 bits(seed);
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(bits() % 7) - 3;
  return values;
}

TEST_CASE("every product counts once, whatever the length") {
  for (const std::size_t n : {1, 3, 255, 257, 1023 * 31}) {
    const std::vector<float> a = numbers(n, 1), b = numbers(n, 2);
    double expected = 0.0;
    for (std::size_t i = 0; i < n; ++i) expected += double{a[i]} * b[i];
    const weft::Buffer<float> on_a(a), on_b(b);
    weft::Buffer<float> sums(6), result(std::vector<float>{NAN});
    dot(on_a.view(), on_b.view(), sums.view(), result.data());
    CHECK(result.to_host()[0] == expected);  // small integers, so exactly
    std::printf("%5zu products add up to %.0f\n", n, expected);
  }
}

TEST_CASE("a vector that begins between two multiples of 16 bytes is refused") {
  const weft::Buffer<float> a(numbers(9, 1));
  weft::Buffer<float> sums(1), result(1);
  const Numbers all = a.view(), but_the_first(a.data() + 1, 8);
  CHECK_THROWS_AS(dot(but_the_first, all, sums.view(), result.data()), std::invalid_argument);
  CHECK_THROWS_AS(dot(all, but_the_first, sums.view(), result.data()), std::invalid_argument);
}

TEST_CASE("our dot product compared with cuBLAS" * doctest::skip(!weft::measuring())) {
  weft::Owner<cublasHandle_t, cublasDestroy> cublas;
  REQUIRE(cublasCreate(cublas.out()) == CUBLAS_STATUS_SUCCESS);
  const auto in_device_memory = CUBLAS_POINTER_MODE_DEVICE;  // where the result goes
  REQUIRE(cublasSetPointerMode(cublas, in_device_memory) == CUBLAS_STATUS_SUCCESS);
  int processors = 0, fit = 0;  // multiprocessors, and the blocks that fit on each
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  weft::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, dot_of_blocks, block, 0));
  weft::Buffer<float> sums(fit * processors), result(1);
  for (int shift = 20; shift <= 28; shift += 4) {
    const int n = 1 << shift;
    const weft::Buffer<float> a(numbers(n, 1)), b(numbers(n, 2));
    const auto [ours, theirs] = weft::side_by_side(
        15, [&] { dot(a.view(), b.view(), sums.view(), result.data()); },
        [&] { cublasSdot(cublas, n, a.data(), 1, b.data(), 1, result.data()); });
    weft::report({"ours", 1.0 * n, "products", 8e-9 * n / ours, "GB/s"});
    weft::report({"cuBLAS", 1.0 * n, "products", 8e-9 * n / theirs, "GB/s"});
    CHECK(ours < 1.02 * theirs);
    if (shift == 20) CHECK(ours < theirs);
    if (shift == 28) CHECK(ours > 0.95 * theirs);
  }
}
