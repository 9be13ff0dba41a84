// Tangled from chapters/14-fourier-transform.md. Edit there. [sha1 13879fd123d055fb7f43da05df0006993b45cdcf]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/fft.cuh"

using weft::Complex;
constexpr unsigned n = 1024;

// A block computes one transform, m points per thread.
template <unsigned m, unsigned row>
__global__ void __launch_bounds__(n / m)
    in_one_block(const Complex* __restrict__ from, Complex* __restrict__ to,
                 const Complex* __restrict__ twiddles) {
  __shared__ Complex room[n + n / row];
  const std::size_t first = std::size_t{blockIdx.x} * n + threadIdx.x;
  Complex x[m];
#pragma unroll
  for (unsigned q = 0; q < m; ++q) x[q] = from[first + q * (n / m)];
  weft::transform<n, m, row>(x, threadIdx.x, room, twiddles);
#pragma unroll
  for (unsigned q = 0; q < m; ++q) to[first + q * (n / m)] = x[q];
}

template <unsigned m, unsigned row>
loom::Seen see() {
  const weft::Buffer<Complex> from(std::vector<Complex>(n, {1, 0})),
      twiddles(weft::twiddle_table(n, m));
  weft::Buffer<Complex> to(n);
  const auto seen = loom::observe([&] {
    in_one_block<m, row><<<1, n / m>>>(from.data(), to.data(), twiddles.data());
  });
  CHECK(to.to_host()[0].x == n);
  return seen;
}
double wavefronts(const loom::Seen& seen) {
  return static_cast<double>(seen.shared_loads.wavefronts + seen.shared_stores.wavefronts) / n;
}

template <unsigned m, unsigned row>
void print_row() {
  const auto plain = see<m, n>(), padded = see<m, row>();
  const double exchanges = static_cast<double>(plain.shared_stores.requests) * 32 / n;
  std::printf("%u | %.0f | %.3f | %.3f | %.3f\n", m, exchanges, exchanges / 8, wavefronts(plain),
              wavefronts(padded));
}

TEST_CASE("16 points per thread: bank conflicts without padding, none with padding") {
  const auto plain = see<16, n>(), padded = see<16, 16>();
  CHECK(plain.shared_stores.requests == 2 * n / 32);
  CHECK(plain.shared_loads.requests == 2 * n / 32);
  CHECK(plain.shared_stores.wavefronts >= n + n / 16);
  const auto conflicts = padded.shared_stores.conflicts + padded.shared_loads.conflicts;
  CHECK(conflicts <= n / 32);  // a GPU counts a few
  CHECK(padded.global_loads.requests == n / 16 / 32 * (16 + 15 + 12));  // points, twiddle factors
#ifdef __LOOM__
  std::puts("points per thread | exchanges | wavefronts per point, without conflicts | not padded | padded");
  print_row<2, 16>();
  print_row<4, 16>();
  print_row<8, 16>();
  print_row<16, 16>();
  print_row<32, 32>();
#endif
}
