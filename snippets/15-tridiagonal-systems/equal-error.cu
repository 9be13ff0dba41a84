// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 d169b7b745a173a02f9ca32882ba65ca4513c06d]
#include <cstdio>

#include <curand_kernel.h>
#include <doctest/doctest.h>

#include "common/hybrid.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"
#include "common/sum-of-block.cuh"
#include "common/two-assets.cuh"

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

// The payoff of an option on 11-monte-carlo's first asset at the ends of random paths, four per draw:
// sum and sum of squares for each block. Row y of the grid is a run of its own.
__global__ void random_ends(std::size_t draws, double2* sums) {
  const weft::Walk& w = weft::walk;
  double sum = 0, squares = 0;
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t p = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; p < draws; p += threads) {
    curandStatePhilox4_32_10_t state;
    curand_init(15, blockIdx.y * draws + p, 0, &state);
    const float4 four = curand_normal4(&state);
    const float normals[] = {four.x, four.y, four.z, four.w};
    float pay = 0, square = 0;
    for (const float z : normals) {
      const float share = w.spot[0] * expf(fmaf(w.spread[0], z, w.drift[0]));
      const float value = w.discount * fmaxf(w.side * (share - w.strike), 0.0f);
      pay += value, square += value * value;
    }
    sum += pay, squares += square;
  }
  sum = weft::sum_of_block(sum), squares = weft::sum_of_block(squares);
  if (threadIdx.x == 0) sums[blockIdx.y * gridDim.x + blockIdx.x] = {sum, squares};
}

struct Paths {
  Paths(const Option& of, std::size_t draws, unsigned runs)
      : draws(draws), runs(runs), blocks(static_cast<unsigned>(std::min<std::size_t>((draws + 127) / 128, 2112))),
        sums(std::size_t{1} * runs * blocks) {
    weft::set_walk({{of.spot, 0}, {of.yield, 0}, {of.volatility, 0}, 0, of.rate, of.years, of.strike}, 1, of.side);
  }
  void walk() {
    random_ends<<<dim3(blocks, runs), 128>>>(draws, sums.data());
    weft::check(cudaGetLastError());
  }
  weft::Estimate found(std::size_t run) const {
    const std::vector<double2> all = sums.to_host();
    double sum = 0, squares = 0;
    for (std::size_t i = run * blocks; i < (run + 1) * blocks; ++i) sum += all[i].x, squares += all[i].y;
    return weft::estimate(sum, squares, 4.0 * static_cast<double>(draws));
  }
  std::size_t draws;
  unsigned runs, blocks;
  weft::Buffer<double2> sums;
};

// Draws that make the error bar as short as `error`, estimated from 65,536 paths.
std::size_t draws_for(const Option& option, double error) {
  Paths few(option, 1 << 14, 1);
  few.walk();
  const double bars = few.found(0).bar / error;
  return static_cast<std::size_t>(std::ceil(bars * bars * (1 << 14)));
}

TEST_CASE("paths come as close to the published prices as a grid of 64 points and 4 steps") {
  std::puts("option | published | grid error | paths | RMS error of 32 runs");
  for (const auto& [option, published] : {std::pair{call, published_call}, {put, published_put}}) {
    CHECK(std::abs(exact(option) - published) < 0.00005);  // as printed
    const double error = std::abs(prices({option}, 64, 4)[0] - published);
    Paths paths(option, draws_for(option, error), 32);
    paths.walk();
    double squares = 0;
    for (int run = 0; run < 32; ++run) {
      const auto [price, bar] = paths.found(run);
      CHECK(bar / error == doctest::Approx(1).epsilon(0.05));
      squares += (price - published) * (price - published);
    }
    const double off = std::sqrt(squares / 32);
    CHECK(off / error == doctest::Approx(1).epsilon(0.15));
    std::printf("%s | %.4f | %.3f | %zu | %.3f\n", option.side > 0 ? "call" : "put", published,
                error, 4 * paths.draws, off);
  }
}

TEST_CASE("the times to reach the same error" * doctest::skip(!weft::measuring())) {
  for (const unsigned count : {1, 1024})
    for (std::size_t n = 64; n <= (count == 1 ? 1024 : 256); n *= 4) {
      const auto steps = static_cast<unsigned>(n / 16);
      Grid grid(std::vector<Option>(count, call), n);
      grid.solve(steps);
      const double error = std::abs(grid.today()[0] - exact(call));
      Paths paths(call, draws_for(call, error), count);
      const auto seconds = weft::side_by_side(5, [&] { grid.solve(steps); }, [&] { paths.walk(); });
      const auto [price, bar] = paths.found(count - 1);
      CHECK(bar < 1.05 * error);
      CHECK(std::abs(price - exact(call)) < 4 * bar);
      CHECK(std::abs(grid.today().back() - exact(call)) < 1.01 * error);
      const auto report = [&](const std::string& way, double time) {
        weft::report({way + (count == 1 ? ", one option" : ", each of 1,024"), 1.0 * n, "points",
                      1e6 * time / count, "µs per option"});
      };
      report("grid", seconds[0]), report("paths", seconds[1]);
    }
}
