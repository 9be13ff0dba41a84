// Exercise "Red–black sweeps in a volume": sweeps in place, one colour after the other.
#include <cstring>

#include "12-finite-differences/red-black.hpp"
#include "common/volume.cuh"

__host__ __device__ float mean_of(float west, float east, float north, float south, float below, float above) {
  return ((west + east) + (north + south) + (below + above)) * (1.0f / 6);
}

// your code begins
// your code ends

// Moves the inner points of a colour, (plane + row + column) % 2, by `over` times the distance to the mean of their neighbours.
// Launches a kernel.
void half_sweep(weft::VolumeView<float> u, unsigned colour, float over) {
  // your code begins
  // your code ends
}

// Makes whole sweeps, colour 0 then colour 1, until one has moved no point by more than `enough`. Returns how many it made.
unsigned solve(weft::VolumeView<float> u, float over, float enough) {
  unsigned sweeps = 0;
  // your code begins
  // your code ends
  return sweeps;
}
