// Tangled from chapters/10-reductions.md. Edit there. [sha1 b0b4ba67c9a610d315399b0cc3a1abfa81c3b729]
#include <cstdio>
#include <random>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/measure.cuh"
#include "common/reduce.cuh"
#include "common/side-by-side.cuh"

constexpr unsigned block = 256;
using Numbers = weft::View<const float>;

__device__ std::size_t thread_index() { return std::size_t{blockIdx.x} * block + threadIdx.x; }
__device__ std::size_t thread_count() { return std::size_t{gridDim.x} * block; }

__global__ void atomic_per_element(Numbers x, float* result) {
  const std::size_t i = thread_index();
  if (i < x.size()) atomicAdd(result, x[i]);
}

// The sum of all threads' numbers, valid in thread 0. Every thread of the block must call it.
__device__ float sum_by_halves(float mine) {
  __shared__ float sums[block];
  sums[threadIdx.x] = mine;
  __syncthreads();
  for (unsigned half = block / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  return sums[0];
}

__global__ void tree_per_block(Numbers x, float* result) {
  const std::size_t i = thread_index();
  const float of_block = sum_by_halves(i < x.size() ? x[i] : 0.0f);
  if (threadIdx.x == 0) atomicAdd(result, of_block);
}

__device__ float private_sum(Numbers x) {
  float mine = 0.0f;
#pragma unroll 1
  for (std::size_t i = thread_index(); i < x.size(); i += thread_count()) mine += x[i];
  return mine;
}

__global__ void private_sums(Numbers x, float* result) {
  const float of_block = sum_by_halves(private_sum(x));
  if (threadIdx.x == 0) atomicAdd(result, of_block);
}

__global__ void with_shuffles(Numbers x, float* result) {
  const float of_block = weft::join_block<block>(private_sum(x), weft::Sum<float>{});
  if (threadIdx.x == 0) atomicAdd(result, of_block);
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

struct Step {
  const char* name;
  void (*kernel)(Numbers, float*);
  unsigned blocks;  // 0: one thread per number
};
const std::vector<Step> steps = {
    {"one atomic per element", atomic_per_element, 0},
    {"one tree per block", tree_per_block, 0},
    {"private sums", private_sums, 8},
    {"shuffles", with_shuffles, 8},
    {"vector loads", vector_loads<1>, 8},
    {"batched loads", vector_loads<4>, 8},
};

loom::Seen observe_step(const Step& step, const weft::Buffer<float>& x, float expected) {
  weft::Buffer<float> sum(std::vector<float>{0.0f});
  const auto threads_for_all = static_cast<unsigned>((x.size() + block - 1) / block);
  const auto seen = loom::observe([&] {
    step.kernel<<<step.blocks ? step.blocks : threads_for_all, block>>>(x.view(), sum.data());
  });
  CHECK(sum.to_host()[0] == expected);
  return seen;
}

TEST_CASE("each step changes the counter that it should") {
  constexpr std::size_t n = 1 << 16;
  const weft::Buffer<float> ones(std::vector<float>(n, 1.0f));
  std::vector<loom::Seen> seen;
  const auto shared_requests = [](const loom::Seen& one) {
    return one.shared_loads.requests + one.shared_stores.requests;
  };
  std::puts("step | load requests | sectors per load request | atomic requests | shared-memory requests");
  for (const Step& step : steps) {
    seen.push_back(observe_step(step, ones, n));
    const loom::Seen& last = seen.back();
    std::printf("%s | %.0f | %.0f | %.0f | %.0f\n", step.name, 1.0 * last.global_loads.requests,
                last.global_loads.sectors_per_request(), 1.0 * last.global_atomics.requests,
                1.0 * shared_requests(last));
  }
  for (int i = 0; i < 4; ++i) CHECK(seen[i].global_loads.requests == n / 32);
  CHECK(seen[0].global_atomics.requests == n / 32);
  CHECK(seen[1].global_atomics.requests == n / block);
  CHECK(seen[2].global_atomics.requests == 8);
  CHECK(shared_requests(seen[1]) == n / block / 8 * shared_requests(seen[2]));
  CHECK(2 * shared_requests(seen[3]) < shared_requests(seen[2]));
  for (int i = 4; i < 6; ++i) {
    CHECK(seen[i].global_loads.requests == n / 32 / 4);
    CHECK(seen[i].global_loads.sectors_per_request() == 16);
    CHECK(shared_requests(seen[i]) == shared_requests(seen[3]));
  }
}

TEST_CASE("every step adds every number once, whatever the length") {
  for (const std::size_t n : {1, 3, 255, 257, 1023 * 31}) {
    std::mt19937 random(7);
    std::vector<float> values(n);
    float expected = 0.0f;
    for (float& value : values) expected += value = static_cast<float>(random() % 7) - 3;
    const weft::Buffer<float> x(values);
    for (const Step& step : steps) observe_step(step, x, expected);
    weft::Buffer<float> sums(5), sum(std::vector<float>{NAN});
    store_block_sums<<<5, block>>>(x.view(), sums.data());
    add_block_sums<<<1, block>>>(sums.view(), sum.data());
    CHECK(sum.to_host()[0] == expected);
  }
}

#ifndef __LOOM__
#include <cub/device/device_reduce.cuh>

unsigned as_many_as_fit(void (*kernel)(Numbers, float*)) {
  int processors = 0, fit = 0;
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  weft::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, block, 0));
  return static_cast<unsigned>(fit * processors);
}

