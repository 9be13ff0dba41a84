// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 98b0630c3817ce6f89295e58b53e3da6006491f1]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/hybrid.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

// The right-hand sides of half a step: explicit along the rows of u, n by n, and stored transposed,
// so that the columns of u are contiguous systems. Outside the plate, u is 0.
__global__ void explicit_half(const float* u, float* d, unsigned n, float r) {
  __shared__ float tile[32][33];
  const unsigned across = blockIdx.x * 32, down = blockIdx.y * 32;
  for (unsigned y = threadIdx.y; y < 32; y += blockDim.y) {
    const unsigned i = across + threadIdx.x, k = down + y;
    if (i >= n || k >= n) continue;
    const float* const here = u + std::size_t{k} * n + i;
    const float before = i > 0 ? here[-1] : 0.0f, after = i + 1 < n ? here[1] : 0.0f;
    tile[y][threadIdx.x] = here[0] + r * (before - 2 * here[0] + after);
  }
  __syncthreads();
  for (unsigned y = threadIdx.y; y < 32; y += blockDim.y) {
    const unsigned i = across + y, k = down + threadIdx.x;
    if (i < n && k < n) d[std::size_t{i} * n + k] = tile[threadIdx.x][y];
  }
}

// A square plate whose edge is kept at 0. n is a length that the hybrid can solve.
class Plate {
 public:
  Plate(const std::vector<float>& u, unsigned n, float r)
      : n_(n), r_(r), u_(u), d_(u.size()), side_(std::vector<float>(u.size(), -r)),
        middle_(std::vector<float>(u.size(), 1 + 2 * r)) {}
  void half_step() {
    const unsigned tiles = (n_ + 31) / 32;
    explicit_half<<<dim3(tiles, tiles), dim3(32, 8)>>>(u_.data(), d_.data(), n_, r_);
    weft::check(cudaGetLastError());
    weft::solve_hybrid(weft::Systems<float>{side_.data(), middle_.data(), side_.data(), d_.data(),
                                            u_.data(), n_, n_});
  }
  void step() { half_step(), half_step(); }
  std::vector<float> now() const { return u_.to_host(); }

 private:
  unsigned n_;
  float r_;
  weft::Buffer<float> u_, d_, side_, middle_;
};

const double pi = std::acos(-1.0);

double wave(unsigned i, unsigned k, unsigned n) { return std::sin(pi * k * (i + 1) / (n + 1)); }

// k half-waves across, l down.
std::vector<float> mode(unsigned n, unsigned k, unsigned l) {
  std::vector<float> u;
  for (unsigned y = 0; y < n; ++y)
    for (unsigned x = 0; x < n; ++x) u.push_back(static_cast<float>(wave(x, k, n) * wave(y, l, n)));
  return u;
}

double factor(double r, unsigned n, unsigned explicit_waves, unsigned implicit_waves) {
  const auto s = [&](unsigned k) { return 4 * r * std::pow(std::sin(pi * k / (2.0 * (n + 1))), 2); };
  return (1 - s(explicit_waves)) / (1 + s(implicit_waves));
}

double worst_off(const std::vector<float>& u, const std::vector<float>& mode, double factor) {
  double worst = 0;
  for (std::size_t i = 0; i < u.size(); ++i) worst = weft::worse(worst, std::abs(u[i] - factor * mode[i]));
  return worst;
}

TEST_CASE("each half-step multiplies a product of sines by the known factor, and transposes") {
  for (const unsigned n : {64u, 128u, 256u}) {
    const float r = 40;
    const auto start = mode(n, 3, 2), transposed = mode(n, 2, 3);
    Plate plate(start, n, r);
    plate.half_step();
    const double half = factor(r, n, 3, 2), whole = half * factor(r, n, 2, 3);
    CHECK(worst_off(plate.now(), transposed, half) < 1e-5);
    plate.half_step();
    CHECK(worst_off(plate.now(), start, whole) < 1e-5);
    std::printf("%u x %u: a step of %.0f explicit ones; factor %.4f\n", n, n, 2 * r / 0.25, whole);
  }
}

TEST_CASE("a hundred long steps stay bounded") {
  Plate plate(weft::Buffer<float>(std::vector<float>(64 * 64, 1.0f)).to_host(), 64, 1000);
  double last = 2;
  for (int step = 0; step < 100; ++step) {
    plate.step();
    double worst = 0;
    for (const float value : plate.now()) worst = weft::worse(worst, std::abs(value));
    CHECK(worst < 2);
    last = worst;
  }
  CHECK(last < 1);
}

TEST_CASE("the time of a step" * doctest::skip(!weft::measuring())) {
  for (const unsigned n : {256u, 512u, 1024u}) {
    Plate plate(mode(n, 1, 2), n, 100);
    const auto seconds = weft::side_by_side(15, [&] { plate.step(); });
    weft::report({"alternating directions", 1.0 * n, "points across", 1e6 * seconds[0], "µs"});
  }
}
