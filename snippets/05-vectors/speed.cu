// Tangled from chapters/05-vectors.md. Edit there. [sha1 0a1385800c8bb3b8dee323cf7fee5439fab80833]
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

struct AddFour {
  const float4 *a, *b;
  float4* sum;
  __device__ void operator()(std::size_t i) const {
    const float4 x = a[i], y = b[i];
    sum[i] = {x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w};
  }
};

// Four elements per iteration; the first threads add the last one to three.
__global__ void add_in_fours(AddFour four, Add one) {
  const std::size_t n = one.sum.size();
  for (std::size_t i = thread_index(); i < n / 4; i += thread_count()) four(i);
  const std::size_t last = n / 4 * 4 + thread_index();
  if (last < n) one(last);
}

void add_on_host(const std::vector<float>& a, const std::vector<float>& b,
                 std::vector<float>& sum) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = a[i] + b[i];
}

AddFour in_fours(const Add& add) {
  return {reinterpret_cast<const float4*>(add.a.data()),
          reinterpret_cast<const float4*>(add.b.data()),
          reinterpret_cast<float4*>(add.sum.data())};
}

TEST_CASE("addition by float4 adds every element, for any length") {
  for (const unsigned n : {1u, 3u, 4u, 257u, 1023u}) {
    const weft::Buffer<float> a(std::vector<float>(n, 2.0f)), b(std::vector<float>(n, 0.25f));
    weft::Buffer<float> sum(std::vector<float>(n, NAN));
    const Add add{a.view(), b.view(), sum.view()};
    add_in_fours<<<2, 32>>>(in_fours(add), add);
    weft::check(cudaGetLastError());
    CHECK(sum.to_host() == std::vector<float>(n, 2.25f));
  }
}

TEST_CASE("addition by float4 is as fast as a copy" * doctest::skip(!weft::measuring())) {
  int processors = 0, threads_each = 0;  // multiprocessors, and the threads that each can hold
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  weft::check(
      cudaDeviceGetAttribute(&threads_each, cudaDevAttrMaxThreadsPerMultiProcessor, 0));
  // Blocks of 256 threads: twice as many as a multiprocessor for 2,048 threads can hold.
  const unsigned many = 16 * static_cast<unsigned>(processors);
  for (unsigned n = 1u << 19; n <= 1u << 27; n *= 16) {
    const std::vector<float> ones(n, 1.0f), twos(n, 2.0f);
    const weft::Buffer<float> a(ones), b(twos);
    weft::Buffer<float> sum(n);
    const Add add{a.view(), b.view(), sum.view()};
    const auto seconds = weft::side_by_side(
        9, [&] { one_per_thread<<<n, 1>>>(n, add); },
        [&] { grid_stride<<<1, 1024>>>(n, add); },
        [&] { contiguous_chunks<<<many, 256>>>(n, add); },
        [&] { grid_stride<<<many, 256>>>(n, add); },
        [&] { add_in_fours<<<many, 256>>>(in_fours(add), add); },
        [&] { cudaMemcpyAsync(sum.data(), a.data(), 4ull * n, cudaMemcpyDeviceToDevice); });
    weft::check(cudaGetLastError());
    const char* const series[] = {"one-thread blocks", "one block", "contiguous chunks",
                                  "grid-stride loop",  "float4",    "cudaMemcpy"};
    for (int i = 0; i < 6; ++i) {
      const double bytes = (i < 5 ? 12.0 : 8.0) * n;
      weft::report({series[i], 1.0 * n, "elements", bytes / seconds[i] * 1e-9, "GB/s"});
    }
    if (n < 1u << 27) continue;
    CHECK(12 / seconds[4] >= 0.95 * 8 / seconds[5]);
    CHECK(seconds[3] < 1.25 * seconds[4]);
    CHECK(seconds[2] > 20 * seconds[3]);
    CHECK((n / seconds[0] > 1e9 && n / seconds[0] < 3e9));  // blocks per second
    const unsigned half = static_cast<unsigned>(processors * threads_each / 2 / 256);
    const auto [occupied] = weft::side_by_side(
        9, [&] { add_in_fours<<<half, 256>>>(in_fours(add), add); });
    CHECK(occupied < 1.1 * seconds[4]);
    std::vector<float> threes(n);
    const auto [host] = weft::side_by_side(1, [&] { add_on_host(ones, twos, threes); });
    CHECK(host > 50 * seconds[4]);
  }
}