TEST_CASE("the steps, compared with the library" * doctest::skip(!weft::measuring())) {
  std::mt19937 random(std::random_device{}());
  for (int shift = 14; shift <= 28; shift += 2) {
    const int n = 1 << shift;
    std::vector<float> values(n);
    double exact = 0.0;
    for (float& value : values) exact += value = static_cast<float>(random() >> 8) * 0x1p-24f;
    const weft::Buffer<float> x(values);
    weft::Buffer<float> sums(std::vector<float>(9, NAN)), of_blocks(as_many_as_fit(store_block_sums));
    weft::Reduction<weft::Sum<float>> reduction;
    std::size_t bytes = 0;
    weft::check(cub::DeviceReduce::Sum(nullptr, bytes, x.data(), sums.data(), n));
    weft::Buffer<char> workspace(bytes);
    const auto step = [&](int i) {
      const auto kernel = steps[i].kernel;
      const unsigned blocks = steps[i].blocks ? as_many_as_fit(kernel) : n / block;
      return [&, i, kernel, blocks] {
        weft::check(cudaMemsetAsync(sums.data() + i, 0, sizeof(float)));
        kernel<<<blocks, block>>>(x.view(), sums.data() + i);
      };
    };
    const auto fit = static_cast<unsigned>(of_blocks.size());
    const auto seconds = weft::side_by_side(
        15, step(0), step(1), step(2), step(3), step(4), step(5),
        [&] { reduction(weft::each(x.view()), sums.data() + 6); },
        [&] { cub::DeviceReduce::Sum(workspace.data(), bytes, x.data(), sums.data() + 7, n); },
        [&] {
          store_block_sums<<<fit, block>>>(x.view(), of_blocks.data());
          add_block_sums<<<1, block>>>(of_blocks.view(), sums.data() + 8);
        });
    weft::check(cudaGetLastError());
    const std::vector<float> found = sums.to_host();
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      const double expected = i == 0 && shift > 24 ? 0x1p24 : exact;  // see below
      CHECK(found[i] == doctest::Approx(expected).epsilon(1e-3));
      const char* const others[] = {"template", "CUB", "two launches"};
      weft::report({i < 6 ? steps[i].name : others[i - 6], 4.0 * n, "bytes", 4e-9 * n / seconds[i], "GB/s"});
    }
    if (shift < 28) continue;
    const double shared = seconds[2], shuffles = seconds[3], batches = seconds[5];
    CHECK((seconds[0] > seconds[1] && seconds[1] > shared));
    CHECK((shuffles > 0.93 * shared && shuffles < 1.07 * shared));
    CHECK(batches < 0.85 * shuffles);
    CHECK(seconds[6] < 1.05 * batches);
    CHECK(seconds[6] < 1.03 * seconds[7]);
  }
}
#endif
