// Exercise "A reduction with the same bits on any grid": a reduction whose bits do not depend on the launch.
#include "10-reductions/same-anywhere.hpp"
#include "common/reduce.cuh"

// Stores in *result the reduction of all elements by `op`, in an order that depends only on their number and on `pieces`. `values`
// has space for `pieces` values; *tickets is 0 before and after. Each block of 256 threads takes one ticket.
template <class T, class Op>
__global__ void reduce_pieces(weft::View<const T> x, Op op, unsigned pieces, T* values, unsigned* tickets, T* result) {
  // your code begins
  const std::size_t each = (x.size() + pieces - 1) / pieces;
  for (unsigned piece = blockIdx.x; piece < pieces; piece += gridDim.x) {
    const std::size_t end = (piece + 1) * each < x.size() ? (piece + 1) * each : x.size();
    T mine = op.identity();
    for (std::size_t i = piece * each + threadIdx.x; i < end; i += block) mine = op(mine, x[i]);
    mine = weft::join_block<block>(mine, op);
    if (threadIdx.x == 0) values[piece] = mine;
    __syncthreads();  // before the next piece is combined
  }

  __shared__ bool last;
  if (threadIdx.x == 0) {
    __threadfence();  // the values before the ticket
    last = atomicInc(tickets, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();  // the ticket before the others' values
  }
  __syncthreads();
  if (!last) return;
  T mine = op.identity();
  for (unsigned piece = threadIdx.x; piece < pieces; piece += block) mine = op(mine, values[piece]);
  mine = weft::join_block<block>(mine, op);
  if (threadIdx.x == 0) *result = mine;
  // your code ends
}
