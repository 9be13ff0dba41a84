// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 15c9fe163e154a6a9f540bfa2fd016524aca008e]
#include <cstdio>
#include <fstream>

#include <doctest/doctest.h>

#include "common/hybrid.cuh"

struct Option {
  double spot, strike, rate, yield, years, volatility;
  int side;  // 1 for a call, -1 for a put

  // The distance of grid points in the logarithm. The strike is point n / 2 of n, the spot is one too.
  __host__ __device__ double h(std::size_t n) const {
    const double way = std::abs(std::log(spot / strike)), width = 12 * volatility * std::sqrt(years);
    const double points = way > 0 ? std::fmax(1.0, std::round(64 * way / width)) : 0;  // of 64
    return (points > 0 ? way / points : width / 64) * 64 / static_cast<double>(n);
  }
  // What it is worth far from the strike, with part `tau` of its years left.
  __host__ __device__ double edge(double from_strike, double tau) const {
    const double share = strike * std::exp(from_strike - yield * tau * years);
    return std::fmax(side * (share - strike * std::exp(-rate * tau * years)), 0.0);
  }
};

double exact(const Option& of) {
  const auto below = [](double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); };
  const double spread = of.volatility * std::sqrt(of.years);
  const double d = (std::log(of.spot / of.strike) + (of.rate - of.yield) * of.years) / spread + spread / 2;
  return of.side * (of.spot * std::exp(-of.yield * of.years) * below(of.side * d) -
                    of.strike * std::exp(-of.rate * of.years) * below(of.side * (d - spread)));
}

const Option call{60, 65, 0.08, 0, 0.25, 0.30, 1};
const Option put{100, 95, 0.10, 0.05, 0.5, 0.20, -1};

// The system of a step of time for every option: `step` of its years long, from `tau` of them on,
// the part `implicit` of it taken from the new values. `now` holds the values at tau.
__global__ void write_rows(const Option* options, std::size_t count, std::size_t n, double tau,
                           double step, double implicit, const double* now, double* a, double* b,
                           double* c, double* d) {
  const std::size_t at = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (at >= count * n) return;
  const Option& option = options[at / n];
  const std::size_t i = at % n;
  const double h = option.h(n), half = static_cast<double>(n / 2), k = step * option.years;
  const double variance = option.volatility * option.volatility;
  const double wind = (option.rate - option.yield - variance / 2) / (2 * h);
  const double l = variance / (2 * h * h) - wind, u = variance / (2 * h * h) + wind;
  const double m = -variance / (h * h) - option.rate;
  if (i == 0) {  // the lower end is known
    b[at] = 1, c[at] = 0, d[at] = option.edge(-half * h, tau + step);
    a[at] = NAN;
    return;
  }
  const double high = (static_cast<double>(n) - half) * h;  // point n, which is known as well
  const double above = i + 1 < n ? now[at + 1] : option.edge(high, tau);
  const double here = now[at], old = (1 - implicit) * k, fresh = implicit * k;
  a[at] = -fresh * l, b[at] = 1 - fresh * m, c[at] = i + 1 < n ? -fresh * u : NAN;
  d[at] = here + old * (l * now[at - 1] + m * here + u * above) +
          (i + 1 < n ? 0 : fresh * u * option.edge(high, tau + step));
}

// Today's values of all options, by n points and `steps` steps.
std::vector<double> prices(const std::vector<Option>& options, std::size_t n, unsigned steps,
                           bool smooth_start = true) {
  const std::size_t count = options.size();
  const weft::Buffer<Option> on_device(options);
  weft::Buffer<double> a(count * n), b(count * n), c(count * n), d(count * n);
  std::vector<double> start;
  for (const Option& option : options)
    for (std::size_t i = 0; i < n; ++i)
      start.push_back(option.edge((static_cast<double>(i) - static_cast<double>(n / 2)) * option.h(n), 0));
  weft::Buffer<double> x(start);
  double tau = 0;
  const auto go = [&](double step, double implicit) {
    write_rows<<<static_cast<unsigned>((count * n + 127) / 128), 128>>>(
        on_device.data(), count, n, tau, step, implicit, x.data(), a.data(), b.data(), c.data(), d.data());
    weft::check(cudaGetLastError());
    weft::solve_hybrid(
        weft::Systems<double>{a.data(), b.data(), c.data(), d.data(), x.data(), count, n});
    tau += step;
  };
  const double step = 1.0 / steps;
  for (unsigned i = 0; smooth_start && i < 4; ++i) go(step / 2, 1);
  for (unsigned i = smooth_start ? 2 : 0; i < steps; ++i) go(step, 0.5);
  const std::vector<double> values = x.to_host();
  std::vector<double> today;
  for (std::size_t s = 0; s < count; ++s) {
    const double points = std::log(options[s].spot / options[s].strike) / options[s].h(n);
    today.push_back(values[s * n + n / 2 + std::lround(points)]);
  }
  return today;
}

