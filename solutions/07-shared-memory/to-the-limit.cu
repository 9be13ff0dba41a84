// Exercise "A dot product with all the shared memory": a dot product with as much shared memory as a block can have.
#include <algorithm>
#include <vector>

#include "07-shared-memory/to-the-limit.hpp"
#include "common/buffer.cuh"

// How many floats the dynamic shared memory of a block can hold on device 0, if the kernel opts in to all that it may have.
std::size_t largest_piece() {
  std::size_t floats = 0;
  // your code begins
  int bytes = 0;
  weft::check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  floats = static_cast<std::size_t>(bytes) / sizeof(float);
  // your code ends
  return floats;
}

// Block i writes the products of elements i * piece to (i + 1) * piece - 1, as far as there are any, to dynamic shared
// memory, which has space for `piece` floats, and writes their sum to sums[i].
__global__ void dot_pieces(Numbers a, Numbers b, std::size_t piece, float* sums) {
  // your code begins
  extern __shared__ float products[];
  const std::size_t first = blockIdx.x * piece;
  const std::size_t size = a.size() - first < piece ? a.size() - first : piece;
  for (std::size_t i = threadIdx.x; i < size; i += blockDim.x) products[i] = a[first + i] * b[first + i];
  __syncthreads();
  for (std::size_t left = size; left > 1; left = (left + 1) / 2) {
    const std::size_t half = (left + 1) / 2;
    for (std::size_t i = threadIdx.x; i + half < left; i += blockDim.x) products[i] += products[i + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = products[0];
  // your code ends
}

// The dot product of two vectors of equal length, with one block of `threads` threads for each piece. Throws weft::CudaError.
double dot(Numbers a, Numbers b, std::size_t piece, unsigned threads) {
  double sum = 0.0;
  // your code begins
  const std::size_t blocks = (a.size() + piece - 1) / piece, bytes = piece * sizeof(float);
  if (blocks == 0) return 0.0;
  if (piece > largest_piece()) weft::check(cudaErrorInvalidValue);  // a launch keeps only 32 bits of the size
  weft::Buffer<float> sums(blocks);
  weft::check(cudaFuncSetAttribute(dot_pieces, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
  dot_pieces<<<static_cast<unsigned>(blocks), threads, bytes>>>(a, b, piece, sums.data());
  weft::check(cudaGetLastError());
  for (const float of_piece : sums.to_host()) sum += of_piece;
  // your code ends
  return sum;
}
