// Tangled from chapters/14-fourier-transform.md. Edit there. [sha1 aaebd3509749715e8cc939124f2f673b066c00b7]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/fft.cuh"

using weft::Complex;

// Transforms of n points each, by definition. Each thread computes one bin.
__global__ void by_definition(const Complex* from, Complex* to, const Complex* roots, unsigned n,
                              std::size_t all) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= all) return;
  const unsigned k = static_cast<unsigned>(i % n);
  const Complex* const x = from + (i - k);
  Complex sum{0, 0};
  for (unsigned j = 0, power = 0; j < n; ++j) {
    sum = sum + x[j] * roots[power];
    power = power + k < n ? power + k : power + k - n;  // j k, modulo n
  }
  to[i] = sum;
}

std::vector<Complex> all_roots(unsigned n) {
  std::vector<Complex> roots;
  for (unsigned k = 0; k < n; ++k) roots.push_back(weft::root(k, n));
  return roots;
}

void fill(weft::Buffer<Complex>& numbers) {
  const std::size_t all = numbers.size(), some = std::min<std::size_t>(all, 1 << 20);
  const auto parts = weft::random_numbers(2 * some, 9);
  for (std::size_t i = 0; i < all; i += some)
    weft::check(cudaMemcpy(numbers.data() + i, parts.data(),
                           std::min(some, all - i) * sizeof(Complex), cudaMemcpyHostToDevice));
}

// The largest error of the given transforms.
double worst_error(const weft::Buffer<Complex>& from, const weft::Buffer<Complex>& to, unsigned n,
                   const std::vector<std::size_t>& which) {
  double worst = 0;
  std::vector<Complex> x(n), is(n);
  for (const std::size_t t : which) {
    for (auto& [here, there] : {std::pair{&x, &from}, {&is, &to}})
      weft::check(cudaMemcpy(here->data(), there->data() + t * n, n * sizeof(Complex), cudaMemcpyDeviceToHost));
    const double off = weft::error_of(is.data(), weft::exact_transform(weft::widened(x)));
    worst = off <= worst ? worst : off;  // keeps NaN
  }
  return worst;
}

template <unsigned n>
void expect_small_error() {
  weft::Buffer<Complex> x(4 * n), fast(4 * n), slow(4 * n);
  const weft::Buffer<Complex> roots(all_roots(n));
  fill(x);
  weft::Fft<n>{}.forward(x.data(), fast.data(), 4);
  by_definition<<<n / 256, 256>>>(x.data(), slow.data(), roots.data(), n, n);
  weft::check(cudaGetLastError());
  const double u = 0x1p-24, levels = std::log2(1.0 * n),
               bound = (1 + 4 * std::sqrt(2.0)) * u * levels;
  const double ours = worst_error(x, fast, n, {0, 1, 2, 3}),
               of_definition = worst_error(x, slow, n, {0});
  CHECK(ours < bound);
  CHECK(ours < 0.7 * u * levels);  // roundings go both ways
  CHECK(of_definition > 2 * ours);
  CHECK(of_definition < n * u);
  std::printf("%u | %.1f u | %.1f u | %.1f u\n", n, bound / u, ours / u, of_definition / u);
}

TEST_CASE("the error stays within its bound, and below that of the definition") {
  std::puts("points | bound | ours | by definition");
  expect_small_error<512>();
  expect_small_error<1024>();
  expect_small_error<2048>();
  expect_small_error<4096>();
}
