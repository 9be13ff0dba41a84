// Tangled from chapters/03-first-programs.md. Edit there. [sha1 47b71b31afdcd8fc8d3240f7cc233f6593533c7d]
#include <doctest/doctest.h>

__global__ void deliver(int* place) {
  *place = 1;  // finds: out-of-bounds
}

TEST_CASE("an innocent copy delivers the bad news, and nothing works afterwards") {
  int number = 0;
  int* innocent = nullptr;
  REQUIRE(cudaMalloc(&innocent, sizeof(int)) == cudaSuccess);
  REQUIRE(cudaMemset(innocent, 0, sizeof(int)) == cudaSuccess);

  deliver<<<1, 1>>>(nullptr);
  CHECK(cudaGetLastError() == cudaSuccess);  // accepted: as a launch it is flawless
  CHECK(cudaMemcpy(&number, innocent, 4, cudaMemcpyDeviceToHost) == cudaErrorIllegalAddress);
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);

  int* more = nullptr;
  CHECK(cudaMalloc(&more, sizeof(int)) == cudaErrorIllegalAddress);
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}
