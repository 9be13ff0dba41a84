// cuFFT against discrete Fourier transforms summed term by term in long double.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cufft.h>
#include <cufftXt.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <initializer_list>
#include <numbers>
#include <random>
#include <vector>

#include "on_device.h"

namespace {

using Exact = std::complex<long double>;
using Lengths = std::vector<int>;

// One type of transform in one precision.
struct Single {
  using Real = float;
  using Complex = cufftComplex;
  static constexpr cufftType c2c = CUFFT_C2C, r2c = CUFFT_R2C, c2r = CUFFT_C2R;
  static constexpr double tolerance = 3e-6;      // of the largest element
  static cufftResult run(cufftHandle plan, Complex* in, Complex* out, int direction) { return cufftExecC2C(plan, in, out, direction); }
  static cufftResult run(cufftHandle plan, Real* in, Complex* out) { return cufftExecR2C(plan, in, out); }
  static cufftResult run(cufftHandle plan, Complex* in, Real* out) { return cufftExecC2R(plan, in, out); }
};

struct Double {
  using Real = double;
  using Complex = cufftDoubleComplex;
  static constexpr cufftType c2c = CUFFT_Z2Z, r2c = CUFFT_D2Z, c2r = CUFFT_Z2D;
  static constexpr double tolerance = 1e-14;
  static cufftResult run(cufftHandle plan, Complex* in, Complex* out, int direction) { return cufftExecZ2Z(plan, in, out, direction); }
  static cufftResult run(cufftHandle plan, Real* in, Complex* out) { return cufftExecD2Z(plan, in, out); }
  static cufftResult run(cufftHandle plan, Complex* in, Real* out) { return cufftExecZ2D(plan, in, out); }
};

class Plan {
 public:
  Plan(Lengths lengths, cufftType type, int batch) {
    REQUIRE(cufftPlanMany(&handle_, static_cast<int>(lengths.size()), lengths.data(), nullptr, 1, 0, nullptr, 1, 0, type, batch) == CUFFT_SUCCESS);
  }
  ~Plan() { CHECK(cufftDestroy(handle_) == CUFFT_SUCCESS); }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  operator cufftHandle() const { return handle_; }

