// touch MEBIBYTES OF: reads and writes so many MiB of an allocation of so many, for the memory that this takes.
#include <cstdio>
#include <cstdlib>

#include <cuda_runtime.h>

__global__ void scale(float* data, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2;
}

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "touch MEBIBYTES OF\n");
    return 2;
  }
  const std::size_t touched = std::strtoul(argv[1], nullptr, 10) << 20, all = std::strtoul(argv[2], nullptr, 10) << 20;
  const unsigned n = static_cast<unsigned>(touched / sizeof(float));
  float* data;
  cudaError_t error = cudaMalloc(&data, all);
  if (error == cudaSuccess) error = cudaMemset(data, 0, all);
  if (error == cudaSuccess && n > 0) scale<<<(n + 255) / 256, 256>>>(data, n);
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error == cudaSuccess) error = cudaFree(data);
  if (error == cudaSuccess) return 0;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  return 1;
}
