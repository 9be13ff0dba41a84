// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 00f66109ee3f36c54eb268974bdd20debbe4110c]
#include <type_traits>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

struct Scaled {
  float factor;
  __device__ float operator()(float x) const { return factor * x; }
};

struct Square {
  __device__ float operator()(float x) const { return x * x; }
};

template <class Function>
__global__ void for_each(Function function, weft::View<float> x) {
  if (threadIdx.x < x.size()) x[threadIdx.x] = function(x[threadIdx.x]);
}

TEST_CASE("a view, a value and a function object") {
  static_assert(!std::is_copy_constructible_v<weft::Buffer<float>>);
  static_assert(std::is_trivially_copyable_v<weft::View<float>>);
  weft::Buffer<float> x(std::vector<float>(32, 2.0f));
  for_each<<<1, 32>>>(Scaled{3}, x.view());
  for_each<<<1, 32>>>(Square{}, x.view());
  weft::check(cudaGetLastError());
  CHECK(x.to_host() == std::vector<float>(32, 36.0f));
}
