// Exercise "Small tridiagonal systems of any length": as many in a warp as fit.
#include "15-tridiagonal-systems/small-systems.hpp"
#include "common/cyclic-reduction.cuh"

// Solves all systems, of 1 to 32 unknowns each, in contiguous layout. A warp solves 32 / n systems at a time, with one lane per
// unknown. The grid may have any size; blocks have a multiple of 32 threads.
__global__ void small_systems(weft::Systems<float> of) {
  // your code begins
  // your code ends
}