 private:
  cufftHandle handle_ = CUFFT_PLAN_NULL;
};

std::size_t product(const Lengths& lengths) {
  std::size_t all = 1;
  for (const int length : lengths) all *= static_cast<std::size_t>(length);
  return all;
}

// Along each dimension in turn: every sum has all its terms.
std::vector<Exact> transformed(std::vector<Exact> data, const Lengths& lengths, int direction) {
  const std::size_t size = product(lengths);
  std::size_t stride = size;
  for (const int length : lengths) {
    const auto n = static_cast<std::size_t>(length);
    stride /= n;
    std::vector<Exact> roots(n), line(n);
    for (std::size_t k = 0; k < n; ++k)
      roots[k] = std::polar(1.0L, 2 * std::numbers::pi_v<long double> * direction * static_cast<long double>(k) / static_cast<long double>(n));
    for (std::size_t first = 0; first < data.size(); ++first) {
      if (first / stride % n != 0) continue;
      for (std::size_t k = 0; k < n; ++k) {
        line[k] = 0;
        for (std::size_t j = 0; j < n; ++j) line[k] += data[first + j * stride] * roots[j * k % n];
      }
      for (std::size_t k = 0; k < n; ++k) data[first + k * stride] = line[k];
    }
  }
  return data;
}

std::vector<Exact> noise(std::size_t count, bool is_real) {
  std::mt19937 random(static_cast<unsigned>(count));
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<Exact> data(count);
  for (Exact& element : data) {
    const long double real = uniform(random);
    element = {real, is_real ? 0.0L : static_cast<long double>(uniform(random))};
  }
  return data;
}

// NaN is never close.
void check_close(const std::vector<Exact>& got, const std::vector<Exact>& expected, double tolerance) {
  REQUIRE(got.size() == expected.size());
  long double largest = 0, worst = 0;
  for (const Exact& element : expected) largest = std::max(largest, std::abs(element));
  for (std::size_t i = 0; i < got.size(); ++i) {
    const long double error = std::abs(got[i] - expected[i]);
    if (!(error <= worst)) worst = error;
    if (std::isnan(worst)) break;
  }
  CHECK(worst <= tolerance * largest);
}

template <class P>
typename P::Complex narrowed(const Exact& x) {
  return {static_cast<typename P::Real>(x.real()), static_cast<typename P::Real>(x.imag())};
}

template <class P>
std::vector<typename P::Complex> narrowed(const std::vector<Exact>& data) {
  std::vector<typename P::Complex> result;
  for (const Exact& x : data) result.push_back(narrowed<P>(x));
  return result;
}

template <class C>
std::vector<Exact> widened(const std::vector<C>& data) {
  std::vector<Exact> result;
  for (const C& x : data) result.emplace_back(x.x, x.y);
  return result;
}

// The half of each row that a real transform keeps.
std::vector<Exact> halved(const std::vector<Exact>& data, int last) {
  std::vector<Exact> result;
  const auto n = static_cast<std::size_t>(last);
  for (std::size_t i = 0; i < data.size(); ++i)
    if (i % n <= n / 2) result.push_back(data[i]);
  return result;
}

// Real rows, each followed by what pads it to hold its complex row.
template <class Real>
std::vector<Real> rows(const std::vector<Exact>& data, int last, std::size_t padded) {
  std::vector<Real> result;
  const auto n = static_cast<std::size_t>(last);
  for (std::size_t i = 0; i < data.size(); i += n) {
    for (std::size_t j = 0; j < n; ++j) result.push_back(static_cast<Real>(data[i + j].real()));
    result.resize(result.size() + padded - n, Real{77});
  }
  return result;
}

template <class Real>
std::vector<Exact> unpadded(const std::vector<Real>& data, int last, std::size_t padded) {
  std::vector<Exact> result;
  for (std::size_t i = 0; i < data.size(); ++i)
    if (i % padded < static_cast<std::size_t>(last)) result.emplace_back(data[i], 0);
  return result;
}

struct Case {
  Lengths lengths;
  int batch;
};

const std::initializer_list<Case> cases = {{{1}, 1},  {{2}, 1},       {{3}, 5},      {{17}, 1},   {{1000}, 3},  {{1021}, 1},
                                           {{64}, 2}, {{31, 17}, 1},  {{17, 32}, 2}, {{1, 9}, 1}, {{5, 7, 11}, 1}, {{6, 4, 8}, 3}};

std::vector<Exact> transformed(const std::vector<Exact>& data, const Case& one, int direction) {
  std::vector<Exact> result;
  const auto size = static_cast<std::ptrdiff_t>(product(one.lengths));
  for (int b = 0; b < one.batch; ++b) {
    const std::vector<Exact> part = transformed(std::vector<Exact>(data.begin() + b * size, data.begin() + (b + 1) * size), one.lengths, direction);
    result.insert(result.end(), part.begin(), part.end());
  }
  return result;
}

}  // namespace

TEST_CASE_TEMPLATE("complex transforms agree with the sums, there and back, in place and out of place", P, Single, Double) {
  for (const Case& one : cases)
    for (const int direction : {CUFFT_FORWARD, CUFFT_INVERSE})
      for (const bool in_place : {false, true}) {
        CAPTURE(one.lengths.front());
        CAPTURE(direction);
        CAPTURE(in_place);
        const std::vector<Exact> data = noise(product(one.lengths) * static_cast<std::size_t>(one.batch), false);
        OnDevice<typename P::Complex> in(data.size()), out(data.size());
        in.fill(narrowed<P>(data));
        const Plan plan(one.lengths, P::c2c, one.batch);
        REQUIRE(P::run(plan, in.data(), in_place ? in.data() : out.data(), direction) == CUFFT_SUCCESS);
        check_close(widened(in_place ? in.values() : out.values()), transformed(data, one, direction), P::tolerance);
        if (!in_place) check_close(widened(in.values()), data, 0);
      }
}

