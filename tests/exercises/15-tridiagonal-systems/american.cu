#include <doctest/doctest.h>

#include "support.hpp"

#include "15-tridiagonal-systems/american.hpp"

struct Held {
  std::vector<double> a, b, c, d, floor, x;  // interleaved; x is the expected solution
};

// x is equal to the floor in the first `on_floor` rows of each system, and above it in the others. d is computed from x;
// where x is equal to the floor, A x exceeds d.
template <class OnFloor>
Held systems_of(std::size_t count, std::size_t n, OnFloor on_floor) {
  const std::size_t all = count * n;
  Held held{random_values<double>(all, 1), {}, random_values<double>(all, 2), {}, random_values<double>(all, 3), {}};
  const std::vector<double> above = random_values<double>(all, 4), slack = random_values<double>(all, 5);
  for (std::size_t at = 0; at < all; ++at) {
    held.a[at] = -std::abs(held.a[at]) / 3, held.c[at] = -std::abs(held.c[at]) / 3, held.floor[at] /= 3;  // not representable as float
    held.b.push_back(1.25 - held.a[at] - held.c[at]);
    held.x.push_back(held.floor[at] + (at / count < on_floor(at % count) ? 0 : 0.25 + std::abs(above[at])));
  }
  for (std::size_t at = 0; at < all; ++at) {
    const std::size_t i = at / count;
    double d = held.b[at] * held.x[at];
    if (i > 0) d += held.a[at] * held.x[at - count];
    if (i + 1 < n) d += held.c[at] * held.x[at + count];
    held.d.push_back(i < on_floor(at % count) ? d - 0.5 - std::abs(slack[at]) : d);
    if (i == 0) held.a[at] = NAN;
    if (i + 1 == n) held.c[at] = NAN;
  }
  return held;
}

