#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "29-adding-numbers/derived-tolerance.hpp"

double gamma_of(double h) { return h * 0x1p-24 / (1 - h * 0x1p-24); }

struct Case {
  std::size_t n;
  unsigned blocks, threads;
  double path;  // counted by hand
};

void expect_within(const Case& of, double magnitude) {
  CAPTURE(of.n);
  CAPTURE(of.blocks);
  CAPTURE(of.threads);
  const double found = tolerance(of.n, of.blocks, of.threads, magnitude);
  CHECK(found >= gamma_of(of.path) * magnitude * (1 - 1e-9));
  CHECK(found <= gamma_of(of.path + 3) * magnitude * (1 + 1e-9));
}

TEST_CASE("one thread, one block, and one number per thread") {
  expect_within({5000, 1, 1, 4999}, 1);
  expect_within({256, 1, 256, 8}, 1);
  expect_within({4096, 4096, 1, 4095}, 1);
}

TEST_CASE("many blocks of many threads, also if they do not divide the length") {
  expect_within({1 << 20, 64, 256, 63 + 8 + 63}, 1);
  expect_within({1'000'003, 7, 32, 4464 + 5 + 6}, 1);
}

TEST_CASE("the bound grows with the numbers") {
  expect_within({1 << 20, 64, 256, 63 + 8 + 63}, 1e6);
  expect_within({1'000'003, 7, 32, 4464 + 5 + 6}, 1e-3);
  CHECK(tolerance(1 << 20, 64, 256, 0) == 0);
  CHECK(tolerance(0, 64, 256, 0) == 0);
}

TEST_CASE("lengths beyond 32 bits") {
  expect_within({(std::size_t{1} << 33) + 1, 128, 512, 131'072 + 9 + 127}, 1);
  expect_within({std::size_t{1} << 40, 1056, 1024, 1'016'800 + 10 + 1055}, 1);
}

__global__ void sum(const float* x, std::size_t n, float* result) {
  __shared__ float sums[256];
  float mine = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += std::size_t{gridDim.x} * blockDim.x) mine += x[i];
  sums[threadIdx.x] = mine;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(result, sums[0]);
}

TEST_CASE("no sum is more wrong than that, not even of numbers made against it") {
  std::vector<float> x(20'000, 0x1.000002p-24f);
  x[0] = 1;
  double exact = 0;
  for (const float one : x) exact += one;
  DeviceArray<float> on_device(x);
  for (const unsigned threads : {1u, 32u, 256u})
    for (const unsigned blocks : {1u, 5u}) {
      DeviceArray<float> result(std::vector<float>{0});
      sum<<<blocks, threads>>>(on_device.data(), x.size(), result.data());
      require_success(cudaDeviceSynchronize());
      const double error = std::abs(result.read()[0] - exact);
      CAPTURE(threads);
      CAPTURE(blocks);
      CHECK(error <= tolerance(x.size(), blocks, threads, exact));
      if (threads * blocks == 1) CHECK(error > 0.9 * tolerance(x.size(), 1, 1, exact));
    }
}
