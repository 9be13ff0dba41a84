// Tangled from chapters/20-building.md. Edit there. [sha1 94ea53f9e5fef455103d9a4a36039f654813ab68]
#pragma once

#include <cstddef>

template <int Width>
struct alignas(Width * sizeof(float)) Pack {
  float v[Width];
};

// z = x / y, in packs.
template <int Width>
__global__ void ratios(const Pack<Width>* x, const Pack<Width>* y, Pack<Width>* z, std::size_t packs) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < packs; i += stride) {
    const Pack<Width> a = x[i], b = y[i];
    Pack<Width> c;
#pragma unroll
    for (int k = 0; k < Width; ++k) c.v[k] = a.v[k] / b.v[k];
    z[i] = c;
  }
}
