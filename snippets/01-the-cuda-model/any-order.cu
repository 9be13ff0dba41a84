// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 f3c963c8c5af7dabc399b28f9752f67b2eac8d37]
#include <algorithm>
#include <numeric>
#include <vector>

#include <doctest/doctest.h>

#include "common/measure.cuh"

__device__ unsigned tickets_taken;

__global__ void take_a_ticket(unsigned* ticket_of_block) {
  if (threadIdx.x == 0) ticket_of_block[blockIdx.x] = atomicAdd(&tickets_taken, 1u);
}

TEST_CASE("blocks run in some order, and every ticket is handed out once") {
  constexpr unsigned blocks = 500;
  unsigned* ticket_of_block = nullptr;
  REQUIRE(cudaMallocManaged(&ticket_of_block, blocks * sizeof(unsigned)) == cudaSuccess);
  take_a_ticket<<<blocks, 64>>>(ticket_of_block);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);

  std::vector<unsigned> tickets(ticket_of_block, ticket_of_block + blocks);
  std::sort(tickets.begin(), tickets.end());
  std::vector<unsigned> expected(blocks);
  std::iota(expected.begin(), expected.end(), 0u);
  CHECK(tickets == expected);
  for (unsigned block = 0; weft::measuring() && block < 32; ++block) {
    weft::report({"ticket", 1.0 * block, "block", 1.0 * ticket_of_block[block], "ticket"});
  }
  CHECK(cudaFree(ticket_of_block) == cudaSuccess);
}
