// Tangled from chapters/09-cublas.md. Edit there. [sha1 10ffecfdc0cddb12bc4995d536ae8f98b64d55f6]
#include <vector>

#include <doctest/doctest.h>

#include "common/blas.cuh"

cudaMemoryType memory_of(const void* address) {
  cudaPointerAttributes attributes{};
  weft::check(cudaPointerGetAttributes(&attributes, address));
  return attributes.type;
}

void double_all(const weft::Blas& blas, std::vector<float>& x) {
  const float two = 2;
  cublasSscal(blas, int(x.size()), &two, x.data(), 1);  // finds: out-of-bounds
}

TEST_CASE("a vector must be in device memory") {
  std::vector<float> x(100, 1);
  const weft::Buffer<float> on_device(x);
  CHECK(memory_of(on_device.data()) == cudaMemoryTypeDevice);
  CHECK(memory_of(x.data()) == cudaMemoryTypeUnregistered);  // the host's, unknown to CUDA
  double_all(weft::Blas(), x);
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}
