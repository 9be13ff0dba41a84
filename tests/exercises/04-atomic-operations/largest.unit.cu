#include <04-atomic-operations/largest.cu>

#include <cstddef>

namespace test {

__global__ void enter_all(const float* values, std::size_t n, float* place, float* returned) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) returned[i] = atomic_max(place, values[i]);
}

}  // namespace test
