// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 7fc07f6f8e699476c6ebbb5b4ac41e13a9d23581]
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

#include <doctest/doctest.h>

__device__ unsigned tickets_taken;

__global__ void take_a_ticket(unsigned* ticket_of_block) {
  if (threadIdx.x == 0) ticket_of_block[blockIdx.x] = atomicAdd(&tickets_taken, 1u);
}

TEST_CASE("blocks run in some order, and every ticket is handed out once") {
  constexpr unsigned blocks = 500;
  unsigned* ticket_of_block = nullptr;
  REQUIRE(cudaMallocManaged(&ticket_of_block, blocks * sizeof(unsigned)) == cudaSuccess);
  take_a_ticket<<<blocks, 64>>>(ticket_of_block);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);

  std::vector<unsigned> tickets(ticket_of_block, ticket_of_block + blocks);
  std::sort(tickets.begin(), tickets.end());
  std::vector<unsigned> expected(blocks);
  std::iota(expected.begin(), expected.end(), 0u);
  CHECK(tickets == expected);
  std::printf("%u blocks, %u tickets, and nobody promised an order.\n", blocks, blocks);
  CHECK(cudaFree(ticket_of_block) == cudaSuccess);
}
