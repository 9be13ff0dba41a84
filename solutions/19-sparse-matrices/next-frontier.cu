// Exercise "A level, edge by edge": equal shares of the frontier's edges.
#include "19-sparse-matrices/next-frontier.hpp"

// Makes a level of a breadth-first search. The frontier has `count` vertices, and before[i] is the total degree of its first i vertices.
// Neighbours without a parent get one, and are appended to `next` once. *next_count is the number of elements of `next`, before and
// after. Blocks have 128 threads, in any grid. Threads share the before[count] edges.
__global__ void next_frontier(weft::Pattern graph, const unsigned* frontier, const unsigned* before, unsigned count, unsigned* parent,
                              unsigned* next, unsigned* next_count) {
  // your code begins
  const std::size_t all = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t e = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; e < before[count]; e += all) {
    unsigned i = 0, high = count - 1;  // the first vertex whose edges end after e
    while (i < high) {
      const unsigned middle = i + (high - i) / 2;
      if (before[middle + 1] <= e) i = middle + 1;
      else high = middle;
    }
    const unsigned neighbour = graph.column[graph.start[frontier[i]] + (e - before[i])];
    if (atomicCAS(&parent[neighbour], none, frontier[i]) == none) next[atomicAdd(next_count, 1u)] = neighbour;
  }
  // your code ends
}
