// A counter without an atomic operation: the advice is to use one, not to add a barrier, which would still lose updates.
// prints: cudaSuccess
// complains: such as atomicAdd for a sum
// never: Add __sync
#include <cstdio>

__global__ void count(int* board) {
  ++*board;  // finds: race
}

__global__ void sum(int* board) {
  __shared__ int of_block;
  if (threadIdx.x == 0) of_block = 0;
  __syncthreads();
  const int mine = static_cast<int>(threadIdx.x);
  of_block += mine;  // finds: race
  __syncthreads();
  if (threadIdx.x == 0) *board = of_block;
}

int main() {
  int* board;
  cudaMalloc(&board, sizeof(int));
  cudaMemset(board, 0, sizeof(int));
  count<<<1, 64>>>(board);
  sum<<<1, 64>>>(board);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(board);
}
