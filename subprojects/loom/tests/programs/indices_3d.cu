// Every element of an awkward box is visited exactly once.
// prints: wrong elements: 0
#include <cstdio>
#include <vector>

__global__ void visit(int* box, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < nx && y < ny && z < nz) box[(z * ny + y) * nx + x] += 1000 * z + 100 * y + x + 1;
}

int main() {
  const int nx = 37, ny = 5, nz = 3;
  int* box;
  cudaMalloc(&box, nx * ny * nz * sizeof(int));
  cudaMemset(box, 0, nx * ny * nz * sizeof(int));
  const dim3 block(8, 2, 2);
  visit<<<dim3((nx + 7) / 8, (ny + 1) / 2, (nz + 1) / 2), block>>>(box, nx, ny, nz);
  std::vector<int> host(nx * ny * nz, -1);
  cudaMemcpy(host.data(), box, host.size() * sizeof(int), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < nx * ny * nz; ++i) wrong += host[i] != 1000 * (i / nx / ny) + 100 * (i / nx % ny) + i % nx + 1;
  std::printf("wrong elements: %d\n", wrong);
  return cudaFree(box);
}
