// Exercise "An exact dot product": both halves of each product, in bins.
#include "29-adding-numbers/exact-dot.hpp"

// Adds the exact dot product of a and b, which have n floats, to the weft::bins + 1 words of `sum`. Blocks have weft::bin_threads threads.
__global__ void add_products(const float* a, const float* b, std::size_t n, weft::Word* sum) {
  // your code begins
  __shared__ weft::Bins all;
  weft::clear(all);
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads) {
    const float product = a[i] * b[i], error = fmaf(a[i], b[i], -product);
    weft::add(all, product);
    if (product - product == 0) weft::add(all, error);  // the error of an infinity would be NaN
  }
  weft::add_to(all, sum);
  // your code ends
}

// The dot product, rounded once.
double dot(const float* a, const float* b, std::size_t n, unsigned blocks) {
  weft::Buffer<weft::Word> sum(std::vector<weft::Word>(weft::bins + 1, 0));
  add_products<<<blocks, weft::bin_threads>>>(a, b, n, sum.data());
  weft::check(cudaGetLastError());
  weft::Buffer<double> result(1);
  weft::round_bins<<<1, 1>>>(sum.data(), result.data());
  weft::check(cudaGetLastError());
  return result.to_host()[0];
}
