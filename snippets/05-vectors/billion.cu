// Tangled from chapters/05-vectors.md. Edit there. [sha1 be8d178fdfa0061c2a343f399579b8116c08ac5b]
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

TEST_CASE("without a sine, the angles are added up") {
  weft::Buffer<float> sums(1);
  fill_with_sines<NoSine><<<1, 1>>>(180, sums.view());
  CHECK(sums.to_host()[0] == doctest::Approx(radians<double>(1) * 179 * 90));
}

TEST_CASE("half a turn of sines") {
  weft::Buffer<double> sums(1);
  fill_with_sines<Sin><<<1, 1>>>(180, sums.view());
  CHECK(sums.to_host()[0] == doctest::Approx(1 / std::tan(radians<double>(1) / 2)));
}

// The angles come round again, so the mean of a billion errors is that of one turn.
template <class F, class T>
double mean_error() {
  weft::Buffer<T> turn(360);
  fill_with_sines<F><<<1, 360>>>(1, turn.view());
  const std::vector<T> found = turn.to_host();
  long double sum = 0;
  constexpr long double degree = 0.017453292519943295769L;
  for (unsigned i = 0; i < 360; ++i) sum += std::abs(found[i] - std::sin(degree * i));
  return static_cast<double>(sum / 360);
}

TEST_CASE("how far off a billion sines are, on average") {
  CHECK(mean_error<Sin, double>() < 1e-15);
  const double accurate = mean_error<Sinf, float>(), fast = mean_error<FastSinf, float>();
  CHECK(accurate < 1e-7);
  CHECK(fast < 1e-6);
  CHECK(fast >= accurate);
}

TEST_CASE("a billion sines" * doctest::skip(!weft::measuring())) {
  constexpr unsigned billion = 1'000'000'000;
  int processors = 0;
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  const unsigned blocks = 8 * static_cast<unsigned>(processors);
  for (unsigned each = 1; each <= 64; each *= 4) {
    weft::Buffer<float> floats(billion / each);
    weft::Buffer<double> doubles(billion / each);
    const auto [accurate, fast, wide, none] = weft::side_by_side(
        5, [&] { fill_with_sines<Sinf><<<blocks, 256>>>(each, floats.view()); },
        [&] { fill_with_sines<FastSinf><<<blocks, 256>>>(each, floats.view()); },
        [&] { fill_with_sines<Sin><<<blocks, 256>>>(each, doubles.view()); },
        [&] { fill_with_sines<NoSine><<<blocks, 256>>>(each, floats.view()); });
    weft::check(cudaGetLastError());
    const auto report = [each](const char* series, double seconds) {
      weft::report({series, 1.0 * each, "sines a number stored", 1 / seconds, "G sines/s"});
    };
    report("sinf", accurate);
    report("__sinf", fast);
    report("sin, in double", wide);
    report("no sine", none);
    CHECK(none < 1.1 * fast);
    if (each == 1) CHECK(fast < 1.1 * none);
    CHECK(fast < accurate);
  }
}
