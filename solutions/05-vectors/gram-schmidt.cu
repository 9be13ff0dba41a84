// Exercise "Gram–Schmidt orthogonalisation": each vector minus its projections onto the previous results.
#include "05-vectors/gram-schmidt.hpp"
#include "common/buffer.cuh"

// The kernels that orthogonalise() launches, for example one that computes a dot product and one that subtracts.
// your code begins
__global__ void add_dot(weft::View<const double> a, weft::View<const double> b, double* result) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  double mine = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < a.size(); i += threads) mine += a[i] * b[i];
  atomicAdd(result, mine);
}

// a becomes a − (a, b) / (b, b) · b, unless b is zero.
__global__ void subtract_projection(weft::View<double> a, weft::View<const double> b, const double* ab, const double* bb) {
  if (*bb == 0) return;
  const double factor = *ab / *bb;
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < a.size(); i += threads) a[i] -= factor * b[i];
}
// your code ends

// `vectors` is device memory with vectors of `length` elements, one after the other. Each is made orthogonal to all previous ones.
void orthogonalise(weft::View<double> vectors, std::size_t length) {
  // your code begins
  const std::size_t count = vectors.size() / length;
  const auto vector = [&](std::size_t k) { return weft::View<double>(vectors.data() + k * length, length); };
  weft::Buffer<double> products(std::vector<double>(count * count, 0.0));  // of vectors i and k, for k <= i
  const auto product = [&](std::size_t i, std::size_t k) { return products.data() + i * count + k; };
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      add_dot<<<2, 128>>>(vector(i), vector(k), product(i, k));
      subtract_projection<<<2, 128>>>(vector(i), vector(k), product(i, k), product(k, k));
    }
    add_dot<<<2, 128>>>(vector(i), vector(i), product(i, i));
  }
  weft::check(cudaGetLastError());
  // your code ends
}
