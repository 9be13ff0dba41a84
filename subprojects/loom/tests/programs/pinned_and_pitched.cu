// Pinned memory is the device's too; pitched memory keeps rows apart.
// prints: pinned: 0 1 4 9
// prints: the pitch holds a row: yes
// prints: rows: 0 6, 10 16, 20 26
#include <cstdio>

__global__ void squares(int* at) { at[threadIdx.x] = threadIdx.x * threadIdx.x; }

__global__ void rows(char* base, size_t pitch) {
  int* const row = reinterpret_cast<int*>(base + blockIdx.x * pitch);
  row[threadIdx.x] = 10 * blockIdx.x + threadIdx.x;
}

int main() {
  int *pinned, *of_device;
  cudaHostAlloc(&pinned, 4 * sizeof(int), cudaHostAllocMapped);
  cudaHostGetDevicePointer(&of_device, pinned, 0);
  squares<<<1, 4>>>(of_device);
  cudaDeviceSynchronize();
  std::printf("pinned: %d %d %d %d\n", pinned[0], pinned[1], pinned[2], pinned[3]);
  cudaFreeHost(pinned);

  char* base;
  size_t pitch;
  cudaMallocPitch(&base, &pitch, 7 * sizeof(int), 3);
  std::printf("the pitch holds a row: %s\n", pitch >= 7 * sizeof(int) ? "yes" : "no");
  rows<<<3, 7>>>(base, pitch);
  int host[3][7];
  cudaMemcpy2D(host, sizeof host[0], base, pitch, sizeof host[0], 3, cudaMemcpyDeviceToHost);
  std::printf("rows: %d %d, %d %d, %d %d\n", host[0][0], host[0][6], host[1][0], host[1][6], host[2][0], host[2][6]);
  return cudaFree(base);
}
