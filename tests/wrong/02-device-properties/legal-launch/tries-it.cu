// fails: nothing is launched for the verdict
#include <cstddef>

#include "02-device-properties/legal-launch.hpp"

__global__ void probe() {}

bool is_legal(dim3 grid, dim3 block, std::size_t shared_bytes) {
  probe<<<grid, block, shared_bytes>>>();
  return cudaGetLastError() == cudaSuccess;
}
