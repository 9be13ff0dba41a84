// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 26dfd67a59e033c0688e71f35cb24cacb0dd6049]
#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/stream.cuh"

__global__ void fill(int* x, int value) { x[threadIdx.x] = value; }

TEST_CASE("a copy does not wait for a non-blocking stream") {
  weft::Owner<cudaStream_t, cudaStreamDestroy> stream;
  weft::check(cudaStreamCreateWithFlags(stream.out(), cudaStreamNonBlocking));
  weft::Buffer<int> x(std::vector<int>(64, 0));
  std::vector<int> found(64);
  fill<<<1, 64, 0, stream>>>(x.data(), 1);
  weft::check(cudaMemcpy(found.data(), x.data(), 64 * sizeof(int), cudaMemcpyDeviceToHost));  // finds: race
  weft::check(cudaDeviceSynchronize());
}
