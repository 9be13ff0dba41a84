// Exercise "Red–black sweeps in a volume": sweeps in place, one colour after the other.
#include <cstring>

#include "12-finite-differences/red-black.hpp"
#include "common/volume.cuh"

__host__ __device__ float mean_of(float west, float east, float north, float south, float below, float above) {
  return ((west + east) + (north + south) + (below + above)) * (1.0f / 6);
}

// your code begins
// Raises *largest to the largest move, as the bits of a float, unless `largest` is null: one update per block.
__global__ void move_colour(weft::VolumeView<float> u, unsigned colour, float over, unsigned* largest) {
  __shared__ unsigned of_block;
  const bool first = threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0;
  if (first) of_block = 0;
  __syncthreads();
  const std::size_t z = std::size_t{blockIdx.z} * blockDim.z + threadIdx.z + 1;
  const std::size_t y = std::size_t{blockIdx.y} * blockDim.y + threadIdx.y + 1;
  const std::size_t x = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x + 1;
  if (z + 1 < u.planes() && y + 1 < u.rows() && x + 1 < u.columns() && (z + y + x) % 2 == colour) {
    const float mean = mean_of(u(z, y, x - 1), u(z, y, x + 1), u(z, y - 1, x), u(z, y + 1, x), u(z - 1, y, x), u(z + 1, y, x));
    const float way = over * (mean - u(z, y, x));
    u(z, y, x) += way;
    if (largest) atomicMax_block(&of_block, __float_as_uint(fabsf(way)));
  }
  __syncthreads();
  if (largest && first) atomicMax(largest, of_block);
}

inline void move_all(weft::VolumeView<float> u, unsigned colour, float over, unsigned* largest) {
  const auto pieces = [](std::size_t n, std::size_t size) { return static_cast<unsigned>((n + size - 1) / size); };
  const dim3 grid(pieces(u.columns(), 32), pieces(u.rows(), 4), pieces(u.planes(), 2));
  move_colour<<<grid, dim3(32, 4, 2)>>>(u, colour, over, largest);
  weft::check(cudaGetLastError());
}
// your code ends

// Moves the inner points of a colour, (plane + row + column) % 2, by `over` times the distance to the mean of their neighbours.
// Launches a kernel.
void half_sweep(weft::VolumeView<float> u, unsigned colour, float over) {
  // your code begins
  move_all(u, colour, over, nullptr);
  // your code ends
}

// Makes whole sweeps, colour 0 then colour 1, until one has moved no point by more than `enough`. Returns how many it made.
unsigned solve(weft::VolumeView<float> u, float over, float enough) {
  unsigned sweeps = 0;
  // your code begins
  weft::Buffer<unsigned> largest(1);
  for (float moved = 2 * enough + 1; moved > enough; ++sweeps) {
    largest.copy_from(std::vector<unsigned>{0});
    move_all(u, 0, over, largest.data());
    move_all(u, 1, over, largest.data());
    std::memcpy(&moved, largest.to_host().data(), sizeof moved);
  }
  // your code ends
  return sweeps;
}
