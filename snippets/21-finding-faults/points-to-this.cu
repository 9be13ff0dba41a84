// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 111b8b5429b21392b138ea8b8256d212a6c7a48f]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

template <class Function>
__global__ void for_each(Function function, float* x) {
  x[threadIdx.x] = function(x[threadIdx.x]);
}

struct Filter {
  float factor = 3;

  struct Scaled {  // [this] (float x) { return factor * x; }
    const Filter* self;
    __device__ float operator()(float x) const {
      return self->factor * x;  // finds: out-of-bounds
    }
  };
  void apply(weft::Buffer<float>& x) const { for_each<<<1, 64>>>(Scaled{this}, x.data()); }
};

TEST_CASE("the object is on the host, and so is its member") {
  weft::Buffer<float> x(std::vector<float>(64, 1.0f));
  Filter().apply(x);
  cudaDeviceSynchronize();
  CHECK(cudaGetLastError() != cudaSuccess);
}
