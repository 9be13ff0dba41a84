// Tangled from chapters/03-first-programs.md. Edit there. [sha1 391eb50bf1c9423dedecb2ca75aae27d72dfb689]
#include <doctest/doctest.h>

std::size_t free_bytes() {
  std::size_t free = 0, total = 0;
  REQUIRE(cudaMemGetInfo(&free, &total) == cudaSuccess);
  CHECK(free <= total);
  return free;
}

TEST_CASE("more than is free is refused by cudaMalloc") {
  char* memory = nullptr;
  CHECK(cudaMalloc(&memory, free_bytes() + free_bytes() / 2) == cudaErrorMemoryAllocation);
  CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
}

#ifdef __LOOM__  // the rest is for loom only, see the text
__global__ void write(char* at) { *at = 7; }

TEST_CASE("more than is free is allowed by cudaMallocManaged") {
  const std::size_t bytes = free_bytes() + free_bytes() / 2;
  char* memory = nullptr;
  REQUIRE(cudaMallocManaged(&memory, bytes) == cudaSuccess);
  write<<<1, 1>>>(memory + bytes - 1);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(memory[bytes - 1] == 7);
  REQUIRE(cudaFree(memory) == cudaSuccess);
}
#endif
