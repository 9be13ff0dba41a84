// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 d00286160780409ef0292a88f14d4019a091fb74]
#include <functional>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void number(int* order, int n) {
  order[threadIdx.x] = threadIdx.x == 5 ? 1 << 30 : n - 1 - threadIdx.x;
}

__global__ void gather(const float* x, const int* order, float* y) {
  y[threadIdx.x] = x[order[threadIdx.x]];  // finds: out-of-bounds
}

__global__ void scale(float* y) { y[threadIdx.x] *= 2; }

// The first of these steps after which there is an error; empty if there is none.
std::string first_failure(const std::vector<std::pair<std::string, std::function<void()>>>& steps) {
  cudaGetLastError();  // an older error is not theirs
  for (const auto& [name, step] : steps) {
    step();
    const cudaError_t launched = cudaGetLastError();
    const cudaError_t ended = cudaDeviceSynchronize();
    if (launched != cudaSuccess || ended != cudaSuccess) return name;
  }
  return {};
}

TEST_CASE("the second of three steps fails") {
  const weft::Buffer<float> x(std::vector<float>(64, 1.0f));
  weft::Buffer<float> y(64);
  weft::Buffer<int> order(64);
  CHECK(first_failure({{"number", [&] { number<<<1, 64>>>(order.data(), 64); }},
                       {"gather", [&] { gather<<<1, 64>>>(x.data(), order.data(), y.data()); }},
                       {"scale", [&] { scale<<<1, 64>>>(y.data()); }}}) == "gather");
}
