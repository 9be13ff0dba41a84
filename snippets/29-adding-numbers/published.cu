// Tangled from chapters/29-adding-numbers.md. Edit there. [sha1 8d7122c672df6e3923d6362b22e893649060e229]
#include <algorithm>
#include <cmath>
#include <cstdio>

#include <doctest/doctest.h>

#include "common/reduce.cuh"

std::vector<double> num_acc(double base) {  // NumAcc2 to 4
  std::vector<double> numbers = {base + 0.2};
  for (int pair = 0; pair < 500; ++pair) {
    numbers.push_back(base + 0.1);
    numbers.push_back(base + 0.3);
  }
  return numbers;
}

double digits(double is, double should) {
  if (is == should) return 15;
  return std::min(15.0, std::max(0.0, -std::log10(std::abs(is - should) / should)));
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

struct Identity {
  __device__ double operator()(double x, std::size_t) const { return x; }
};
struct Squared {
  double mean;
  __device__ double operator()(double x, std::size_t) const { return (x - mean) * (x - mean); }
};

struct Deviations {
  double by_formula, two_passes;
};
Deviations deviations(const std::vector<double>& numbers) {
  const weft::Buffer<double> on_device(numbers);
  const auto x = on_device.view();
  const auto n = static_cast<double>(numbers.size());
  const double sum = weft::reduce<weft::Sum<double>>(weft::each(x, Identity{}));
  const double squares = weft::reduce<weft::Sum<double>>(weft::each(x, Squared{0}));
  const double around = weft::reduce<weft::Sum<double>>(weft::each(x, Squared{sum / n}));
  const double difference = squares - sum * sum / n;
  return {std::sqrt(std::max(difference, 0.0) / (n - 1)), std::sqrt(around / (n - 1))};
}

TEST_CASE("two passes lose only what the input has lost, and the formula up to everything") {
  struct Set {
    const char* name;
    std::vector<double> numbers;
    double deviation, input_error;  // half the last bit of the largest number
  };
  std::vector<double> light = michelson;
  for (double& one : light) one = (one + 299'000) / 1000;  // as NIST has it
  const Set sets[] = {
      {"Michelso", light, 0.0790105478190518, 0x1p-45},
      {"NumAcc1", {10'000'001, 10'000'003, 10'000'002}, 1, 0},
      {"NumAcc2", num_acc(1), 0.1, 0x1p-53},
      {"NumAcc3", num_acc(1'000'000), 0.1, 0x1p-34},
      {"NumAcc4", num_acc(10'000'000), 0.1, 0x1p-30}};
  std::puts("set | digits by the formula | digits in two passes");
  for (const Set& set : sets) {
    const Deviations found = deviations(set.numbers);
    // The deviation is a norm, so it changes by no more than the norm of the change.
    const double from_input = 1.01 * set.input_error / set.deviation;
    CHECK(std::abs(found.two_passes / set.deviation - 1) <= from_input + 1e-12);
    CHECK(digits(found.by_formula, set.deviation) <= digits(found.two_passes, set.deviation));
    std::printf("%s | %.0f | %.0f\n", set.name, std::floor(digits(found.by_formula, set.deviation)),
                std::floor(digits(found.two_passes, set.deviation)));
  }
  CHECK(digits(deviations(num_acc(10'000'000)).by_formula, 0.1) < 1);
}
