// Exercise "Poisson's equation on a periodic grid": Poisson's equation on a grid that is periodic in both directions.
#include "13-convolution/poisson.hpp"
#include "common/plan.cuh"

// Divides each bin of a real plane's half spectrum by the eigenvalue of its wave, and by the number of points. Bin 0 becomes 0.
// At least one thread per bin.
__global__ void divide(weft::Complex* spectrum, int rows, int columns) {
  // your code begins
  const int half = columns / 2 + 1;
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= rows * half) return;
  const float down = sinpif(static_cast<float>(i / half) / static_cast<float>(rows));
  const float across = sinpif(static_cast<float>(i % half) / static_cast<float>(columns));
  const float eigenvalue = 4 * (down * down + across * across);
  spectrum[i] = (i == 0 ? 0.0f : 1 / (eigenvalue * static_cast<float>(rows * columns))) * spectrum[i];
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
  weft::Buffer<float> plane(f);
  weft::Buffer<weft::Complex> spectrum(rows * (columns / 2 + 1));
  weft::Plan(rows, columns, CUFFT_R2C).forward(plane.data(), spectrum.data());
  launch_divide(spectrum, rows, columns);
  weft::Plan(rows, columns, CUFFT_C2R).inverse(spectrum.data(), plane.data());
  u = plane.to_host();
  // your code ends
  return u;
}
