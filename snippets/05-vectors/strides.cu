// Tangled from chapters/05-vectors.md. Edit there. [sha1 a41e785002fb6d276467f4c71b1fbab355046f40]
#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

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

// Tests that a traversal visits every element exactly once, and that it adds.
template <class Traversal>
void expect_each_once(unsigned n, Traversal traverse) {
  weft::Buffer<unsigned> visits(std::vector<unsigned>(n, 0));
  traverse(CountVisit{visits.view()});
  weft::check(cudaGetLastError());
  CHECK(visits.to_host() == std::vector<unsigned>(n, 1));

  const weft::Buffer<float> a(std::vector<float>(n, 2.0f)), b(std::vector<float>(n, 0.25f));
  weft::Buffer<float> sum(std::vector<float>(n, NAN));
  traverse(Add{a.view(), b.view(), sum.view()});
  CHECK(sum.to_host() == std::vector<float>(n, 2.25f));
}

TEST_CASE("every traversal visits every element exactly once") {
  for (const unsigned n : {1u, 31u, 257u, 1023u}) {
    expect_each_once(n, [n](auto work) { one_per_thread<<<1, n>>>(n, work); });
    expect_each_once(n, [n](auto work) { one_per_thread<<<n, 1>>>(n, work); });
    expect_each_once(n, [n](auto work) { one_per_thread<<<(n + 95) / 96, 96>>>(n, work); });
    expect_each_once(n, [n](auto work) { across_blocks<<<(n + 95) / 96, 96>>>(n, work); });
  }
  for (const unsigned n : {1u, 257u, 1023u * 31u}) {
    expect_each_once(n, [n](auto work) { grid_stride<<<1, 96>>>(n, work); });
    expect_each_once(n, [n](auto work) { grid_stride<<<40, 1>>>(n, work); });
    expect_each_once(n, [n](auto work) { grid_stride<<<7, 96>>>(n, work); });
    expect_each_once(n, [n](auto work) { contiguous_chunks<<<7, 96>>>(n, work); });
  }
}

template <class Work>
__global__ void traverse(unsigned n, unsigned stride, Work work) {
  for (std::size_t i = thread_index(); i < n; i += stride) work(i);
}

constexpr unsigned elements = 8192;

struct Visits {
  long never, once, repeatedly;  // how many elements
  bool operator==(const Visits&) const = default;
};

Visits count_visits(unsigned blocks, unsigned threads, unsigned stride) {
  weft::Buffer<unsigned> visits(std::vector<unsigned>(elements, 0));
  traverse<<<blocks, threads>>>(elements, stride, CountVisit{visits.view()});
  const std::vector<unsigned> counts = visits.to_host();
  const long never = std::count(counts.begin(), counts.end(), 0u);
  const long once = std::count(counts.begin(), counts.end(), 1u);
  return {never, once, elements - never - once};
}

TEST_CASE("a wrong stride misses elements or visits them repeatedly") {
  CHECK(count_visits(16, 32, 16 * 32) == Visits{0, 8192, 0});     // gridDim.x * blockDim.x
  CHECK(count_visits(128, 1, 1) == Visits{0, 1, 8191});           // blockDim.x
  CHECK(count_visits(16, 32, 32 * 32) == Visits{4096, 4096, 0});  // blockDim.x * blockDim.x
  CHECK(count_visits(64, 32, 32 * 32) == Visits{0, 1024, 7168});  // the same, more blocks
  CHECK(count_visits(32, 32, 32 * 32) == Visits{0, 8192, 0});     // the same, by luck right
  CHECK(count_visits(1, 128, elements) == Visits{8064, 128, 0});  // no loop, only a guard
}

TEST_CASE("the sums do not show that elements were visited repeatedly") {
  const weft::Buffer<float> a(std::vector<float>(elements, 2.0f));
  weft::Buffer<float> sum(elements);
  traverse<<<128, 1>>>(elements, 1, Add{a.view(), a.view(), sum.view()});
  CHECK(sum.to_host() == std::vector<float>(elements, 4.0f));
}