TEST_CASE_TEMPLATE("real transforms agree with the sums, in place with padded rows", P, Single, Double) {
  using Real = typename P::Real;
  using Complex = typename P::Complex;
  for (const Case& one : cases)
    for (const bool in_place : {false, true}) {
      CAPTURE(one.lengths.front());
      CAPTURE(in_place);
      const int last = one.lengths.back();
      const std::size_t half = static_cast<std::size_t>(last) / 2 + 1, padded = in_place ? 2 * half : static_cast<std::size_t>(last);
      const std::vector<Exact> data = noise(product(one.lengths) * static_cast<std::size_t>(one.batch), true);
      const std::vector<Exact> expected = halved(transformed(data, one, CUFFT_FORWARD), last);
      OnDevice<Complex> complex(expected.size());
      OnDevice<Real> real(data.size());
      Real* const reals = in_place ? reinterpret_cast<Real*>(complex.data()) : real.data();
      const std::vector<Real> input = rows<Real>(data, last, padded);
      REQUIRE(cudaMemcpy(reals, input.data(), input.size() * sizeof(Real), cudaMemcpyHostToDevice) == cudaSuccess);

      const Plan forward(one.lengths, P::r2c, one.batch);
      REQUIRE(P::run(forward, reals, complex.data()) == CUFFT_SUCCESS);
      check_close(widened(complex.values()), expected, P::tolerance);

      // And back: unnormalised.
      const Plan backward(one.lengths, P::c2r, one.batch);
      complex.fill(narrowed<P>(expected));
      REQUIRE(P::run(backward, complex.data(), reals) == CUFFT_SUCCESS);
      std::vector<Real> back(input.size());
      REQUIRE(cudaMemcpy(back.data(), reals, back.size() * sizeof(Real), cudaMemcpyDeviceToHost) == cudaSuccess);
      std::vector<Exact> scaled = data;
      for (Exact& x : scaled) x *= static_cast<long double>(product(one.lengths));
      check_close(unpadded(back, last, padded), scaled, 4 * P::tolerance);
    }
}

TEST_CASE("an impulse turns into a wave, and the inverse is not scaled") {
  constexpr int n = 12;
  std::vector<Exact> data(n);
  data[n - 1] = 1;
  OnDevice<cufftComplex> at(n);
  at.fill(narrowed<Single>(data));
  cufftHandle plan;
  REQUIRE(cufftPlan1d(&plan, n, CUFFT_C2C, 1) == CUFFT_SUCCESS);
  REQUIRE(cufftExecC2C(plan, at.data(), at.data(), CUFFT_FORWARD) == CUFFT_SUCCESS);
  for (const Exact& x : widened(at.values())) CHECK(std::abs(static_cast<double>(std::abs(x)) - 1) < 1e-6);
  REQUIRE(cufftExecC2C(plan, at.data(), at.data(), CUFFT_INVERSE) == CUFFT_SUCCESS);
  data[n - 1] = n;
  check_close(widened(at.values()), data, 1e-6);
  CHECK(cufftDestroy(plan) == CUFFT_SUCCESS);
}

TEST_CASE("elements may lie apart, and what lies between them stays") {
  // Two transforms of 4 × 6, every third element of arrays 5 × 9 and, in the output, every second of arrays 4 × 7.
  constexpr int x = 4, y = 6, batch = 2;
  int lengths[] = {x, y}, in_embed[] = {5, 9}, out_embed[] = {4, 7};
  constexpr int in_stride = 3, in_distance = 150, out_stride = 2, out_distance = 61;
  const std::vector<Exact> data = noise(std::size_t{x} * y * batch, false);
  std::vector<cufftDoubleComplex> placed(300, {99, 98}), kept(130, {97, 96});
  for (int b = 0; b < batch; ++b)
    for (int i = 0; i < x; ++i)
      for (int j = 0; j < y; ++j)
        placed[static_cast<std::size_t>(b * in_distance + (i * in_embed[1] + j) * in_stride)] = narrowed<Double>(data[static_cast<std::size_t>((b * x + i) * y + j)]);
  OnDevice<cufftDoubleComplex> in(placed.size()), out(kept.size());
  in.fill(placed);
  out.fill(kept);
  cufftHandle plan;
  REQUIRE(cufftPlanMany(&plan, 2, lengths, in_embed, in_stride, in_distance, out_embed, out_stride, out_distance, CUFFT_Z2Z, batch) == CUFFT_SUCCESS);
  REQUIRE(cufftExecZ2Z(plan, in.data(), out.data(), CUFFT_FORWARD) == CUFFT_SUCCESS);
  std::vector<cufftDoubleComplex> got = out.values();
  std::vector<Exact> seen;
  for (int b = 0; b < batch; ++b)
    for (int i = 0; i < x; ++i)
      for (int j = 0; j < y; ++j) {
        cufftDoubleComplex& element = got[static_cast<std::size_t>(b * out_distance + (i * out_embed[1] + j) * out_stride)];
        seen.emplace_back(element.x, element.y);
        element = {97, 96};
      }
  check_close(seen, transformed(data, {{x, y}, batch}, CUFFT_FORWARD), Double::tolerance);
  for (const cufftDoubleComplex& element : got) CHECK((element.x == 97 && element.y == 96));
  CHECK(cufftDestroy(plan) == CUFFT_SUCCESS);
}

