// Tangled from chapters/05-vectors.md. Edit there. [sha1 54f9f5f9a59bb0ccf601f2aa6f75f2875dada05f]
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

struct Sinf {
  using Number = float;
  __device__ static float of(float x) { return sinf(x); }
};
struct FastSinf {
  using Number = float;
  __device__ static float of(float x) { return __sinf(x); }
};
struct Sin {
  using Number = double;
  __device__ static double of(double x) { return sin(x); }
};

struct NoSine {
  using Number = float;
  __device__ static float of(float x) { return x; }
};

template <class T>
__host__ __device__ T radians(unsigned degrees) {
  return static_cast<T>(degrees % 360) * static_cast<T>(0.017453292519943295);
}

// Each element is the sum of `each` sines of consecutive degrees.
template <class F, class T>
__global__ void fill_with_sines(unsigned each, weft::View<T> sums) {
  const unsigned threads = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < sums.size(); i += threads) {
    T sum = 0;
    for (unsigned k = 0; k < each; ++k) sum += F::of(radians<T>(i * each + k));
    sums[i] = sum;
  }
}

TEST_CASE("without a sine, the kernel adds up the angles") {
  weft::Buffer<float> sums(1);
  fill_with_sines<NoSine><<<1, 1>>>(180, sums.view());
  CHECK(sums.to_host()[0] == doctest::Approx(radians<double>(1) * 179 * 90));
}

TEST_CASE("the sines from 0° to 179° add up to cot 0.5°") {
  weft::Buffer<double> sums(1);
  fill_with_sines<Sin><<<1, 1>>>(180, sums.view());
  CHECK(sums.to_host()[0] == doctest::Approx(1 / std::tan(radians<double>(1) / 2)));
}

// The angles repeat, so the mean error of a billion sines is that of one period.
template <class F, class T>
double mean_error() {
  weft::Buffer<T> period(360);
  fill_with_sines<F><<<1, 360>>>(1, period.view());
  const std::vector<T> found = period.to_host();
  long double sum = 0;
  constexpr long double degree = 0.017453292519943295769L;
  for (unsigned i = 0; i < 360; ++i) sum += std::abs(found[i] - std::sin(degree * i));
  return static_cast<double>(sum / 360);
}

TEST_CASE("the mean error is below 1e-15 for sin, 1e-7 for sinf and 1e-6 for __sinf") {
  CHECK(mean_error<Sin, double>() < 1e-15);
  const double accurate = mean_error<Sinf, float>(), fast = mean_error<FastSinf, float>();
  CHECK(accurate < 1e-7);
  CHECK(fast < 1e-6);
  CHECK(fast >= accurate);
}

// As many blocks of 256 threads as the device can hold at the same time.
template <class F, class T>
unsigned resident_blocks() {
  int processors = 0, fit = 0;
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  weft::check(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, fill_with_sines<F, T>, 256, 0));
  return static_cast<unsigned>(fit * processors);
}

TEST_CASE("__sinf pays only if memory is not the limit" * doctest::skip(!weft::measuring())) {
  constexpr unsigned billion = 1'000'000'000;
  const unsigned sinf_blocks = resident_blocks<Sinf, float>(),
                 fast_blocks = resident_blocks<FastSinf, float>(),
                 sin_blocks = resident_blocks<Sin, double>(),
                 no_blocks = resident_blocks<NoSine, float>();
  for (unsigned each = 1; each <= 64; each *= 4) {
    weft::Buffer<float> floats(billion / each);
    weft::Buffer<double> doubles(billion / each);
    const auto [accurate, fast, wide, none] = weft::side_by_side(
        5, [&] { fill_with_sines<Sinf><<<sinf_blocks, 256>>>(each, floats.view()); },
        [&] { fill_with_sines<FastSinf><<<fast_blocks, 256>>>(each, floats.view()); },
        [&] { fill_with_sines<Sin><<<sin_blocks, 256>>>(each, doubles.view()); },
        [&] { fill_with_sines<NoSine><<<no_blocks, 256>>>(each, floats.view()); });
    weft::check(cudaGetLastError());
    const auto report = [each](const char* series, double seconds) {
      weft::report({series, 1.0 * each, "sines per element", 1 / seconds, "G sines/s"});
    };
    report("sinf", accurate);
    report("__sinf", fast);
    report("sin (double)", wide);
    report("no sine", none);
    CHECK(none < 1.1 * fast);
    CHECK(fast < accurate);
    CHECK(accurate < wide);
    if (each == 1) CHECK(fast < 1.1 * none);
    if (each == 64) CHECK(accurate > 2 * fast);
  }
}
