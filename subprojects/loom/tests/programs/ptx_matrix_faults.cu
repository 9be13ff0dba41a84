// Matrices that are loaded before they are there, from where no row can begin, and multiplied by half a warp.
// prints: no error
// prints: misaligned address
// prints: unspecified launch failure
// complains: thread (0,0,0) of block (0,0,0), at ptx_matrix_faults.cu:29, executes a matrix instruction that not all 32 lanes of its warp reach.
#include <cstdio>

__device__ unsigned in_shared(const void* pointer) { return static_cast<unsigned>(__cvta_generic_to_shared(pointer)); }

__global__ void load_too_early(unsigned* out) {
  __shared__ alignas(16) unsigned rows[32][4];
  for (int i = 0; i < 4; ++i) rows[threadIdx.x][i] = threadIdx.x;  // finds: race
  unsigned part;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(part) : "r"(in_shared(rows[(threadIdx.x + 1) % 32])));  // finds: race
  out[threadIdx.x] = part;
}

__global__ void load_from_between(unsigned* out) {
  __shared__ alignas(16) unsigned rows[32][5];
  for (int i = 0; i < 5; ++i) rows[threadIdx.x][i] = threadIdx.x;
  __syncwarp();
  unsigned part;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(part) : "r"(in_shared(rows[threadIdx.x])));  // finds: misaligned
  out[threadIdx.x] = part;
}

__global__ void multiply() {
  unsigned d, c = 0;
  asm volatile(
      "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%2}, {%2, %2};"
      : "=r"(d), "=r"(c) : "r"(1));
  printf("%u %u\n", d, c);
}

int main() {
  for (int kernel = 0; kernel < 3; ++kernel) {
    unsigned* out;
    cudaMalloc(&out, 32 * sizeof *out);
    if (kernel == 0) load_too_early<<<1, 32>>>(out);
    if (kernel == 1) load_from_between<<<1, 32>>>(out);
    if (kernel == 2) multiply<<<1, 16>>>();
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaDeviceReset();
  }
}
