// Tangled from chapters/03-first-programs.md. Edit there. [sha1 49db8e1d3b831b9c70f801bb9bb9b71a5f5cd32c]
#include <doctest/doctest.h>

__global__ void deliver(int* place) {
  *place = 1;  // finds: out-of-bounds
}

TEST_CASE("an unrelated copy reports the fault, and nothing works afterwards") {
  int number = 0;
  int* innocent = nullptr;
  REQUIRE(cudaMalloc(&innocent, sizeof(int)) == cudaSuccess);
  REQUIRE(cudaMemset(innocent, 0, sizeof(int)) == cudaSuccess);

  deliver<<<1, 1>>>(nullptr);
  CHECK(cudaGetLastError() == cudaSuccess);  // accepted: the launch itself is valid
  CHECK(cudaMemcpy(&number, innocent, 4, cudaMemcpyDeviceToHost) == cudaErrorIllegalAddress);
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);

  int* more = nullptr;
  CHECK(cudaMalloc(&more, sizeof(int)) == cudaErrorIllegalAddress);
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}
