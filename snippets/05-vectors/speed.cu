// Tangled from chapters/05-vectors.md. Edit there. [sha1 bcbe83474a3c7f0adfa0b65c9abc2429d264ac95]
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

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

struct AddFour {
  const float4 *a, *b;
  float4* sum;
  __device__ void operator()(std::size_t i) const {
    const float4 x = a[i], y = b[i];
    sum[i] = {x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w};
  }
};

AddFour in_fours(const Add& add) {
  return {reinterpret_cast<const float4*>(add.a.data()),
          reinterpret_cast<const float4*>(add.b.data()),
          reinterpret_cast<float4*>(add.sum.data())};
}

void add_on_host(const std::vector<float>& a, const std::vector<float>& b,
                 std::vector<float>& sum) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = a[i] + b[i];
}

TEST_CASE("four at a time add the same") {
  const weft::Buffer<float> a({1, 2, 3, 4, 5, 6, 7, 8}), b({8, 7, 6, 5, 4, 3, 2, 1});
  weft::Buffer<float> sum(8);
  grid_stride<<<1, 32>>>(2, in_fours({a.view(), b.view(), sum.view()}));
  CHECK(sum.to_host() == std::vector<float>(8, 9.0f));
}

TEST_CASE("the rounds beside a copy" * doctest::skip(!weft::measuring())) {
  int processors = 0;
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  const unsigned many = 16 * static_cast<unsigned>(processors);
  for (unsigned n = 1u << 19; n <= 1u << 27; n *= 16) {
    const std::vector<float> ones(n, 1.0f), twos(n, 2.0f);
    const weft::Buffer<float> a(ones), b(twos);
    weft::Buffer<float> sum(n);
    const Add add{a.view(), b.view(), sum.view()};
    const auto seconds = weft::side_by_side(
        9, [&] { thread_each<<<n, 1>>>(n, add); },
        [&] { grid_stride<<<1, 1024>>>(n, add); },
        [&] { own_stretch<<<many, 256>>>(n, add); },
        [&] { grid_stride<<<many, 256>>>(n, add); },
        [&] { grid_stride<<<many, 256>>>(n / 4, in_fours(add)); },
        [&] { cudaMemcpyAsync(sum.data(), a.data(), 4ull * n, cudaMemcpyDeviceToDevice); });
    weft::check(cudaGetLastError());
    const char* const series[] = {"lone threads", "one block", "own stretch",
                                  "grid-stride",  "float4",    "cudaMemcpy"};
    for (int i = 0; i < 6; ++i) {
      const double bytes = (i < 5 ? 12.0 : 8.0) * n;
      weft::report({series[i], 1.0 * n, "elements", bytes / seconds[i] * 1e-9, "GB/s"});
    }
    if (n < 1u << 27) continue;
    CHECK(12 / seconds[4] >= 0.95 * 8 / seconds[5]);
    const unsigned half = 4 * static_cast<unsigned>(processors);  // 1024 threads each, of 2048
    const auto [occupied] = weft::side_by_side(
        9, [&] { grid_stride<<<half, 256>>>(n / 4, in_fours(add)); });
    CHECK(occupied < 1.1 * seconds[4]);
    std::vector<float> threes(n);
    const auto [host] = weft::side_by_side(1, [&] { add_on_host(ones, twos, threes); });
    CHECK(host > 100 * seconds[4]);
  }
}
