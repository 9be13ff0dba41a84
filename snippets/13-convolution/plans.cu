// Tangled from chapters/13-convolution.md. Edit there. [sha1 25acf69945589f81326d9cf22d4e335d0f768cfa]
#include <numeric>

#include <doctest/doctest.h>

#include "common/plan.cuh"
#include "common/stream.cuh"

using weft::Complex, weft::Exact;

std::vector<Complex> some_numbers(int count) {
  const auto parts = weft::random_numbers(2 * count, 1);
  std::vector<Complex> values;
  for (int i = 0; i < count; ++i) values.push_back({parts[i], parts[count + i]});
  return values;
}
// The transform of n values of x: `first` and every `step`-th one after it.
std::vector<Exact> exact_of(const std::vector<Complex>& x, int first, int step, int n) {
  std::vector<Exact> taken;
  for (int j = 0; j < n; ++j) taken.push_back(weft::widened(x)[first + j * step]);
  return weft::exact_transform(taken);
}

TEST_CASE("a forward and an inverse transform multiply by n") {
  for (const int n : {2, 10, 17, 256}) {
    const auto x = some_numbers(n);
    weft::Buffer<Complex> on_device(x);
    weft::Plan plan(n, CUFFT_C2C);
    plan.forward(on_device.data(), on_device.data());
    CHECK(weft::error_of(on_device.to_host().data(), exact_of(x, 0, 1, n)) < 1e-6);
    plan.inverse(on_device.data(), on_device.data());
    for (int j = 0; j < n; ++j) CHECK(size(on_device.to_host()[j] - 1.0f * n * x[j]) < 1e-5 * n);
  }
}

TEST_CASE("for n real numbers, n / 2 + 1 bins are written; the others are their conjugates") {
  for (const int n : {10, 11}) {
    const auto x = weft::random_numbers(n, 2);
    const weft::Buffer<float> from(x);
    weft::Buffer<Complex> to(std::vector<Complex>(n, {7, 7}));
    weft::Plan(n, CUFFT_R2C).forward(from.data(), to.data());
    const auto all = weft::exact_transform({x.begin(), x.end()}), half = weft::widened(to.to_host());
    for (int k = 0; k < n; ++k) CHECK(std::abs(half[k] - (k <= n / 2 ? all[k] : Exact(7, 7))) < 1e-4);
    for (int k = 1; k < n; ++k) CHECK(std::abs(all[n - k] - std::conj(all[k])) < 1e-9);
  }
}

TEST_CASE("strides: columns of a matrix, and pieces that overlap") {
  const auto x = some_numbers(7 * 5);
  const weft::Buffer<Complex> matrix(x);
  weft::Buffer<Complex> columns(35), pieces(24);
  weft::Plan(7, {5, 1}, {1, 7}, CUFFT_C2C, 5).forward(matrix.data(), columns.data());
  weft::Plan(8, {1, 3}, {1, 8}, CUFFT_C2C, 3).forward(matrix.data(), pieces.data());
  const auto of_column = exact_of(x, 4, 5, 7), of_piece = exact_of(x, 2 * 3, 1, 8);
  CHECK(weft::error_of(columns.to_host().data() + 4 * 7, of_column) < 1e-6);
  CHECK(weft::error_of(pieces.to_host().data() + 2 * 8, of_piece) < 1e-6);
}

TEST_CASE("in place, rows of real numbers are padded") {
  constexpr int rows = 4, columns = 6, padded = 2 * (columns / 2 + 1);
  const auto x = weft::random_numbers(rows * columns, 3);
  weft::Buffer<float> plane(std::vector<float>(rows * padded, NAN));
  weft::check(cudaMemcpy2D(plane.data(), padded * sizeof(float), x.data(), columns * sizeof(float),
                           columns * sizeof(float), rows, cudaMemcpyHostToDevice));
  auto* const spectrum = reinterpret_cast<Complex*>(plane.data());
  weft::Plan(rows, columns, CUFFT_R2C).forward(plane.data(), spectrum);
  CHECK(plane.to_host()[0] == doctest::Approx(std::accumulate(x.begin(), x.end(), 0.0f)));
  weft::Plan(rows, columns, CUFFT_C2R).inverse(spectrum, plane.data());
  const auto back = plane.to_host();
  for (int i = 0; i < rows * columns; ++i)
    CHECK(std::abs(back[i / columns * padded + i % columns] - rows * columns * x[i]) < 1e-3);
}

TEST_CASE("a workspace of our own, a stream and double precision, with the bare functions") {
  constexpr int n = 48;
  cufftHandle plan = CUFFT_PLAN_NULL;
  std::size_t bytes = 0;
  const weft::Stream stream;
  weft::check(cufftCreate(&plan));
  weft::check(cufftSetAutoAllocation(plan, 0));
  weft::check(cufftMakePlan1d(plan, n, CUFFT_D2Z, 1, &bytes));
  weft::Buffer<char> room(bytes + 1);
  weft::check(cufftSetWorkArea(plan, room.data()));
  weft::check(cufftSetStream(plan, stream));
  weft::Buffer<double> x(std::vector<double>(n, 1.0 / 3));
  weft::Buffer<cufftDoubleComplex> spectrum(n / 2 + 1);
  weft::check(cufftExecD2Z(plan, x.data(), spectrum.data()));
  stream.wait();
  CHECK(std::abs(spectrum.to_host()[0].x - n / 3.0) < 1e-13);
  weft::check(cufftDestroy(plan));
}

TEST_CASE("a plan with impossible sizes is refused with an error") {
  CHECK_THROWS_AS(weft::Plan(0, CUFFT_C2C), weft::FftError);
  CHECK_THROWS_AS(weft::Plan(8, CUFFT_C2C, -1), weft::FftError);
}
