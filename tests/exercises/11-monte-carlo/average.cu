#include <cmath>
#include <random>

#include <doctest/doctest.h>

#include "support.hpp"

#include "11-monte-carlo/average.hpp"

constexpr AverageCall contract{100.0, 0.05, 0.02, 0.3, 1.5, 105.0, 2};

AverageCall with_steps(unsigned steps, double strike = contract.strike) {
  AverageCall of = contract;
  of.steps = steps;
  of.strike = strike;
  return of;
}

// The mean of max(forward · e^X - strike, 0), where e^X has mean 1 and X the standard deviation `spread`.
double mean_above(double forward, double spread, double strike) {
  if (strike <= 0.0) return forward - strike;
  const auto below = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
  const double d = std::log(forward / strike) / spread + spread / 2;
  return forward * below(d) - strike * below(d - spread);
}

// Two steps, exactly: an integral over the normal number of the first step. For the second step there is a formula.
double two_steps(const AverageCall& of, bool geometric) {
  const double h = of.years / 2, spread = of.volatility * std::sqrt(h), drift = (of.rate - of.yield - spread * spread / (2 * h)) * h;
  const double grows = std::exp((of.rate - of.yield) * h);
  constexpr int strips = 20'000;
  double integral = 0.0;
  for (int i = 0; i <= strips; ++i) {
    const double z = 20.0 * i / strips - 10, first = of.spot * std::exp(drift + spread * z);
    // geometric: sqrt(first · second) = first · exp((drift + spread z') / 2)
    const double mean = geometric ? mean_above(first * std::exp(drift / 2 + spread * spread / 8), spread / 2, of.strike)
                                  : mean_above(first * grows / 2, spread, of.strike - first / 2);
    integral += (i % strips == 0 ? 1 : i % 2 == 1 ? 4 : 2) * mean * std::exp(-z * z / 2);
  }
  return std::exp(-of.rate * of.years) * integral * 20.0 / strips / 3 / std::sqrt(2 * std::acos(-1.0));
}

double european(const AverageCall& of) {
  return std::exp(-of.rate * of.years) *
         mean_above(of.spot * std::exp((of.rate - of.yield) * of.years), of.volatility * std::sqrt(of.years), of.strike);
}

struct OnHost {
  double arithmetic, arithmetic_bar, geometric, geometric_bar;
};

// Both prices, by a plain mean over random paths.
OnHost by_host(const AverageCall& of) {
  constexpr unsigned paths = 60'000;
  std::mt19937_64 bits(3);
  std::normal_distribution<double> normal;
  const double h = of.years / of.steps;
  double sums[4] = {};
  for (unsigned p = 0; p < paths; ++p) {
    double growth = 0.0, prices = 0.0, growths = 0.0;
    for (unsigned s = 0; s < of.steps; ++s) {
      growth += (of.rate - of.yield - of.volatility * of.volatility / 2) * h + of.volatility * std::sqrt(h) * normal(bits);
      prices += of.spot * std::exp(growth) / of.steps;
      growths += growth / of.steps;
    }
    const double discount = std::exp(-of.rate * of.years);
    const double a = discount * std::fmax(prices - of.strike, 0.0), g = discount * std::fmax(of.spot * std::exp(growths) - of.strike, 0.0);
    sums[0] += a / paths;
    sums[1] += a * a / paths;
    sums[2] += g / paths;
    sums[3] += g * g / paths;
  }
  return {sums[0], std::sqrt((sums[1] - sums[0] * sums[0]) / paths), sums[2], std::sqrt((sums[3] - sums[2] * sums[2]) / paths)};
}

TEST_CASE("the price for the geometric average agrees with integrals and a simulation") {
  CHECK(std::abs(geometric_price(with_steps(1)) - european(with_steps(1))) < 1e-9);
  CHECK(std::abs(geometric_price(with_steps(2)) - two_steps(with_steps(2), true)) < 1e-6);
  CHECK(std::abs(geometric_price(with_steps(2, 80)) - two_steps(with_steps(2, 80), true)) < 1e-6);
  const OnHost host = by_host(with_steps(12));
  CHECK(std::abs(geometric_price(with_steps(12)) - host.geometric) < 4 * host.geometric_bar);
}

