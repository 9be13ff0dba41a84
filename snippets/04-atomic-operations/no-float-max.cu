// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 1a15477e767932f74a7560daa9c336a97fcd95ce]
#include <cuda_runtime.h>

__global__ void largest(const float* values, float* result) {
  atomicMax(result, values[threadIdx.x]);
}
