// Tangled from chapters/11-monte-carlo.md. Edit there. [sha1 6e89ae7bc679b752d039ff3f1ff73bc25ee81a1a]
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/philox.cuh"
#include "common/side-by-side.cuh"
#include "common/sum-of-block.cuh"
#include "common/two-assets.cuh"

// Sums of values, of controls, and of their products.
struct Moments {
  double v = 0, vv = 0, c = 0, cc = 0, vc = 0;

  __host__ __device__ void add(double value) {
    v += value;
    vv += value * value;
  }
  __host__ __device__ void add(double value, double control) {
    add(value);
    c += control;
    cc += control * control;
    vc += value * control;
  }
};

struct Sample {
  float value, control;
};

__device__ Sample sample(float z1, float z2) {
  weft::Growth growth;
  growth.step(z1, z2);
  return {growth.value(), weft::walk.discount * growth.largest()};
}

template <bool antithetic, bool controlled>
__device__ void add_sample(Moments& moments, float z1, float z2) {
  Sample one = sample(z1, z2);
  if constexpr (antithetic) {
    const Sample twin = sample(-z1, -z2);
    one = {(one.value + twin.value) / 2, (one.control + twin.control) / 2};
  }
  if constexpr (controlled) moments.add(one.value, one.control);
  else moments.add(one.value);
}

// Two samples per draw, in one step.
template <bool antithetic, bool controlled>
__global__ void take_samples(unsigned draws, Moments* of_blocks) {
  Moments mine;
  for (unsigned d = blockIdx.x * blockDim.x + threadIdx.x; d < draws; d += gridDim.x * blockDim.x) {
    const float4 z = weft::four_normals(d, 0);
    add_sample<antithetic, controlled>(mine, z.x, z.y);
    add_sample<antithetic, controlled>(mine, z.z, z.w);
  }
  mine = {weft::sum_of_block(mine.v), weft::sum_of_block(mine.vv), weft::sum_of_block(mine.c),
          weft::sum_of_block(mine.cc), weft::sum_of_block(mine.vc)};
  if (threadIdx.x == 0) of_blocks[blockIdx.x] = mine;
}

weft::Estimate with_control(const Moments& m, double n, double exact_control) {
  const double v = m.v / n, c = m.c / n;
  const double var_v = m.vv / n - v * v, var_c = m.cc / n - c * c, cov = m.vc / n - v * c;
  const double beta = cov / var_c, left = var_v - beta * cov;
  return {v - beta * (c - exact_control), std::sqrt(std::max(left, 0.0) / n)};
}

constexpr unsigned samples = 1 << 16;

Moments added(const weft::Buffer<Moments>& of_blocks) {
  Moments all;
  for (const Moments& m : of_blocks.to_host())
    all = {all.v + m.v, all.vv + m.vv, all.c + m.c, all.cc + m.cc, all.vc + m.vc};
  return all;
}

template <bool antithetic>
Moments moments_of_all() {
  weft::Buffer<Moments> of_blocks(16);
  take_samples<antithetic, true><<<16, 128>>>(samples / 2, of_blocks.data());
  weft::check(cudaGetLastError());
  return added(of_blocks);
}

double report(const char* name, weft::Estimate found, weft::Estimate plain) {
  CHECK(std::abs(found.price - weft::call_on_maximum(weft::published)) < 4 * found.bar);
  const double worth = plain.bar * plain.bar / (found.bar * found.bar);
  std::printf("%s | %.3f | %.4f | %.1f\n", name, found.price, found.bar, worth);
  return worth;
}

TEST_CASE("each method needs fewer samples for the same bar") {
  weft::set_walk(weft::published, 1);
  weft::seed_philox(2024);
  const double exact = weft::worth_of_maximum(weft::published);
  const Moments once = moments_of_all<false>(), twins = moments_of_all<true>();
  const weft::Estimate plain = weft::estimate(once.v, once.vv, samples);
  std::puts("samples | price | error bar | a sample is worth, in plain ones");
  report("plain", plain, plain);
  const double by_twins = report("antithetic", weft::estimate(twins.v, twins.vv, samples), plain);
  const double by_control = report("with control", with_control(once, samples, exact), plain);
  const double by_both = report("both", with_control(twins, samples, exact), plain);
  CHECK(by_twins > 4);
  CHECK(by_control > 10);
  CHECK(by_both > by_control);
  CHECK(by_both / 2 < by_control);  // a sample of twins takes two walks
}

TEST_CASE("time to a bar of 0.0001" * doctest::skip(!weft::measuring())) {
  weft::set_walk(weft::published, 1);
  weft::seed_philox(2024);
  const double exact = weft::worth_of_maximum(weft::published), wanted = 1e-4;
  int processors = 0;
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  const unsigned grid = 8 * static_cast<unsigned>(processors);
  for (unsigned draws = 1 << 19; draws <= 1 << 27; draws <<= 4) {
    weft::Buffer<Moments> plain(grid), twins(grid), control(grid), both(grid);
    const auto seconds = weft::side_by_side(
        9, [&] { take_samples<false, false><<<grid, 256>>>(draws, plain.data()); },
        [&] { take_samples<true, false><<<grid, 256>>>(draws, twins.data()); },
        [&] { take_samples<false, true><<<grid, 256>>>(draws, control.data()); },
        [&] { take_samples<true, true><<<grid, 256>>>(draws, both.data()); });
    weft::check(cudaGetLastError());
    const Moments once = added(plain), pairs = added(twins);
    const double n = 2.0 * draws;
    const weft::Estimate found[] = {
        weft::estimate(once.v, once.vv, n), weft::estimate(pairs.v, pairs.vv, n),
        with_control(added(control), n, exact), with_control(added(both), n, exact)};
    const char* const series[] = {"plain", "antithetic", "with control", "both"};
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      CHECK(std::abs(found[i].price - weft::call_on_maximum(weft::published)) < 5 * found[i].bar);
      const double more = found[i].bar * found[i].bar / (wanted * wanted);  // times the samples
      weft::report({series[i], n, "samples", 1e3 * seconds[i] * more, "ms to a bar of 0.0001"});
    }
  }
}
