// Tangled from chapters/05-vectors.md. Edit there. [sha1 61348d3b72a9e531a6d49782b8cc5c3513349736]
#include <cmath>
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

// Four at a time, and the last one, two or three by the first threads.
__global__ void add_in_fours(AddFour four, Add one) {
  const std::size_t n = one.sum.size();
  for (std::size_t i = my_number(); i < n / 4; i += all_threads()) four(i);
  const std::size_t last = n / 4 * 4 + my_number();
  if (last < n) one(last);
}

void add_on_host(const std::vector<float>& a, const std::vector<float>& b,
                 std::vector<float>& sum) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = a[i] + b[i];
}

TEST_CASE("four at a time add the same, to the last element") {
  for (const unsigned n : {1u, 3u, 4u, 257u, 1023u}) {
    const weft::Buffer<float> a(std::vector<float>(n, 2.0f)), b(std::vector<float>(n, 0.25f));
    weft::Buffer<float> sum(std::vector<float>(n, NAN));
    const Add add{a.view(), b.view(), sum.view()};
    add_in_fours<<<2, 32>>>(in_fours(add), add);
    weft::check(cudaGetLastError());
    CHECK(sum.to_host() == std::vector<float>(n, 2.25f));
  }
}

TEST_CASE("the traversals beside a copy" * doctest::skip(!weft::measuring())) {
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
        [&] { add_in_fours<<<many, 256>>>(in_fours(add), add); },
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
    CHECK(seconds[2] > 8 * seconds[3]);
    CHECK((n / seconds[0] > 1e9 && n / seconds[0] < 3e9));  // blocks launched a second
    const unsigned half = 4 * static_cast<unsigned>(processors);  // 1024 threads each, of 2048
    const auto [occupied] = weft::side_by_side(
        9, [&] { add_in_fours<<<half, 256>>>(in_fours(add), add); });
    CHECK(occupied < 1.1 * seconds[4]);
    std::vector<float> threes(n);
    const auto [host] = weft::side_by_side(1, [&] { add_on_host(ones, twos, threes); });
    CHECK(host > 50 * seconds[4]);
  }
}
