// Tangled from chapters/29-adding-numbers.md. Edit there. [sha1 4666752492437ff37f085e9b7797152d9c859eaa]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/reduce.cuh"
#include "common/side-by-side.cuh"

struct Moments {
  double count, mean, squares;  // squares: the sum of squared distances from the mean
  __host__ __device__ double variance() const { return squares / count; }
};

struct CombineMoments {
  using Value = Moments;
  __host__ __device__ static Moments identity() { return {0, 0, 0}; }
  __host__ __device__ Moments operator()(const Moments& a, const Moments& b) const {
    const double count = a.count + b.count;
    if (count == 0) return a;
    const double apart = b.mean - a.mean, share = b.count / count;
    return {count, a.mean + apart * share,
            a.squares + b.squares + apart * apart * a.count * share};
  }
};

struct AsMoments {
  __host__ __device__ Moments operator()(double x, std::size_t) const { return {1, x, 0}; }
};

// Floats whose values are the moments of four at a time.
class MomentsOfFour : public weft::Each<float, AsMoments> {
 public:
  static constexpr unsigned width = 1;  // values per load
  explicit MomentsOfFour(weft::View<const float> x) : Each(x, AsMoments{}) {}
  __device__ Moments value(const Load& of, unsigned, std::size_t) const {
    const double a = of.values[0], b = of.values[1], c = of.values[2], d = of.values[3];
    const double mean = ((a + b) + (c + d)) / 4;
    const auto square = [=](double x) { return (x - mean) * (x - mean); };
    return {4, mean, (square(a) + square(b)) + (square(c) + square(d))};
  }
};

constexpr double exact_mean = 10'000 + 1023 / 2048.0;
constexpr double exact_variance = (1024.0 * 1024.0 - 1) / 12 / (1024.0 * 1024.0);

__global__ void fill(weft::View<float> x) {
  const std::size_t all = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < x.size(); i += all)
    x[i] = 10'000.0f + static_cast<float>(i * 733 % 1024) / 1024.0f;
}

// By the textbook's formula, in floats.
struct Powers {
  float sum, of_squares;
};
struct AddPowers {
  using Value = Powers;
  __host__ __device__ static Powers identity() { return {0, 0}; }
  __host__ __device__ Powers operator()(Powers a, Powers b) const {
    return {a.sum + b.sum, a.of_squares + b.of_squares};
  }
};
struct AsPowers {
  __device__ Powers operator()(float x, std::size_t) const { return {x, x * x}; }
};

double by_the_formula(weft::View<const float> x) {
  const Powers of = weft::reduce<AddPowers>(weft::each(x, AsPowers{}));
  const auto n = static_cast<float>(x.size());
  const float mean = of.sum / n;
  return of.of_squares / n - mean * mean;
}

// Kilometres per second above 299,000, in the order in which they were measured.
const std::vector<double> michelson = {
    850, 740, 900, 1070, 930, 850, 950,  980, 980, 880, 1000, 980, 930,  650,  760, 810, 1000,
    1000, 960, 960, 960, 940, 960, 940,  880, 800, 850, 880,  900, 840,  830,  790, 810, 880,
    880, 830, 800, 790,  760, 800, 880,  880, 880, 860, 720,  720, 620,  860,  970, 950, 880,
    910, 850, 870, 840,  840, 850, 840,  840, 840, 890, 810,  810, 820,  800,  770, 760, 740,
    750, 760, 910, 920,  890, 860, 880,  720, 840, 850, 850,  780, 890,  840,  780, 810, 760,
    810, 790, 810, 820,  850, 870, 870,  810, 740, 810, 940,  950, 800,  810,  870};

std::vector<double> num_acc_4() {
  std::vector<double> numbers = {10'000'000.2};
  for (int pair = 0; pair < 500; ++pair) {
    numbers.push_back(10'000'000.1);
    numbers.push_back(10'000'000.3);
  }
  return numbers;
}

struct Summary {
  double mean, deviation;
};
Summary summary(const std::vector<double>& numbers) {
  const weft::Buffer<double> x(numbers);
  const Moments of = weft::reduce<CombineMoments>(weft::each(x.view(), AsMoments{}));
  return {of.mean, std::sqrt(of.squares / (of.count - 1))};  // of a sample
}