TEST_CASE("columns of a matrix are transformed by a stride, real ones too") {
  constexpr int rows_ = 9, columns = 4, half = rows_ / 2 + 1;
  int length[] = {rows_}, in_embed[] = {rows_}, out_embed[] = {half};
  const std::vector<Exact> data = noise(std::size_t{rows_} * columns, true);
  OnDevice<float> in(data.size());
  OnDevice<cufftComplex> out(std::size_t{half} * columns);
  in.fill(rows<float>(data, columns, columns));
  cufftHandle plan;
  REQUIRE(cufftPlanMany(&plan, 1, length, in_embed, columns, 1, out_embed, columns, 1, CUFFT_R2C, columns) == CUFFT_SUCCESS);
  REQUIRE(cufftExecR2C(plan, in.data(), out.data()) == CUFFT_SUCCESS);
  const std::vector<Exact> got = widened(out.values());
  for (std::size_t c = 0; c < columns; ++c) {
    std::vector<Exact> column, seen;
    for (std::size_t r = 0; r < rows_; ++r) column.push_back(data[r * columns + c]);
    for (std::size_t r = 0; r < half; ++r) seen.push_back(got[r * columns + c]);
    check_close(seen, halved(transformed(column, Lengths{rows_}, CUFFT_FORWARD), rows_), Single::tolerance);
  }
  CHECK(cufftDestroy(plan) == CUFFT_SUCCESS);
}

TEST_CASE("a plan made in two steps works in its stream, with a work area of the program's own") {
  constexpr int n = 100;
  const std::vector<Exact> data = noise(n, false);
  cudaStream_t stream;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  cufftHandle plan;
  std::size_t bytes = 0, same = 1;
  REQUIRE(cufftCreate(&plan) == CUFFT_SUCCESS);
  CHECK(cufftSetAutoAllocation(plan, 0) == CUFFT_SUCCESS);
  REQUIRE(cufftMakePlan1d(plan, n, CUFFT_Z2Z, 1, &bytes) == CUFFT_SUCCESS);
  CHECK(cufftGetSize(plan, &same) == CUFFT_SUCCESS);
  CHECK(bytes == same);
  OnDevice<char> area(bytes + 1);
  CHECK(cufftSetWorkArea(plan, area.data()) == CUFFT_SUCCESS);
  CHECK(cufftSetStream(plan, stream) == CUFFT_SUCCESS);
  OnDevice<cufftDoubleComplex> at(n);
  const std::vector<cufftDoubleComplex> narrow = narrowed<Double>(data);
  std::vector<cufftDoubleComplex> host(n);
  REQUIRE(cudaMemcpyAsync(at.data(), narrow.data(), n * sizeof host[0], cudaMemcpyHostToDevice, stream) == cudaSuccess);
  REQUIRE(cufftExecZ2Z(plan, at.data(), at.data(), CUFFT_FORWARD) == CUFFT_SUCCESS);
  REQUIRE(cudaMemcpyAsync(host.data(), at.data(), n * sizeof host[0], cudaMemcpyDeviceToHost, stream) == cudaSuccess);
  REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess);
  check_close(widened(host), transformed(data, Lengths{n}, CUFFT_FORWARD), Double::tolerance);
  CHECK(cufftDestroy(plan) == CUFFT_SUCCESS);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
}

TEST_CASE("a plan may be told by its element types") {
  constexpr long long n = 30;
  const std::vector<Exact> data = noise(n, true);
  OnDevice<double> in(n);
  OnDevice<cufftDoubleComplex> out(n / 2 + 1);
  in.fill(rows<double>(data, n, n));
  cufftHandle plan;
  std::size_t bytes = 0;
  long long lengths[] = {n};
  REQUIRE(cufftCreate(&plan) == CUFFT_SUCCESS);
  REQUIRE(cufftXtMakePlanMany(plan, 1, lengths, nullptr, 1, n, CUDA_R_64F, nullptr, 1, n, CUDA_C_64F, 1, &bytes, CUDA_C_64F) == CUFFT_SUCCESS);
  REQUIRE(cufftXtExec(plan, in.data(), out.data(), CUFFT_FORWARD) == CUFFT_SUCCESS);
  check_close(widened(out.values()), halved(transformed(data, Lengths{n}, CUFFT_FORWARD), n), Double::tolerance);
  CHECK(cufftDestroy(plan) == CUFFT_SUCCESS);
}

