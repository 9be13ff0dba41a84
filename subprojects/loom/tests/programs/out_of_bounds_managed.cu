// One past the end of managed and pinned memory, little of which lies on the host's heap.
// prints: cudaSuccess
// prints: cudaSuccess
// complains: past the end of the 400 bytes from cudaMallocManaged
// complains: past the end of the 400 bytes from cudaMallocHost
// complains: Check the index
// never: host memory
// with: LOOM_AFTER_FAULT=go-on
#include <cstdio>

__global__ void fill(int* data, int n) {
  const int i = static_cast<int>(threadIdx.x);
  if (i <= n) data[i] = i;  // finds: out-of-bounds
}

int main() {
  int *managed, *pinned;
  cudaMallocManaged(&managed, 100 * sizeof(int));
  cudaMallocHost(&pinned, 100 * sizeof(int));
  for (int* data : {managed, pinned}) {
    fill<<<1, 128>>>(data, 100);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  }
}
