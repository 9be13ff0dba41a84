// Tangled from chapters/03-first-programs.md. Edit there. [sha1 528996e1143e92d175e55f4c9ec053f75e368d54]
#include <doctest/doctest.h>

__global__ void add(int a, int b, int* sum) {
  *sum = a + b;  // finds: out-of-bounds
}

TEST_CASE("an address on the host means nothing on the device") {
  int device_reads_host_pages = 0;
  REQUIRE(cudaDeviceGetAttribute(&device_reads_host_pages, cudaDevAttrPageableMemoryAccess, 0) == cudaSuccess);
  int sum = -1;
  add<<<1, 1>>>(2, 7, &sum);
  const cudaError_t outcome = cudaDeviceSynchronize();
  if (device_reads_host_pages) {
    CHECK(outcome == cudaSuccess);
    CHECK(sum == 9);
  } else {
    CHECK(outcome == cudaErrorIllegalAddress);
    CHECK(sum == -1);
  }
}
