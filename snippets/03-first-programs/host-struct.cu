// Tangled from chapters/03-first-programs.md. Edit there. [sha1 c8a00648cd7af45d31b3664ebc4f412ce5b70bcd]
#include <vector>

#include <doctest/doctest.h>

struct Numbers {
  const int* values;
  int count;
};

__global__ void add_up(Numbers numbers, int* sum) {
  *sum = 0;
  for (int i = 0; i < numbers.count; ++i) *sum += numbers.values[i];  // finds: out-of-bounds
}

TEST_CASE("the struct is copied, the values are not") {
  int reads_host_pages = 0;
  REQUIRE(cudaDeviceGetAttribute(&reads_host_pages, cudaDevAttrPageableMemoryAccess, 0) ==
          cudaSuccess);
  const std::vector<int> values{2, 7, 1};
  int* sum = nullptr;
  REQUIRE(cudaMallocManaged(&sum, sizeof(int)) == cudaSuccess);
  add_up<<<1, 1>>>(Numbers{values.data(), 3}, sum);
  const cudaError_t outcome = cudaDeviceSynchronize();
  CHECK(outcome == (reads_host_pages ? cudaSuccess : cudaErrorIllegalAddress));
}
