// The block that comes last adds up what the others left. In `sum` nothing says that what they left is there when the counter
// is; in `early` the fence comes before what it should be after; in `alone` only one thread of many has waited for its block.
// prints: done
#include <cstdio>

__device__ unsigned arrived[3];

__global__ void sum(int* partial, int* out) {
  if (threadIdx.x != 0) return;
  partial[blockIdx.x] = blockIdx.x;  // finds: race
  if (atomicInc(&arrived[0], gridDim.x - 1) == gridDim.x - 1)
    for (unsigned i = 0; i < gridDim.x; ++i) *out += partial[i];  // finds: race
}

__global__ void early(int* partial, int* out) {
  if (threadIdx.x != 0) return;
  __threadfence();
  partial[blockIdx.x] = blockIdx.x;  // finds: race
  if (atomicInc(&arrived[1], gridDim.x - 1) == gridDim.x - 1)
    for (unsigned i = 0; i < gridDim.x; ++i) *out += partial[i];  // finds: race
}

__global__ void alone(int* partial, int* out) {
  partial[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;  // finds: race
  __threadfence();
  if (threadIdx.x != 0) return;
  if (atomicInc(&arrived[2], gridDim.x - 1) == gridDim.x - 1)
    for (unsigned i = 0; i < gridDim.x * blockDim.x; ++i) *out += partial[i];  // finds: race
}

int main() {
  int *partial, *out;
  cudaMalloc(&partial, 8 * 64 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(partial, 0, 8 * 64 * sizeof(int));
  cudaMemset(out, 0, sizeof(int));
  sum<<<8, 64>>>(partial, out);
  early<<<8, 64>>>(partial, out);
  alone<<<8, 64>>>(partial, out);
  cudaDeviceSynchronize();
  std::puts("done");
  cudaFree(partial);
  cudaFree(out);
}