TEST_CASE("with one step the average is the final price") {
  const weft::Estimate found = average_price(with_steps(1), 1, 1000).controlled;
  CHECK(std::abs(found.price - european(with_steps(1))) < 1e-3);
  CHECK(found.bar < 1e-3);
}

TEST_CASE("both means lie within four bars of the exact price for two steps and of the price for twelve") {
  for (const double strike : {80.0, 105.0, 120.0}) {
    CAPTURE(strike);
    const double exact = two_steps(with_steps(2, strike), false);
    const auto [plain, controlled] = average_price(with_steps(2, strike), 2, 40'001);
    CHECK(std::abs(plain.price - exact) < 4 * plain.bar);
    CHECK(std::abs(controlled.price - exact) < 4 * controlled.bar + 1e-4);
  }
  const OnHost host = by_host(with_steps(12));
  const auto [plain, controlled] = average_price(with_steps(12), 3, 10'000);
  CHECK(std::abs(plain.price - host.arithmetic) < 4 * std::hypot(host.arithmetic_bar, plain.bar));
  CHECK(std::abs(controlled.price - host.arithmetic) < 4 * std::hypot(host.arithmetic_bar, controlled.bar));
}

TEST_CASE("the control makes the bar at least ten times shorter") {
  const OnHost host = by_host(with_steps(12));
  const auto [plain, controlled] = average_price(with_steps(12), 4, 5000);
  CHECK(std::abs(plain.bar / (host.arithmetic_bar * std::sqrt(60'000.0 / 5000)) - 1) < 0.1);
  CHECK(controlled.bar > 0.0);
  CHECK(controlled.bar < plain.bar / 10);
}

TEST_CASE("measured in bars, the errors have a root mean square of 1") {
  const double exact = two_steps(contract, false);
  constexpr unsigned seeds = 48;
  double squares = 0.0;
  for (unsigned seed = 0; seed < seeds; ++seed) {
    const auto [price, bar] = average_price(contract, 100 + seed, 1024).controlled;
    squares += (price - exact) * (price - exact) / (bar * bar) / seeds;
  }
  CHECK(std::sqrt(squares) > 0.7);
  CHECK(std::sqrt(squares) < 1.4);
}

__global__ void normals_in_order(std::uint64_t seed, unsigned steps, float* normals) {
  const unsigned path = blockIdx.x * blockDim.x + threadIdx.x;
  curandStatePhilox4_32_10_t state;
  curand_init(seed, path, 0, &state);
  for (unsigned s = 0; s < steps; ++s) normals[path * steps + s] = curand_normal(&state);
}

// An odd number of steps: numbers come in pairs, so offsets within one subsequence would share the last one of each path.
TEST_CASE("step s of path p takes normal number s of Philox's subsequence p") {
  constexpr unsigned steps = 5, paths = 1024;
  const AverageCall of = with_steps(steps);
  DeviceArray<float> normals(std::size_t{steps} * paths);
  normals_in_order<<<paths / 128, 128>>>(9, steps, normals.data());
  require_success(cudaDeviceSynchronize());
  const std::vector<float> z = normals.read();
  const double h = of.years / steps;
  double expected = 0.0;
  for (unsigned p = 0; p < paths; ++p) {
    double growth = 0.0, mean = 0.0;
    for (unsigned s = 0; s < steps; ++s) {
      growth += (of.rate - of.yield - of.volatility * of.volatility / 2) * h + of.volatility * std::sqrt(h) * z[p * steps + s];
      mean += of.spot * std::exp(growth) / steps;
    }
    expected += std::exp(-of.rate * of.years) * std::fmax(mean - of.strike, 0.0) / paths;
  }
  CHECK(std::abs(average_price(of, 9, paths).plain.price - expected) < 1e-3);
}

TEST_CASE("the same seed gives the same price, by a kernel") {
  const auto before = launches_seen();
  const double first = average_price(contract, 5, 777).plain.price;
  if (before) CHECK(*launches_seen() > *before);
  CHECK(average_price(contract, 5, 777).plain.price == first);
  CHECK(average_price(contract, 6, 777).plain.price != first);
  CHECK(average_price(contract, 5 + (std::uint64_t{1} << 32), 777).plain.price != first);
}

TEST_CASE("the work is shared by many threads in several blocks") {
  CHECK(too_serial({.threads = 256, .blocks = 2.5}, [] { average_price(contract, 5, 5000); }) == "");
}
