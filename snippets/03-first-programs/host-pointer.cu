// Tangled from chapters/03-first-programs.md. Edit there. [sha1 ddc1d91051450b84ed456403539aeab069bd8c4a]
#include <doctest/doctest.h>

__global__ void add(int a, int b, int* sum) {
  *sum = a + b;  // finds: out-of-bounds
}

TEST_CASE("an address on the host means nothing on the device") {
  int reads_host_pages = 0;
  REQUIRE(cudaDeviceGetAttribute(&reads_host_pages, cudaDevAttrPageableMemoryAccess, 0) ==
          cudaSuccess);
  int sum = -1;
  add<<<1, 1>>>(2, 7, &sum);
  const cudaError_t outcome = cudaDeviceSynchronize();
  if (reads_host_pages) {
    CHECK(outcome == cudaSuccess);
    CHECK(sum == 9);
  } else {
    CHECK(outcome == cudaErrorIllegalAddress);
    CHECK(sum == -1);
  }
}
