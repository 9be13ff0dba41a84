// Tangled from chapters/05-vectors.md. Edit there. [sha1 9603d5b2762361ac4b25586370ee096e25ff8e7e]
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

template <class Errand>
__global__ void thread_each(std::size_t n, Errand errand) {
  if (my_number() < n) errand(my_number());
}

template <class Errand>
__global__ void grid_stride(std::size_t n, Errand errand) {
  for (std::size_t i = my_number(); i < n; i += all_threads()) errand(i);
}

template <class Errand>
__global__ void across_blocks(std::size_t n, Errand errand) {
  const std::size_t i = std::size_t{threadIdx.x} * gridDim.x + blockIdx.x;
  if (i < n) errand(i);
}

template <class Errand>
__global__ void own_stretch(std::size_t n, Errand errand) {
  const std::size_t length = (n + all_threads() - 1) / all_threads();
  const std::size_t first = my_number() * length;
  for (std::size_t i = first; i < first + length && i < n; ++i) errand(i);
}

// Whether a round comes by every house once, and adds as well.
template <class Round>
void expect_each_once(unsigned n, Round round) {
  weft::Buffer<unsigned> visits(std::vector<unsigned>(n, 0));
  round(CountVisit{visits.view()});
  weft::check(cudaGetLastError());
  CHECK(visits.to_host() == std::vector<unsigned>(n, 1));

  const weft::Buffer<float> a(std::vector<float>(n, 2.0f)), b(std::vector<float>(n, 0.25f));
  weft::Buffer<float> sum(std::vector<float>(n, NAN));
  round(Add{a.view(), b.view(), sum.view()});
  CHECK(sum.to_host() == std::vector<float>(n, 2.25f));
}

TEST_CASE("whatever the shape of the launch, every house is visited exactly once") {
  for (const unsigned n : {1u, 31u, 257u, 1023u}) {
    expect_each_once(n, [n](auto errand) { thread_each<<<1, n>>>(n, errand); });
    expect_each_once(n, [n](auto errand) { thread_each<<<n, 1>>>(n, errand); });
    expect_each_once(n, [n](auto errand) { thread_each<<<(n + 95) / 96, 96>>>(n, errand); });
    expect_each_once(n, [n](auto errand) { across_blocks<<<(n + 95) / 96, 96>>>(n, errand); });
  }
  for (const unsigned n : {1u, 257u, 1023u * 31u}) {
    expect_each_once(n, [n](auto errand) { grid_stride<<<1, 96>>>(n, errand); });
    expect_each_once(n, [n](auto errand) { grid_stride<<<40, 1>>>(n, errand); });
    expect_each_once(n, [n](auto errand) { grid_stride<<<7, 96>>>(n, errand); });
    expect_each_once(n, [n](auto errand) { own_stretch<<<7, 96>>>(n, errand); });
  }
}

template <class Errand>
__global__ void walk(unsigned n, unsigned stride, Errand errand) {
  for (std::size_t i = my_number(); i < n; i += stride) errand(i);
}

constexpr unsigned houses = 8192;

struct Tally {
  long never, once, more;  // houses, by how often they are visited
  bool operator==(const Tally&) const = default;
};

Tally tally(unsigned blocks, unsigned threads, unsigned stride) {
  weft::Buffer<unsigned> visits(std::vector<unsigned>(houses, 0));
  walk<<<blocks, threads>>>(houses, stride, CountVisit{visits.view()});
  const std::vector<unsigned> counts = visits.to_host();
  const long never = std::count(counts.begin(), counts.end(), 0u);
  const long once = std::count(counts.begin(), counts.end(), 1u);
  return {never, once, houses - never - once};
}

TEST_CASE("a wrong stride forgets houses, or visits them again") {
  CHECK(tally(16, 32, 16 * 32) == Tally{0, 8192, 0});     // gridDim.x * blockDim.x
  CHECK(tally(128, 1, 1) == Tally{0, 1, 8191});           // blockDim.x
  CHECK(tally(16, 32, 32 * 32) == Tally{4096, 4096, 0});  // blockDim.x * blockDim.x
  CHECK(tally(64, 32, 32 * 32) == Tally{0, 1024, 7168});  // the same
  CHECK(tally(32, 32, 32 * 32) == Tally{0, 8192, 0});     // and the same again
  CHECK(tally(1, 128, houses) == Tally{8064, 128, 0});    // none: a guard alone
}

TEST_CASE("a sum does not tell that it was computed 128 times") {
  const weft::Buffer<float> a(std::vector<float>(houses, 2.0f));
  weft::Buffer<float> sum(houses);
  walk<<<128, 1>>>(houses, 1, Add{a.view(), a.view(), sum.view()});
  CHECK(sum.to_host() == std::vector<float>(houses, 4.0f));
}
