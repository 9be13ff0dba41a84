// Exercise "A level, edge by edge": equal shares of the frontier's edges.
#include "19-sparse-matrices/next-frontier.hpp"

// Makes a level of a breadth-first search. The frontier has `count` vertices, and before[i] is the total degree of its first i vertices.
// Neighbours without a parent get one, and are appended to `next` once. *next_count is the number of elements of `next`, before and
// after. Blocks have 128 threads, in any grid. Threads share the before[count] edges.
__global__ void next_frontier(weft::Pattern graph, const unsigned* frontier, const unsigned* before, unsigned count, unsigned* parent,
                              unsigned* next, unsigned* next_count) {
  // your code begins
  // your code ends
}
