// Two words of a column of a tile: trace.py knows which lanes access what.
#include <loom/observe.h>

__global__ void column(int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 2) out[blockIdx.x * 64 + threadIdx.x + 1] = tile[threadIdx.x * 32];
}

int main() {
  int* out;
  cudaMalloc(&out, 128 * sizeof(int));
  loom::observe([&] { column<<<2, 64>>>(out); });
}
