// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 666902154e192d9bca4b2b9d74799d2b0281ca63]
#include <functional>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void left_neighbours(unsigned* order) { order[threadIdx.x] = threadIdx.x - 1; }

__global__ void gather(const float* x, const unsigned* order, float* y) {
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
  weft::Buffer<unsigned> order(64);
  CHECK(first_failure({{"left_neighbours", [&] { left_neighbours<<<1, 64>>>(order.data()); }},
                       {"gather", [&] { gather<<<1, 64>>>(x.data(), order.data(), y.data()); }},
                       {"scale", [&] { scale<<<1, 64>>>(y.data()); }}}) == "gather");
}
