// Tangled from chapters/14-fourier-transform.md. Edit there. [sha1 423513d4310bd32c54f0293f8f0ae394251eda16]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/fft.cuh"
#include "common/measure.cuh"
#include "common/plan.cuh"
#include "common/side-by-side.cuh"

using weft::Complex;
constexpr unsigned together = 8;  // columns or rows per block, 16 points per thread

// Of a column in shared memory. In units of 8 bytes, columns begin two banks apart.
__host__ __device__ constexpr unsigned padded(unsigned r) { return r + r / 16 + 2; }

// Steps 1 and 2: a block transforms neighbouring columns of a matrix of r x r points.
template <unsigned r>
__global__ void __launch_bounds__(r / 2, 2048 / r)
    columns_first(const Complex* from, Complex* to, const Complex* __restrict__ twiddles) {
  extern __shared__ Complex room[];
  const unsigned c = threadIdx.x % together, t = threadIdx.x / together;
  const unsigned column = blockIdx.x % (r / together) * together + c;
  const std::size_t first = std::size_t{blockIdx.x / (r / together)} * r * r + column;
  Complex x[16];
#pragma unroll
  for (unsigned q = 0; q < 16; ++q) x[q] = from[first + (t + q * (r / 16)) * r];
  weft::transform<r, 16>(x, t, room + c * padded(r), twiddles);
#pragma unroll
  for (unsigned q = 0; q < 16; ++q) {
    const unsigned k = t + q * (r / 16);
    const float angle = -2.0f / (r * r) * static_cast<float>(k * column);  // exact, in half circles
    to[first + k * r] = Complex{cospif(angle), sinpif(angle)} * x[q];
  }
}

// Steps 3 and 4: a block transforms neighbouring rows, and stores them as columns.
template <unsigned r>
__global__ void __launch_bounds__(r / 2, 2048 / r)
    rows_then(const Complex* from, Complex* to, const Complex* __restrict__ twiddles) {
  extern __shared__ Complex room[];
  const unsigned row = blockIdx.x % (r / together) * together;
  const std::size_t matrix = std::size_t{blockIdx.x / (r / together)} * r * r;
  {
    const unsigned c = threadIdx.x / (r / 16), t = threadIdx.x % (r / 16);
    Complex* const mine = room + c * padded(r);
    Complex x[16];
#pragma unroll
    for (unsigned q = 0; q < 16; ++q) x[q] = from[matrix + (row + c) * r + t + q * (r / 16)];
    weft::transform<r, 16>(x, t, mine, twiddles);
    __syncthreads();
#pragma unroll
    for (unsigned q = 0; q < 16; ++q) {
      const unsigned k = t + q * (r / 16);
      mine[k + k / 16] = x[q];
    }
  }
  __syncthreads();
  const unsigned c = threadIdx.x % together, t = threadIdx.x / together;
#pragma unroll
  for (unsigned q = 0; q < 16; ++q) {
    const unsigned k = t + q * (r / 16);
    to[matrix + std::size_t{k} * r + row + c] = room[c * padded(r) + k + k / 16];
  }
}

// Transforms of r * r points each.
template <unsigned r>
struct FourStep {
  explicit FourStep(std::size_t count) : count(count), between(count * r * r) {
    for (const auto kernel : {columns_first<r>, rows_then<r>})
      weft::check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  }
  void operator()(const Complex* from, Complex* to) {
    const auto blocks = static_cast<unsigned>(count * (r / together));
    columns_first<r><<<blocks, r / 2, bytes>>>(from, between.data(), twiddles.data());
    rows_then<r><<<blocks, r / 2, bytes>>>(between.data(), to, twiddles.data());
    weft::check(cudaGetLastError());
  }

  static constexpr unsigned bytes = together * padded(r) * sizeof(Complex);
  std::size_t count;
  weft::Buffer<Complex> between;
  const weft::Buffer<Complex> twiddles{weft::twiddle_table(r, 16)};
};

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

TEST_CASE("two kernels give the host's transform, with whole sectors and few conflicts") {
  constexpr unsigned r = 256, n = r * r;
  weft::Buffer<Complex> from(2 * n), to(std::vector<Complex>(2 * n, {NAN, NAN}));
  fill(from);
  FourStep<r> transform(2);
  const auto seen = loom::observe([&] { transform(from.data(), to.data()); });
  CHECK(worst_error(from, to, n, {0, 1}) < 4e-7);
  CHECK(seen.global_stores.requests == 2 * 2 * n / 32);
  CHECK(seen.global_stores.sectors_per_request() == 8);
  CHECK(seen.shared_stores.conflicts <= seen.shared_stores.requests / 4);
  CHECK(seen.shared_loads.conflicts <= seen.shared_loads.requests / 4);
  std::printf("%u points: %.0f stores of %.0f sectors\n", n, 1.0 * seen.global_stores.requests,
              seen.global_stores.sectors_per_request());
}

TEST_CASE("a million points compared with cuFFT" * doctest::skip(!weft::measuring())) {
  constexpr unsigned r = 1024, n = r * r;
  for (const std::size_t count : {1, 8, 64}) {
    weft::Buffer<Complex> from(count * n), to(count * n);
    fill(from);
    FourStep<r> transform(count);
    weft::Plan plan(static_cast<int>(n), CUFFT_C2C, static_cast<int>(count));
    const auto ours = [&] { transform(from.data(), to.data()); };
    const auto library = [&] { plan.forward(from.data(), to.data()); };
    const auto copy = [&] {
      weft::check(cudaMemcpyAsync(to.data(), from.data(), count * n * sizeof(Complex),
                                  cudaMemcpyDeviceToDevice));
    };
    const auto seconds = weft::side_by_side(15, ours, library, copy);
    weft::check(cudaMemset(to.data(), 0xff, count * n * sizeof(Complex)));
    ours();
    CHECK(worst_error(from, to, n, {count - 1}) < 4e-7);
    const char* const names[] = {"ours", "cuFFT", "copy"};
    for (int k = 0; k < 3; ++k)
      weft::report({names[k], 1.0 * count, "transforms of 2²⁰ points",
                    16e-9 * n * static_cast<double>(count) / seconds[k], "GB/s"});
  }
}
