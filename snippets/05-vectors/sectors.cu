// Tangled from chapters/05-vectors.md. Edit there. [sha1 c8b5fc39ca1fbcbd0252ed9628072dc6e6e67cd2]
#include <cstdio>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/buffer.cuh"

// Each thread reads one value: thread t reads number first + step * t.
template <class T>
__global__ void pick(const T* values, long first, long step, T* picked) {
  picked[threadIdx.x] = values[first + step * static_cast<long>(threadIdx.x)];
}

// How the loads of one warp went.
template <class T>
loom::GlobalAccesses loads(long first, long step) {
  weft::Buffer<T> values(std::vector<T>(1024 + 32));
  weft::Buffer<T> picked(32);
  return loom::observe([&] { pick<<<1, 32>>>(values.data(), first, step, picked.data()); })
      .global_loads;
}

struct Add {
  weft::View<const float> a, b;
  weft::View<float> sum;
  __device__ void operator()(std::size_t i) const { sum[i] = a[i] + b[i]; }
};

struct CountVisit {
  weft::View<unsigned> visits;
  __device__ void operator()(std::size_t i) const { atomicAdd(&visits[i], 1u); }
};

__device__ std::size_t all_threads() { return std::size_t{gridDim.x} * blockDim.x; }
__device__ std::size_t my_number() {
  return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
}

template <class Work>
__global__ void thread_each(std::size_t n, Work work) {
  if (my_number() < n) work(my_number());
}

template <class Work>
__global__ void grid_stride(std::size_t n, Work work) {
  for (std::size_t i = my_number(); i < n; i += all_threads()) work(i);
}

template <class Work>
__global__ void across_blocks(std::size_t n, Work work) {
  const std::size_t i = std::size_t{threadIdx.x} * gridDim.x + blockIdx.x;
  if (i < n) work(i);
}

template <class Work>
__global__ void own_stretch(std::size_t n, Work work) {
  const std::size_t length = (n + all_threads() - 1) / all_threads();
  const std::size_t first = my_number() * length;
  for (std::size_t i = first; i < first + length && i < n; ++i) work(i);
}

void expect(const std::string& pattern, const loom::GlobalAccesses& seen, double sectors,
            double used) {
  CAPTURE(pattern);
  CHECK(seen.sectors_per_request() == sectors);
  CHECK(seen.bytes_per_sector() == doctest::Approx(used));
  std::printf("%s | %.0f | %.1f\n", pattern.c_str(), seen.sectors_per_request(),
              seen.bytes_per_sector());
}

TEST_CASE("sectors depend on the addresses, and on nothing else") {
  std::printf("the lanes of a warp read | sectors | bytes used of each\n");
  expect("floats side by side", loads<float>(0, 1), 4, 32);
  expect("side by side, one float late", loads<float>(1, 1), 5, 25.6);
  expect("side by side, backwards", loads<float>(31, -1), 4, 32);
  expect("every second float", loads<float>(0, 2), 8, 16);
  expect("every eighth float", loads<float>(0, 8), 32, 4);
  expect("all the same float", loads<float>(0, 0), 1, 4);
  expect("doubles side by side", loads<double>(0, 1), 8, 32);
  expect("`float4`s side by side", loads<float4>(0, 1), 16, 32);
}

TEST_CASE("what counts is what the neighbouring lanes read") {
  constexpr unsigned n = 6 * 64 * 16;
  const weft::Buffer<float> a(std::vector<float>(n, 1.0f));
  weft::Buffer<float> sum(n);
  const Add add{a.view(), a.view(), sum.view()};
  const auto grid = loom::observe([&] { grid_stride<<<6, 64>>>(n, add); });
  const auto own = loom::observe([&] { own_stretch<<<6, 64>>>(n, add); });
  const auto lone = loom::observe([&] { thread_each<<<n, 1>>>(n, add); });
  expect("a grid-stride loop", grid.global_loads, 4, 32);
  expect("own stretches", own.global_loads, 32, 4);
  expect("one float, by a lone thread", lone.global_loads, 1, 4);
  CHECK(grid.global_stores.sectors_per_request() == 4);
  CHECK(own.global_stores.sectors_per_request() == 32);
  CHECK(lone.active_lanes == doctest::Approx(1));
  const auto across = loom::observe([&] { across_blocks<<<8, 96>>>(8 * 96, add); });
  CHECK(across.global_loads.sectors_per_request() == 32);
}
