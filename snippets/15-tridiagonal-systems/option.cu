// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 1c5e529f97b82d17a6c79a630f221384c085914b]
#include <cstdio>
#include <fstream>

#include <doctest/doctest.h>

#include "common/hybrid.cuh"

struct Option {
  double spot, strike, rate, yield, years, volatility;
  int side;  // 1 for a call, -1 for a put

  // The spacing of the grid in the logarithm. The strike is point n / 2 of n; the spot is a point too.
  __host__ __device__ double h(std::size_t n) const {
    const double way = std::abs(std::log(spot / strike)), width = 12 * volatility * std::sqrt(years);
    const double points = way > 0 ? std::fmax(1.0, std::round(64 * way / width)) : 0;  // of 64
    return (points > 0 ? way / points : width / 64) * 64 / static_cast<double>(n);
  }
  // The value far from the strike, with `tau` of its years left.
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

const Option call{60, 65, 0.08, 0, 0.25, 0.30, 1}, put{100, 95, 0.10, 0.05, 0.5, 0.20, -1};
constexpr double published_call = 2.1334, published_put = 2.4648;
const std::vector<Option> rights = {call, put, {65, 65, 0.08, 0, 0.25, 0.30, 1}};  // at the strike

// The system of one time step for every option: `step` of its years long, from `tau` of them on,
// with the part `implicit` of it taken from the new values. `now` holds the values at tau.
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

// All options on a grid of n points each.
struct Grid {
  Grid(const std::vector<Option>& options, std::size_t n)
      : options(options), n(n), on_device(options), a(options.size() * n), b(a.size()), c(a.size()),
        d(a.size()), x(a.size()) {
    std::vector<double> pays;
    for (const Option& option : options)
      for (std::size_t i = 0; i < n; ++i)
        pays.push_back(option.edge((static_cast<double>(i) - static_cast<double>(n / 2)) * option.h(n), 0));
    start = weft::Buffer<double>(pays);
  }
  // From the payoff to the present value, in `steps` steps.
  void solve(unsigned steps, bool smooth_start = true) {
    const double* now = start.data();
    double tau = 0;
    const auto go = [&](double step, double implicit) {
      const std::size_t count = options.size();
      write_rows<<<static_cast<unsigned>((count * n + 127) / 128), 128>>>(
          on_device.data(), count, n, tau, step, implicit, now, a.data(), b.data(), c.data(), d.data());
      weft::check(cudaGetLastError());
      weft::solve_hybrid(
          weft::Systems<double>{a.data(), b.data(), c.data(), d.data(), x.data(), count, n});
      now = x.data(), tau += step;
    };
    for (unsigned i = 0; smooth_start && i < 4; ++i) go(0.5 / steps, 1);
    for (unsigned i = smooth_start ? 2 : 0; i < steps; ++i) go(1.0 / steps, 0.5);
  }
  std::vector<double> today() const {
    std::vector<double> values = x.to_host(), found;
    for (std::size_t s = 0; s < options.size(); ++s) {
      const double points = std::log(options[s].spot / options[s].strike) / options[s].h(n);
      found.push_back(values[s * n + n / 2 + std::lround(points)]);
    }
    return found;
  }

  std::vector<Option> options;
  std::size_t n;
  weft::Buffer<Option> on_device;
  weft::Buffer<double> a, b, c, d, x, start{0};
};

std::vector<double> prices(const std::vector<Option>& options, std::size_t n, unsigned steps,
                           bool smooth_start = true) {
  Grid grid(options, n);
  grid.solve(steps, smooth_start);
  return grid.today();
}

TEST_CASE("a call and a put reach the published prices") {
  const std::vector<double> found = prices({call, put}, 1024, 128);
  CHECK(std::abs(found[0] - published_call) < 0.00015);
  CHECK(std::abs(found[1] - published_put) < 0.00015);
  const double h = call.h(512), most = h * h / (call.volatility * call.volatility);
  CHECK(call.years / most > 2000);  // steps, if they were explicit
}

TEST_CASE("a quarter of the error with twice the points only, and with twice the steps only") {
  const std::vector<double> end = prices(rights, 128, 512);  // with almost no time-step error
  std::ofstream file("15-option.txt");
  std::puts("points | call | put | at the strike | there, no smooth start | steps | call | put | at the strike");
  double last[7]{};
  for (const unsigned n : {64, 128, 256, 512}) {
    const unsigned steps = n / 16;
    const std::vector<double> by_points = prices(rights, n, 256), by_steps = prices(rights, 128, steps);
    double off[7];
    for (int k = 0; k < 3; ++k) off[k] = by_points[k] - exact(rights[k]), off[4 + k] = by_steps[k] - end[k];
    off[3] = prices({rights[2]}, n, steps, false)[0] - exact(rights[2]);
    std::printf("%u", n), file << n;
    for (int k = 0; k < 7; ++k) {
      if (n > 64) CHECK(last[k] / off[k] == doctest::Approx(k == 3 ? 2 : 4).epsilon(0.05));
      last[k] = off[k];
      if (k == 4) std::printf(" | %u", steps);
      std::printf(" | %.1e", std::abs(off[k]));
      if (k < 4) file << ' ' << std::abs(off[k]);
    }
    std::puts(""), file << '\n';
  }
}

TEST_CASE("the matrices are diagonally dominant") {
  for (const Option& of : {call, put}) {
    const double variance = of.volatility * of.volatility;
    CHECK(of.h(64) * std::abs(of.rate - of.yield - variance / 2) <= variance);
  }
}
