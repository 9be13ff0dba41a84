// Tangled from chapters/10-reductions.md. Edit there. [sha1 35ee5b931243fa304a94d9728fc2c3ded7bd333d]
#include <cstdio>
#include <random>

#include <cuda/atomic>
#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/reduce.cuh"
#include "common/side-by-side.cuh"

constexpr unsigned block = 256;
using Numbers = weft::View<const float>;

__device__ std::size_t thread_index() { return std::size_t{blockIdx.x} * block + threadIdx.x; }
__device__ std::size_t thread_count() { return std::size_t{gridDim.x} * block; }

__device__ float private_sum(Numbers x) {
  float mine = 0.0f;
#pragma unroll 1
  for (std::size_t i = thread_index(); i < x.size(); i += thread_count()) mine += x[i];
  return mine;
}

__device__ float sum_of(float4 four) { return (four.x + four.y) + (four.z + four.w); }

template <unsigned batch>
__device__ float private_sum_wide(Numbers x) {
  const auto* const fours = reinterpret_cast<const float4*>(x.data());
  const std::size_t whole = x.size() / 4, all = thread_count();
  float mine = 0.0f;
  std::size_t i = thread_index();
#pragma unroll 1
  for (; i + (batch - 1) * all < whole; i += batch * all) {
    float4 loaded[batch];
    for (unsigned b = 0; b < batch; ++b) loaded[b] = fours[i + b * all];
    for (const float4& four : loaded) mine += sum_of(four);
  }
  for (; i < whole; i += all) mine += sum_of(fours[i]);
  if (4 * whole + thread_index() < x.size()) mine += x[4 * whole + thread_index()];
  return mine;
}

template <unsigned batch>
__global__ void vector_loads(Numbers x, float* result) {
  const float sum = weft::join_block<block>(private_sum_wide<batch>(x), weft::Sum<float>{});
  if (threadIdx.x == 0) atomicAdd(result, sum);
}

__global__ void store_block_sums(Numbers x, float* sums) {
  const float sum = weft::join_block<block>(private_sum_wide<4>(x), weft::Sum<float>{});
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

__global__ void add_block_sums(Numbers sums, float* result) {
  const float sum = weft::join_block<block>(private_sum(sums), weft::Sum<float>{});
  if (threadIdx.x == 0) *result = sum;
}

__device__ bool is_last_block(float value, float* values, unsigned* tickets) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    values[blockIdx.x] = value;
    const cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(*tickets);
    last = counter.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1;
    if (last) counter.store(0, cuda::memory_order_relaxed);  // for the next launch
  }
  __syncthreads();
  return last;
}

struct Fences {
  __device__ static bool is_last(float value, float* values, unsigned* tickets) {
    return weft::last_to_leave(value, values, tickets);
  }
};
struct AcquireRelease {
  __device__ static bool is_last(float value, float* values, unsigned* tickets) {
    return is_last_block(value, values, tickets);
  }
};

// As vector_loads<4>, but the last block combines the values of all.
template <class Order>
__global__ void last_block(Numbers x, float* values, unsigned* tickets, float* result) {
  const float of_block = weft::join_block<block>(private_sum_wide<4>(x), weft::Sum<float>{});
  if (!Order::is_last(of_block, values, tickets)) return;
  float mine = 0.0f;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += block) mine += values[i];
  const float of_grid = weft::join_block<block>(mine, weft::Sum<float>{});
  if (threadIdx.x == 0) *result = of_grid;
}

TEST_CASE("the last block combines the values of all blocks, launch after launch") {
  for (const std::size_t n : {1, 3, 255, 257, 1023 * 31}) {
    const weft::Buffer<float> x(std::vector<float>(n, 1.0f));
    weft::Buffer<float> values(5);
    weft::Buffer<unsigned> tickets(std::vector<unsigned>{0});
    for (int launch = 0; launch < 2; ++launch)
      for (const auto kernel : {last_block<Fences>, last_block<AcquireRelease>}) {
        weft::Buffer<float> result(std::vector<float>{NAN});
        kernel<<<5, block>>>(x.view(), values.data(), tickets.data(), result.data());
        weft::check(cudaGetLastError());
        CHECK(result.to_host()[0] == static_cast<float>(n));
      }
    CHECK(tickets.to_host()[0] == 0);
  }
  std::puts("after four launches of five blocks, the ticket counter is 0");
}

TEST_CASE("ways to combine the results of blocks" * doctest::skip(!weft::measuring())) {
  int processors = 0, fit = 0;
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  weft::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, last_block<Fences>, block, 0));
  const unsigned blocks = fit * processors;
  std::mt19937 random(std::random_device{}());
  for (int shift = 14; shift <= 26; shift += 2) {
    std::vector<float> numbers(std::size_t{1} << shift);
    for (float& number : numbers) number = static_cast<float>(random() >> 8) * 0x1p-24f;
    const weft::Buffer<float> x(numbers);
    weft::Buffer<float> values(blocks), results(std::vector<float>(4, NAN));
    weft::Buffer<unsigned> tickets(std::vector<unsigned>{0});
    const auto seconds = weft::side_by_side(
        31,
        [&] {
          weft::check(cudaMemsetAsync(results.data(), 0, sizeof(float)));
          vector_loads<4><<<blocks, block>>>(x.view(), results.data());
        },
        [&] {
          store_block_sums<<<blocks, block>>>(x.view(), values.data());
          add_block_sums<<<1, block>>>(values.view(), results.data() + 1);
        },
        [&] {
          last_block<Fences><<<blocks, block>>>(x.view(), values.data(), tickets.data(), results.data() + 2);
        },
        [&] {
          last_block<AcquireRelease><<<blocks, block>>>(x.view(), values.data(), tickets.data(),
                                                        results.data() + 3);
        });
    weft::check(cudaGetLastError());
    const std::vector<float> found = results.to_host();
    const char* const series[] = {"atomics", "two launches", "last block, fences",
                                  "last block, acquire–release"};
    for (int i = 0; i < 4; ++i) {
      CHECK(found[i] == doctest::Approx(found[1]).epsilon(1e-4));
      weft::report({series[i], 4.0 * static_cast<double>(x.size()), "bytes", 1e6 * seconds[i], "µs"});
    }
    if (shift == 14) CHECK((seconds[2] < seconds[1] && seconds[3] < seconds[1]));
  }
}
