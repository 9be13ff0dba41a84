// Tangled from chapters/05-vectors.md. Edit there. [sha1 83cd95b90c3e95a9a8018b6e7bd3ebea1639e49a]
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

// Whether a traversal visits every element once, and adds as well.
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

TEST_CASE("whatever the shape of the launch, every element is visited exactly once") {
  for (const unsigned n : {1u, 31u, 257u, 1023u}) {
    expect_each_once(n, [n](auto work) { thread_each<<<1, n>>>(n, work); });
    expect_each_once(n, [n](auto work) { thread_each<<<n, 1>>>(n, work); });
    expect_each_once(n, [n](auto work) { thread_each<<<(n + 95) / 96, 96>>>(n, work); });
    expect_each_once(n, [n](auto work) { across_blocks<<<(n + 95) / 96, 96>>>(n, work); });
  }
  for (const unsigned n : {1u, 257u, 1023u * 31u}) {
    expect_each_once(n, [n](auto work) { grid_stride<<<1, 96>>>(n, work); });
    expect_each_once(n, [n](auto work) { grid_stride<<<40, 1>>>(n, work); });
    expect_each_once(n, [n](auto work) { grid_stride<<<7, 96>>>(n, work); });
    expect_each_once(n, [n](auto work) { own_stretch<<<7, 96>>>(n, work); });
  }
}

template <class Work>
__global__ void traverse(unsigned n, unsigned stride, Work work) {
  for (std::size_t i = my_number(); i < n; i += stride) work(i);
}

constexpr unsigned elements = 8192;

struct Tally {
  long never, once, more;  // elements, by how often they are visited
  bool operator==(const Tally&) const = default;
};

Tally tally(unsigned blocks, unsigned threads, unsigned stride) {
  weft::Buffer<unsigned> visits(std::vector<unsigned>(elements, 0));
  traverse<<<blocks, threads>>>(elements, stride, CountVisit{visits.view()});
  const std::vector<unsigned> counts = visits.to_host();
  const long never = std::count(counts.begin(), counts.end(), 0u);
  const long once = std::count(counts.begin(), counts.end(), 1u);
  return {never, once, elements - never - once};
}

TEST_CASE("a wrong stride forgets elements, or visits them again") {
  CHECK(tally(16, 32, 16 * 32) == Tally{0, 8192, 0});     // gridDim.x * blockDim.x
  CHECK(tally(128, 1, 1) == Tally{0, 1, 8191});           // blockDim.x
  CHECK(tally(16, 32, 32 * 32) == Tally{4096, 4096, 0});  // blockDim.x * blockDim.x
  CHECK(tally(64, 32, 32 * 32) == Tally{0, 1024, 7168});  // the same
  CHECK(tally(32, 32, 32 * 32) == Tally{0, 8192, 0});     // and the same again
  CHECK(tally(1, 128, elements) == Tally{8064, 128, 0});    // none: a guard alone
}

TEST_CASE("a sum does not show that it was computed 128 times") {
  const weft::Buffer<float> a(std::vector<float>(elements, 2.0f));
  weft::Buffer<float> sum(elements);
  traverse<<<128, 1>>>(elements, 1, Add{a.view(), a.view(), sum.view()});
  CHECK(sum.to_host() == std::vector<float>(elements, 4.0f));
}
