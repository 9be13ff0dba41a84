// Tangled from chapters/05-vectors.md. Edit there. [sha1 48d45faa65c3e0dad5c947c27dd62b261e71220f]
#include <cstdio>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/buffer.cuh"

// Thread t reads the value with index first + step * t.
template <class T>
__global__ void pick(const T* values, long first, long step, T* picked) {
  picked[threadIdx.x] = values[first + step * static_cast<long>(threadIdx.x)];
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

__device__ std::size_t thread_count() { return std::size_t{gridDim.x} * blockDim.x; }
__device__ std::size_t thread_index() {
  return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
}

template <class Work>
__global__ void one_per_thread(std::size_t n, Work work) {
  if (thread_index() < n) work(thread_index());
}

template <class Work>
__global__ void grid_stride(std::size_t n, Work work) {
  for (std::size_t i = thread_index(); i < n; i += thread_count()) work(i);
}

template <class Work>
__global__ void across_blocks(std::size_t n, Work work) {
  const std::size_t i = std::size_t{threadIdx.x} * gridDim.x + blockIdx.x;
  if (i < n) work(i);
}

template <class Work>
__global__ void contiguous_chunks(std::size_t n, Work work) {
  const std::size_t length = (n + thread_count() - 1) / thread_count();
  const std::size_t first = thread_index() * length;
  for (std::size_t i = first; i < first + length && i < n; ++i) work(i);
}

// The loads of one warp.
template <class T>
loom::GlobalAccesses loads(long first, long step) {
  weft::Buffer<T> values(std::vector<T>(1024 + 32));
  weft::Buffer<T> picked(32);
  return loom::observe([&] { pick<<<1, 32>>>(values.data(), first, step, picked.data()); })
      .global_loads;
}

void expect(const std::string& pattern, const loom::GlobalAccesses& seen, double sectors,
            double used) {
  CAPTURE(pattern);
  CHECK(seen.sectors_per_request() == sectors);
  CHECK(seen.bytes_per_sector() == doctest::Approx(used));
  std::printf("%s | %.0f | %.1f\n", pattern.c_str(), seen.sectors_per_request(),
              seen.bytes_per_sector());
}

TEST_CASE("the number of sectors per request depends only on the addresses") {
  std::printf("the lanes of a warp read | sectors per request | bytes used per sector\n");
  expect("consecutive floats", loads<float>(0, 1), 4, 32);
  expect("consecutive floats, offset by one", loads<float>(1, 1), 5, 25.6);
  expect("consecutive floats, in reverse order", loads<float>(31, -1), 4, 32);
  expect("floats with a stride of 2", loads<float>(0, 2), 8, 16);
  expect("floats with a stride of 8", loads<float>(0, 8), 32, 4);
  expect("the same float", loads<float>(0, 0), 1, 4);
  expect("consecutive `double`s", loads<double>(0, 1), 8, 32);
  expect("consecutive `float4`s", loads<float4>(0, 1), 16, 32);
}

TEST_CASE("neighbouring lanes decide the number of sectors per request") {
  constexpr unsigned n = 6 * 64 * 16;
  const weft::Buffer<float> a(std::vector<float>(n, 1.0f));
  weft::Buffer<float> sum(n);
  const Add add{a.view(), a.view(), sum.view()};
  const auto grid = loom::observe([&] { grid_stride<<<6, 64>>>(n, add); });
  const auto chunks = loom::observe([&] { contiguous_chunks<<<6, 64>>>(n, add); });
  const auto single = loom::observe([&] { one_per_thread<<<n, 1>>>(n, add); });
  expect("a grid-stride loop", grid.global_loads, 4, 32);
  expect("contiguous chunks", chunks.global_loads, 32, 4);
  expect("one float per one-thread block", single.global_loads, 1, 4);
  CHECK(grid.global_stores.sectors_per_request() == 4);
  CHECK(chunks.global_stores.sectors_per_request() == 32);
  CHECK(single.active_lanes == doctest::Approx(1));
  const auto across = loom::observe([&] { across_blocks<<<8, 96>>>(8 * 96, add); });
  CHECK(across.global_loads.sectors_per_request() == 32);
}