// From n / 2 points and from n. The error is four times as large with the former, so it cancels.
std::vector<double> extrapolated(const std::vector<Option>& options, std::size_t n, unsigned steps) {
  const std::vector<double> coarse = prices(options, n / 2, steps / 2);
  std::vector<double> fine = prices(options, n, steps);
  for (std::size_t s = 0; s < fine.size(); ++s) fine[s] = (4 * fine[s] - coarse[s]) / 3;
  return fine;
}

TEST_CASE("a call and a put come to the published prices") {
  const std::vector<double> plain = prices({call, put}, 512, 64),
                            better = extrapolated({call, put}, 512, 64);
  CHECK(std::abs(plain[0] - 2.1334) < 0.0005);
  CHECK(std::abs(plain[1] - 2.4648) < 0.0005);
  CHECK(std::abs(better[0] - 2.1334) < 0.00006);  // the last digit is rounded
  CHECK(std::abs(better[1] - 2.4648) < 0.00006);
  std::printf("512 points, 64 steps: call %.4f, put %.4f\n", plain[0], plain[1]);
  std::printf("with 256 and 32, extrapolated: call %.4f, put %.4f\n", better[0], better[1]);
  const double h = call.h(512), most = h * h / (call.volatility * call.volatility);
  CHECK(call.years / most > 10 * 64);
  std::printf("explicit, it would take %.0f steps\n", std::ceil(call.years / most));
}

TEST_CASE("twice the points and twice the steps make a quarter of the error") {
  Option at_strike = call;
  at_strike.spot = at_strike.strike;
  const std::vector<Option> all = {call, put, at_strike};
  std::ofstream file("15-option.txt");
  std::puts("\nerrors of            call      put  at the strike  there, no smooth start");
  double last[4]{};
  for (const std::size_t n : {64, 128, 256, 512}) {
    const auto steps = static_cast<unsigned>(n / 16);
    std::vector<double> found = prices(all, n, steps);
    found.push_back(prices({at_strike}, n, steps, false)[0]);
    std::printf("%3.0f points, %2u steps", 1.0 * n, steps);
    file << n;
    for (int k = 0; k < 4; ++k) {
      const double error = std::abs(found[k] - exact(k < 3 ? all[k] : at_strike));
      if (n > 64) CHECK(last[k] / error == doctest::Approx(k < 3 ? 4 : 2).epsilon(0.1));
      last[k] = error;
      std::printf(k < 2 ? "%9.1e" : k < 3 ? "%15.1e" : "%24.1e", error);
      file << ' ' << error;
    }
    std::puts("");
    file << '\n';
  }
}

TEST_CASE("the matrices are diagonally dominant") {
  for (const Option& of : {call, put}) {
    const double variance = of.volatility * of.volatility;
    CHECK(of.h(64) * std::abs(of.rate - of.yield - variance / 2) <= variance);
  }
}

TEST_CASE("far from the strike, the missing smooth start hardly shows") {
  const double smooth = prices({call}, 512, 32)[0], rough = prices({call}, 512, 32, false)[0];
  CHECK(std::abs(rough - exact(call)) < 2 * std::abs(smooth - exact(call)));
}

TEST_CASE("a hundred options at once, of all kinds") {
  std::vector<Option> options;
  for (int k = 0; k < 100; ++k)
    options.push_back({100, 80.0 + k % 9 * 5, 0.02 + 0.01 * (k % 4), 0.01 * (k % 3), 0.25 + 0.25 * (k % 5),
                       0.2 + 0.05 * (k % 6), k % 2 ? 1 : -1});
  const std::vector<double> found = prices(options, 256, 32);
  for (std::size_t k = 0; k < 100; ++k) CHECK(std::abs(found[k] - exact(options[k])) < 0.02);
}
