// Exercise "The American put": an option to sell that may be exercised on any day.
#include "15-tridiagonal-systems/american.hpp"
#include "common/tridiagonal.cuh"

// Solves A x >= d and x >= floor, one of them with equality in every row: x = floor up to some row, A x = d after it. Outside
// the diagonal, A has no number above 0. Interleaved layout, one thread per system; `room` has space for n numbers per system.
__global__ void solve_above(weft::Systems<double> of, const double* floor, double* room) {
  // your code begins
  const std::size_t s = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (s >= of.count) return;
  double a = 0, d = 0, x = 0;
  for (std::size_t i = of.n; i-- > 0;) {
    const std::size_t at = i * of.count + s;
    const double c = i + 1 == of.n ? 0 : of.c[at], r = 1 / (of.b[at] - c * a);
    a = i == 0 ? 0 : of.a[at] * r;
    d = (of.d[at] - c * d) * r;
    room[at] = a;
    of.x[at] = d;
  }
  for (std::size_t i = 0; i < of.n; ++i) {
    const std::size_t at = i * of.count + s;
    x = std::fmax(of.x[at] - room[at] * x, floor[at]);
    of.x[at] = x;
  }
  // your code ends
}

// The rows of one time step for every put, interleaved: `step` of its years long, with the part `implicit` of it from the new values.
// `now` holds the values before the step. At point 0 the put is worth its payoff, at point n nothing.
__global__ void write_step(const Put* puts, std::size_t count, std::size_t n, double step, double implicit,
                           const double* now, double* a, double* b, double* c, double* d) {
  // your code begins
  const std::size_t at = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (at >= count * n) return;
  const Put& put = puts[at % count];
  const std::size_t i = at / count;
  if (i == 0) {
    b[at] = 1, c[at] = 0, d[at] = put.pays(0, n);
    return;
  }
  const double h = put.h(n), variance = put.volatility * put.volatility, wind = (put.rate - variance / 2) / (2 * h);
  const double l = variance / (2 * h * h) - wind, u = variance / (2 * h * h) + wind, m = -variance / (h * h) - put.rate;
  const double here = now[at], above = i + 1 < n ? now[at + count] : 0, k = step * put.years;
  const double old = (1 - implicit) * k, fresh = implicit * k;
  a[at] = -fresh * l, b[at] = 1 - fresh * m, c[at] = -fresh * u;
  d[at] = here + old * (l * now[at - count] + m * here + u * above);
  // your code ends
}

// Today's values, computed with n points and `steps` steps, the first two of which are four of half the length, fully implicit.
std::vector<double> american_puts(const std::vector<Put>& puts, std::size_t n, unsigned steps) {
  std::vector<double> today(puts.size());
  // your code begins
  const std::size_t count = puts.size();
  std::vector<double> pays(count * n);
  for (std::size_t at = 0; at < count * n; ++at) pays[at] = puts[at % count].pays(at / count, n);
  const weft::Buffer<Put> on_device(puts);
  const weft::Buffer<double> floor(pays);
  weft::Buffer<double> a(count * n), b(count * n), c(count * n), d(count * n), x(pays), room(count * n);
  const auto go = [&](double step, double implicit) {
    write_step<<<static_cast<unsigned>((count * n + 127) / 128), 128>>>(
        on_device.data(), count, n, step, implicit, x.data(), a.data(), b.data(), c.data(), d.data());
    weft::check(cudaGetLastError());
    solve_above<<<static_cast<unsigned>((count + 31) / 32), 32>>>(
        {a.data(), b.data(), c.data(), d.data(), x.data(), count, n}, floor.data(), room.data());
    weft::check(cudaGetLastError());
  };
  for (unsigned k = 0; k < 4; ++k) go(0.5 / steps, 1);
  for (unsigned k = 2; k < steps; ++k) go(1.0 / steps, 0.5);
  const std::vector<double> values = x.to_host();
  for (std::size_t s = 0; s < count; ++s) {
    const auto point = static_cast<std::size_t>(std::lround(std::log(puts[s].spot / puts[s].strike) / puts[s].h(n)) +
                                                static_cast<long>(n / 2));
    today[s] = values[point * count + s];
  }
  // your code ends
  return today;
}
