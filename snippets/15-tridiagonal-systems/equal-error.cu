// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 afbe3c01aa8a56e2455255d5dc9fa0b9985c7f0e]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/hybrid.cuh"
#include "common/philox.cuh"
#include "common/sum-of-block.cuh"
#include "common/two-assets.cuh"

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

// Sum and sum of squares of what a right pays at the ends of random paths, four of them a draw.
__global__ void random_ends(Option of, std::size_t draws, double2* sums) {
  const double spread = of.volatility * std::sqrt(of.years);
  const double drift = (of.rate - of.yield) * of.years - spread * spread / 2;
  const double discount = std::exp(-of.rate * of.years);
  double sum = 0, squares = 0;
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t p = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; p < draws; p += threads) {
    const float4 four = weft::four_normals(p, 0);
    const float z[] = {four.x, four.y, four.z, four.w};
    for (const float one : z) {
      const double share = of.spot * std::exp(drift + spread * one);
      const double value = discount * std::fmax(of.side * (share - of.strike), 0.0);
      sum += value, squares += value * value;
    }
  }
  sum = weft::sum_of_block(sum), squares = weft::sum_of_block(squares);
  if (threadIdx.x == 0) sums[blockIdx.x] = {sum, squares};
}

TEST_CASE("130 million paths have a bar as short as the error of 34 systems of 512") {
  const double grid = std::abs(prices({call}, 512, 32)[0] - exact(call));
  constexpr std::size_t draws = 1 << 14, ends = 4 * draws;
  weft::seed_philox(15);
  weft::Buffer<double2> sums(8);
  random_ends<<<8, 256>>>(call, draws, sums.data());
  weft::check(cudaGetLastError());
  double sum = 0, squares = 0;
  for (const double2& of_block : sums.to_host()) sum += of_block.x, squares += of_block.y;
  const auto [price, bar] = weft::estimate(sum, squares, static_cast<double>(ends));
  CHECK(std::abs(price - exact(call)) < 3 * bar);
  const double scatter = bar * std::sqrt(static_cast<double>(ends));
  const double needed = scatter * scatter / (grid * grid);
  CHECK(needed == doctest::Approx(1.3e8).epsilon(0.05));
  std::printf("%zu paths: %.2f, bar %.3f, so each scatters by %.2f\n", ends, price, bar, scatter);
  std::printf("a bar of %.1e takes %.1e paths\n", grid, needed);
}