std::string wrong_in(const Held& held, std::size_t count, std::size_t n, unsigned threads = 32) {
  DeviceArray<double> a(held.a), b(held.b), c(held.c), d(held.d), floor(held.floor), x(count * n), room(count * n);
  solve_above<<<static_cast<unsigned>((count + threads - 1) / threads), threads>>>(
      {a.data(), b.data(), c.data(), d.data(), x.data(), count, n}, floor.data(), room.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(x.written_around() == "");
  CHECK(room.written_around() == "");
  return difference(x.read(), held.x, 1e-12);
}

TEST_CASE("above the floor everywhere, the solution is that of an ordinary system") {
  for (const std::size_t n : {1, 2, 3, 40}) CHECK(wrong_in(systems_of(33, n, [](std::size_t) { return 0u; }), 33, n) == "");
}

TEST_CASE("on the floor up to some row, a different one in each system") {
  for (const std::size_t n : {2, 5, 40})
    for (const std::size_t count : {1, 33, 70}) {
      CAPTURE(n);
      CAPTURE(count);
      CHECK(wrong_in(systems_of(count, n, [n](std::size_t s) { return s % (n + 1); }), count, n) == "");
      CHECK(wrong_in(systems_of(count, n, [n](std::size_t) { return n / 2; }), count, n, 64) == "");
    }
}

TEST_CASE("on the floor everywhere") { CHECK(wrong_in(systems_of(5, 20, [](std::size_t) { return 20u; }), 5, 20) == ""); }

#ifdef __LOOM__
TEST_CASE("neighbouring threads access neighbouring numbers") {
  constexpr std::size_t n = 12, count = 64;
  const Held held = systems_of(count, n, [](std::size_t s) { return s % n; });
  DeviceArray<double> a(held.a), b(held.b), c(held.c), d(held.d), floor(held.floor), x(count * n), room(count * n);
  const loom::Seen seen = loom::observe([&] {
    solve_above<<<2, 32>>>({a.data(), b.data(), c.data(), d.data(), x.data(), count, n}, floor.data(), room.data());
  });
  CHECK(seen.global_loads.sectors_per_request() == 8);
  CHECK(seen.global_stores.sectors_per_request() == 8);
}
#endif

TEST_CASE("the rows of a step are those of the scheme") {
  const std::vector<Put> puts{{36, 40, 0.06, 1, 0.2}, {40, 40, 0.1, 0.5, 0.4}, {44, 40, 0.02, 2, 0.3}};
  constexpr std::size_t n = 64, count = 3;
  constexpr double step = 1.0 / 7, implicit = 0.7;
  const weft::Buffer<Put> on_device(puts);
  std::vector<double> now = random_values<double>(count * n, 6);
  for (double& value : now) value /= 3;  // not representable as float
  DeviceArray<double> values(now), a(count * n), b(count * n), c(count * n), d(count * n);
  write_step<<<4, 64>>>(on_device.data(), count, n, step, implicit, values.data(), a.data(), b.data(), c.data(), d.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  for (const auto* array : {&a, &b, &c, &d}) CHECK(array->written_around() == "");
  std::vector<double> lower = a.read(), diagonal = b.read(), upper = c.read(), right = d.read(), expected[4];
  for (std::size_t at = 0; at < count * n; ++at) {
    const Put& put = puts[at % count];
    const std::size_t i = at / count;
    const double h = put.h(n), half = put.volatility * put.volatility / 2, wind = put.rate - half, k = step * put.years;
    const double l = half / (h * h) - wind / (2 * h), u = half / (h * h) + wind / (2 * h), m = -2 * half / (h * h) - put.rate;
    const double above = i + 1 < n ? now[at + count] : 0;
    const double change = i == 0 ? 0 : l * now[at - count] + m * now[at] + u * above;
    expected[0].push_back(i == 0 ? 0 : -implicit * k * l);
    expected[1].push_back(i == 0 ? 1 : 1 - implicit * k * m);
    expected[2].push_back(i == 0 || i + 1 == n ? 0 : -implicit * k * u);
    expected[3].push_back(i == 0 ? put.pays(0, n) : now[at] + (1 - implicit) * k * change);
    if (i == 0) lower[at] = 0;  // belongs to no equation
    if (i + 1 == n) upper[at] = 0;
  }
  CHECK(difference(lower, expected[0], 1e-12) == "");
  CHECK(difference(diagonal, expected[1], 1e-12) == "");
  CHECK(difference(upper, expected[2], 1e-12) == "");
  CHECK(difference(right, expected[3], 1e-12) == "");
}

// The puts of R. Geske and H. Johnson, The American put option valued analytically, Journal of Finance 39 (1984), with values that later
// papers give: spot 40, interest rate 0.0488; by volatility, strike and months.
std::vector<Put> table_puts() {
  std::vector<Put> puts;
  for (const double volatility : {0.2, 0.3, 0.4})
    for (const double strike : {35.0, 40.0, 45.0})
      for (const double months : {1.0, 4.0, 7.0}) puts.push_back({40, strike, 0.0488, months / 12, volatility});
  return puts;
}
const std::vector<double> table{0.0062, 0.2004, 0.4328, 0.8522, 1.5798, 1.9904, 5.0000, 5.0883, 5.2670,
                                0.0774, 0.6975, 1.2198, 1.3099, 2.4825, 3.1696, 5.0597, 5.7056, 6.2436,
                                0.2466, 1.3460, 2.1549, 1.7681, 3.3874, 4.3526, 5.2868, 6.5099, 7.3830};

// The value by a binomial tree.
double by_tree(const Put& put) {
  constexpr int steps = 1000;
  const double step = put.years / steps, up = std::exp(put.volatility * std::sqrt(step)), discount = std::exp(-put.rate * step);
  const double rises = (1 / discount - 1 / up) / (up - 1 / up);
  std::vector<double> payoffs, values;
  for (int net = -steps; net <= steps; ++net) payoffs.push_back(std::max(put.strike - put.spot * std::pow(up, net), 0.0));
  const auto pays = [&](int ups, int of) { return payoffs[2 * ups - of + steps]; };
  for (int ups = 0; ups <= steps; ++ups) values.push_back(pays(ups, steps));
  for (int of = steps; of-- > 0;)
    for (int ups = 0; ups <= of; ++ups)
      values[ups] = std::max(discount * (rises * values[ups + 1] + (1 - rises) * values[ups]), pays(ups, of));
  return values[0];
}

TEST_CASE("the values of the table are those of a binomial tree") {
  std::vector<double> by_trees;
  for (const Put& put : table_puts()) by_trees.push_back(by_tree(put));
  for (std::size_t k = 0; k < table.size(); ++k) CHECK(std::abs(by_trees[k] - table[k]) < 0.001);
}

double worst_of(std::size_t n, unsigned steps) {
  const std::vector<double> found = american_puts(table_puts(), n, steps);
  REQUIRE(found.size() == table.size());
  double worst = 0;
  for (std::size_t k = 0; k < table.size(); ++k) worst = weft::worse(worst, std::abs(found[k] - table[k]));
  return worst;
}

TEST_CASE("27 puts reach the values of the table, more closely on a finer grid") {
  const double coarse = worst_of(64, 16), fine = worst_of(128, 32);
  CHECK(coarse < 0.04);
  CHECK(fine < 0.01);
  CHECK(coarse / fine > 3);
  CHECK(worst_of(256, 64) < 0.003);
}

TEST_CASE("without interest, early exercise does not pay, and the closed formula holds, also at the kink") {
  for (const double spot : {40.0, 42.0}) {
    const Put put{spot, 40, 0, 0.5, 0.3};
    const auto below = [](double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); };
    const double spread = put.volatility * std::sqrt(put.years), d = std::log(put.spot / put.strike) / spread + spread / 2;
    CHECK(difference(american_puts({put}, 256, 16)[0], put.strike * below(spread - d) - put.spot * below(-d), 0.003) == "");
  }
}

TEST_CASE("if immediate exercise is best, the put is worth its payoff") {
  const std::vector<double> found = american_puts({{30, 40, 0.08, 1, 0.2}, {25, 40, 0.05, 0.5, 0.25}}, 128, 16);
  CHECK(difference(found[0], 10, 1e-12) == "");
  CHECK(difference(found[1], 15, 1e-12) == "");
}

TEST_CASE("a single put, or more than a warp of them, on any even grid") {
  const Put at_strike{40, 40, 0.0488, 7.0 / 12, 0.3};
  CHECK(difference(american_puts({at_strike}, 130, 32)[0], 3.1696, 0.003) == "");
  for (const std::size_t count : {32, 33}) {
    std::vector<Put> many(count, at_strike);
    many.back() = {40, 45, 0.0488, 7.0 / 12, 0.4};
    const std::vector<double> found = american_puts(many, 128, 32);
    CHECK(found[count - 2] == found[0]);
    CHECK(difference(found[count - 1], 7.3830, 0.003) == "");
  }
}

#ifdef __LOOM__
TEST_CASE("the steps run in kernels, and only the final values are copied to the host") {
  const auto launches = *launches_seen();
  const auto bytes = *bytes_to_host();
  american_puts({{40, 40, 0.0488, 1, 0.3}}, 64, 16);
  CHECK(*launches_seen() - launches >= 2 * (16 + 2));
  CHECK(*bytes_to_host() - bytes <= 64 * sizeof(double));
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  const Held held = systems_of(128, 12, [](std::size_t s) { return s % 12; });
  CHECK(too_serial({.threads = 64, .blocks = 3}, [&] { wrong_in(held, 128, 12); }) == "");
  const weft::Buffer<Put> puts(std::vector<Put>(16, Put{40, 40, 0.06, 1, 0.2}));
  DeviceArray<double> now(random_values<double>(16 * 64, 6)), a(16 * 64), b(16 * 64), c(16 * 64), d(16 * 64);
  CHECK(too_serial({.threads = 256, .blocks = 6}, [&] {
          write_step<<<8, 128>>>(puts.data(), 16, 64, 0.1, 0.5, now.data(), a.data(), b.data(), c.data(), d.data());
        }) == "");
  CHECK(too_serial({.threads = 64, .blocks = 3}, [] { american_puts(std::vector<Put>(128, Put{40, 40, 0.06, 1, 0.2}), 64, 4); }) == "");
}