TEST_CASE("going back to real numbers keeps the input of one dimension") {
  constexpr int n = 10, half = n / 2 + 1;
  const std::vector<Exact> data = noise(half, false);
  OnDevice<cufftComplex> in(half);
  OnDevice<float> out(n);
  in.fill(narrowed<Single>(data));
  const Plan plan({n}, CUFFT_C2R, 1);
  REQUIRE(cufftExecC2R(plan, in.data(), out.data()) == CUFFT_SUCCESS);
  check_close(widened(in.values()), data, 0);
}

TEST_CASE("a transform that cannot be is refused") {
  cufftHandle plan = CUFFT_PLAN_NULL;
  CHECK(cufftPlan1d(nullptr, 8, CUFFT_C2C, 1) == CUFFT_INVALID_VALUE);
  CHECK(cufftPlan1d(&plan, 0, CUFFT_C2C, 1) == CUFFT_INVALID_SIZE);
  CHECK(cufftPlan1d(&plan, -3, CUFFT_C2C, 1) == CUFFT_INVALID_SIZE);
  CHECK(cufftPlan1d(&plan, 8, CUFFT_C2C, 0) == CUFFT_INVALID_SIZE);
  CHECK(cufftPlan1d(&plan, 8, static_cast<cufftType>(3), 1) == CUFFT_INVALID_TYPE);
  int lengths[] = {4, 4, 4, 4};
  CHECK(cufftPlanMany(&plan, 0, lengths, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1) == CUFFT_INVALID_VALUE);
  CHECK(cufftPlanMany(&plan, 4, lengths, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1) == CUFFT_INVALID_VALUE);
  CHECK(cufftPlanMany(&plan, 1, nullptr, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1) == CUFFT_INVALID_VALUE);
  CHECK(cufftPlanMany(&plan, 1, lengths, lengths, 0, 4, lengths, 1, 4, CUFFT_C2C, 2) == CUFFT_INVALID_VALUE);
  CHECK(cufftPlanMany(&plan, 1, lengths, lengths, 1, 4, nullptr, 1, 4, CUFFT_C2C, 2) == CUFFT_INVALID_VALUE);
  CHECK(cufftPlanMany(&plan, 1, lengths, lengths, 1, 0, lengths, 1, 0, CUFFT_C2C, 2) == CUFFT_INVALID_VALUE);
  std::size_t bytes = 0;
  CHECK(cufftEstimate1d(0, CUFFT_C2C, 1, &bytes) == CUFFT_INVALID_SIZE);
  CHECK(cufftEstimate1d(8, CUFFT_C2C, 1, &bytes) == CUFFT_SUCCESS);
}

TEST_CASE("a plan that is none is refused") {
  OnDevice<cufftComplex> at(8);
  CHECK(cufftExecC2C(12345, at.data(), at.data(), CUFFT_FORWARD) == CUFFT_INVALID_PLAN);
  CHECK(cufftSetStream(12345, nullptr) == CUFFT_INVALID_PLAN);
  CHECK(cufftDestroy(12345) == CUFFT_INVALID_PLAN);
  cufftHandle plan;
  REQUIRE(cufftCreate(&plan) == CUFFT_SUCCESS);
  CHECK(cufftExecC2C(plan, at.data(), at.data(), CUFFT_FORWARD) == CUFFT_INVALID_PLAN);
  std::size_t bytes = 0;
  CHECK(cufftGetSize(plan, &bytes) == CUFFT_INVALID_PLAN);
  REQUIRE(cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, &bytes) == CUFFT_SUCCESS);
  CHECK(cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, &bytes) == CUFFT_INVALID_PLAN);
  CHECK(cufftExecC2C(plan, at.data(), at.data(), 5) == CUFFT_INVALID_VALUE);
  CHECK(cufftDestroy(plan) == CUFFT_SUCCESS);
  CHECK(cufftDestroy(plan) == CUFFT_INVALID_PLAN);
}

TEST_CASE("the library says its version") {
  int version = 0, major = 0;
  CHECK(cufftGetVersion(&version) == CUFFT_SUCCESS);
  CHECK(cufftGetProperty(MAJOR_VERSION, &major) == CUFFT_SUCCESS);
  CHECK(version / 1000 == major);
  CHECK(cufftGetProperty(static_cast<libraryPropertyType>(7), &major) == CUFFT_INVALID_TYPE);
}