TEST_CASE("the speed of light, and numbers made to break a program") {
  std::vector<double> light = michelson;
  for (double& kilometres : light) kilometres = 299'000 + kilometres;
  const auto [mean, deviation] = summary(light);
  CHECK(mean == doctest::Approx(299'852.4).epsilon(1e-15));
  CHECK(deviation == doctest::Approx(79.0105478190518).epsilon(1e-13));

  const auto [high, tenth] = summary(num_acc_4());
  CHECK(high == doctest::Approx(10'000'000.2).epsilon(1e-15));
  CHECK(tenth == doctest::Approx(0.1).epsilon(1e-8).scale(0));  // 10,000,000.1 itself is off by 10^-9
  std::printf("light: %.1f km/s, deviation %.10f; NumAcc4: deviation %.8f\n", mean, deviation,
              tenth);
}

bool close(double is, double should, double tolerance) {
  return std::abs(is - should) <= tolerance * std::abs(should);
}

void expect_moments(weft::View<const float> x) {
  for (const Moments& of : {weft::reduce<CombineMoments>(weft::each(x, AsMoments{})),
                            weft::reduce<CombineMoments>(MomentsOfFour(x))}) {
    CHECK(of.count == static_cast<double>(x.size()));
    CHECK(close(of.mean, exact_mean, 1e-13));
    CHECK(close(of.variance(), exact_variance, 1e-10));
  }
  CHECK_FALSE(close(by_the_formula(x), exact_variance, 0.9));
}

TEST_CASE("combined moments are right to ten digits, the formula to none") {
  weft::Buffer<float> x(1 << 18);
  fill<<<64, 256>>>(x.view());
  weft::check(cudaGetLastError());
  expect_moments(x.view());
  std::printf("exact %.6f, combined %.6f, by the formula %.6f\n", exact_variance,
              weft::reduce<CombineMoments>(MomentsOfFour(x.view())).variance(), by_the_formula(x.view()));
}

TEST_CASE("the moments of nothing, of one, and of an odd few") {
  const weft::Buffer<float> x(std::vector<float>{5, 1, 2, 3, 4, 5, 9});
  CHECK(weft::reduce<CombineMoments>(MomentsOfFour({x.data(), 0})).count == 0);
  CHECK(weft::reduce<CombineMoments>(MomentsOfFour({x.data(), 1})).variance() == 0);
  const Moments six = weft::reduce<CombineMoments>(MomentsOfFour({x.data() + 1, 6}));
  CHECK(close(six.mean, 4.0, 1e-15));
  CHECK(close(six.variance(), 40.0 / 6, 1e-15));
}

TEST_CASE("a billion floats" * doctest::skip(!weft::measuring())) {
  for (std::size_t n = 1 << 20; n <= 1 << 30; n *= 32) {
    weft::Buffer<float> x(n);
    fill<<<4096, 256>>>(x.view());
    weft::check(cudaGetLastError());
    expect_moments(x.view());
    weft::Buffer<float> sum(1);
    weft::Buffer<Moments> of(1);
    weft::Reduction<weft::Sum<float>> add;
    weft::Reduction<CombineMoments> combine;
    const auto seconds = weft::side_by_side(
        15, [&] { add(weft::each(x.view()), sum.data()); },
        [&] { combine(weft::each(x.view(), AsMoments{}), of.data()); },
        [&] { combine(MomentsOfFour(x.view()), of.data()); });
    const char* const series[] = {"sum", "moments", "moments, four at a time"};
    const auto bytes = static_cast<double>(n * sizeof(float));
    for (int i = 0; i < 3; ++i)
      weft::report({series[i], bytes, "bytes", 1e-9 * bytes / seconds[i], "GB/s"});
    if (n < 1 << 30) continue;
    const auto [for_sum, one_by_one, in_fours] = seconds;
    int float_lanes = 0;  // for each lane for double
    weft::check(cudaDeviceGetAttribute(&float_lanes, cudaDevAttrSingleToDoublePrecisionPerfRatio, 0));
    CHECK(in_fours < 1.02 * one_by_one);
    if (float_lanes == 2) CHECK(in_fours < 1.05 * for_sum);
  }
}
