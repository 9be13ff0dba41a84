// Tangled from chapters/07-shared-memory.md. Edit there. [sha1 31d79f2eb60508ffa1b1856c76c4080dc3ca85a5]
#include <cmath>
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

// The offsets of arrays that follow one another, each aligned for its type.
class Plan {
 public:
  template <class T>
  std::size_t add(std::size_t count) {  // returns the offset of its first byte
    const std::size_t first = (bytes_ + alignof(T) - 1) / alignof(T) * alignof(T);
    bytes_ = first + count * sizeof(T);
    return first;
  }
  std::size_t bytes() const { return bytes_; }

 private:
  std::size_t bytes_ = 0;
};

using Samples = weft::View<const signed char>;
using Weights = weft::View<const double>;

__global__ void smooth(Samples samples, Weights weights, std::size_t weights_at,
                       double* smoothed) {
  extern __shared__ __align__(16) unsigned char memory[];
  auto* const own_samples = reinterpret_cast<signed char*>(memory);
  auto* const own_weights = reinterpret_cast<double*>(memory + weights_at);

  const std::size_t first = std::size_t{blockIdx.x} * blockDim.x, count = weights.size();
  const std::size_t needed = blockDim.x + count - 1;
  for (std::size_t i = threadIdx.x; i < needed && first + i < samples.size(); i += blockDim.x)
    own_samples[i] = samples[first + i];
  for (std::size_t k = threadIdx.x; k < count; k += blockDim.x) own_weights[k] = weights[k];
  __syncthreads();

  if (first + threadIdx.x + count > samples.size()) return;
  double sum = 0;
  for (std::size_t k = 0; k < count; ++k) sum += own_weights[k] * own_samples[threadIdx.x + k];
  smoothed[first + threadIdx.x] = sum;
}

constexpr unsigned threads = 32;
std::size_t used = 0;

// Smooths with weights 1, 2, …, and compares every sum with the host's.
void expect_smoothed(std::size_t size, std::size_t count) {
  Plan plan;
  CHECK(plan.add<signed char>(threads + count - 1) == 0);
  const std::size_t weights_at = plan.add<double>(count);
  used = plan.bytes();
  std::vector<signed char> samples(size);
  for (std::size_t i = 0; i < size; ++i) samples[i] = static_cast<signed char>(i * i % 251 - 125);
  std::vector<double> weights(count);
  for (std::size_t k = 0; k < count; ++k) weights[k] = static_cast<double>(k + 1);

  const weft::Buffer<signed char> in(samples);
  const weft::Buffer<double> by(weights);
  const std::size_t sums = size - count + 1;
  weft::Buffer<double> out(std::vector<double>(sums, NAN));
  const auto blocks = static_cast<unsigned>((sums + threads - 1) / threads);
  smooth<<<blocks, threads, used>>>(in.view(), by.view(), weights_at, out.data());
  weft::check(cudaGetLastError());
  const std::vector<double> got = out.to_host();
  for (std::size_t i = 0; i < sums; ++i) {
    double expected = 0;
    for (std::size_t k = 0; k < count; ++k) expected += weights[k] * samples[i + k];
    REQUIRE(got[i] == expected);  // integers, so exactly
  }
}

TEST_CASE("samples and weights share one allocation, and the weights are aligned") {
  expect_smoothed(1000, 5);
  CHECK(used == 40 + 5 * sizeof(double));  // 36 samples, and a gap of 4 bytes
  expect_smoothed(257, 1);
}

TEST_CASE("48 KiB are available by default, more by request") {
  expect_smoothed(5470, 5457);
  CHECK(used == 49144);
  CHECK_THROWS_AS(expect_smoothed(5470, 5458), weft::CudaError);

  int most = 0;
  weft::check(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  const auto limit = cudaFuncAttributeMaxDynamicSharedMemorySize;
  CHECK(cudaFuncSetAttribute(smooth, limit, most + 1) == cudaErrorInvalidValue);
  cudaGetLastError();
  weft::check(cudaFuncSetAttribute(smooth, limit, most));
  const std::size_t count = (most - threads - 7) / 9;
  expect_smoothed(count + 9, count);
  std::printf("%zu of %d bytes are used\n", used, most);
}
