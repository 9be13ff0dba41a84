// Exercise "Poisson's equation on a periodic grid": Poisson's equation on a grid that is periodic in both directions.
#include "13-convolution/poisson.hpp"
#include "common/plan.cuh"

// Divides each bin of a real plane's half spectrum by the eigenvalue of its wave, and by the number of points. Bin 0 becomes 0.
// At least one thread per bin.
__global__ void divide(weft::Complex* spectrum, int rows, int columns) {
  // your code begins
  // your code ends
}

inline void launch_divide(weft::Buffer<weft::Complex>& spectrum, int rows, int columns) {
  const unsigned bins = static_cast<unsigned>(rows * (columns / 2 + 1));
  if (spectrum.size() != bins) throw std::length_error("the half spectrum of a plane has a different size");
  divide<<<(bins + 255) / 256, 256>>>(spectrum.data(), rows, columns);
  weft::check(cudaGetLastError());
}

// u with mean 0, so that 4 u(r, c) - u(r - 1, c) - u(r + 1, c) - u(r, c - 1) - u(r, c + 1) = f(r, c), minus the mean of f. The plane is
// periodic: row -1 is the last one, and so on. `f` is stored row by row; there are at least two rows and two columns.
std::vector<float> solve_poisson(const std::vector<float>& f, int rows, int columns) {
  std::vector<float> u(f.size());
  // your code begins
  // your code ends
  return u;
}
