// Tangled from chapters/09-cublas.md. Edit there. [sha1 8867ae5032bf2bb47562dc9d504a13311eff854e]
#include <vector>

#include <doctest/doctest.h>

#include "common/blas.cuh"

cudaMemoryType memory_of(const void* address) {
  cudaPointerAttributes attributes{};
  weft::check(cudaPointerGetAttributes(&attributes, address));
  return attributes.type;
}

TEST_CASE("a vector must be in device memory") {
  std::vector<float> x(100, 1);
  const weft::Buffer<float> on_device(x);
  CHECK(memory_of(on_device.data()) == cudaMemoryTypeDevice);
  CHECK(memory_of(x.data()) == cudaMemoryTypeUnregistered);  // the host's, unknown to CUDA
  const weft::Blas blas;
  const float two = 2;
  cublasSscal(blas, 100, &two, x.data(), 1);  // finds: out-of-bounds
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}
