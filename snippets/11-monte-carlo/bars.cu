// Tangled from chapters/11-monte-carlo.md. Edit there. [sha1 ef4b899ef599c5bd9024e4390df2b71578e13fa3]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/philox.cuh"
#include "common/sum-of-block.cuh"
#include "common/two-assets.cuh"

__device__ float4 experiment_normals(unsigned experiment, unsigned path) {
  return weft::four_normals(std::uint64_t{experiment} << 32 | path, 0);
}

// Each block prices the contract with `paths` numbers of its own, in one step.
__global__ void experiment(unsigned paths, double2* sums) {
  double sum = 0, squares = 0;
  for (unsigned path = threadIdx.x; path < paths; path += blockDim.x) {
    weft::Growth growth;
    const float4 z = experiment_normals(blockIdx.x, path);
    growth.step(z.x, z.y);
    const double value = growth.value();
    sum += value;
    squares += value * value;
  }
  sum = weft::sum_of_block(sum);
  squares = weft::sum_of_block(squares);
  if (threadIdx.x == 0) sums[blockIdx.x] = {sum, squares};
}

constexpr unsigned experiments = 200;

struct Errors {
  double rms, in_bars, within_one, within_two, bar;
};

// Statistics of the errors of all experiments.
Errors errors_of(unsigned paths) {
  weft::set_walk(weft::published, 1);
  weft::Buffer<double2> sums(experiments);
  experiment<<<experiments, 128>>>(paths, sums.data());
  weft::check(cudaGetLastError());
  const double exact = weft::call_on_maximum(weft::published);
  Errors errors{};
  for (const auto& [sum, squares] : sums.to_host()) {
    const auto [price, bar] = weft::estimate(sum, squares, paths);
    const double error = price - exact, in_bars = error / bar;
    errors.rms += error * error / experiments;
    errors.in_bars += in_bars * in_bars / experiments;
    errors.within_one += (std::abs(in_bars) < 1) / double{experiments};
    errors.within_two += (std::abs(in_bars) < 2) / double{experiments};
    errors.bar += bar / experiments;
  }
  errors.rms = std::sqrt(errors.rms);
  errors.in_bars = std::sqrt(errors.in_bars);
  return errors;
}

TEST_CASE("an error is one bar long on average, and four times the paths halve it") {
  weft::seed_philox(2024);
  std::puts("paths | error bar | error, root mean square | in bars | within one | within two");
  double before = 0;
  for (const unsigned paths : {128u, 512u, 2048u}) {
    const Errors errors = errors_of(paths);
    CHECK(std::abs(errors.in_bars - 1) < 0.15);
    CHECK(std::abs(errors.within_one - 0.68) < 0.1);
    CHECK(std::abs(errors.within_two - 0.95) < 0.045);
    if (before > 0) CHECK(std::abs(before / errors.rms - 2) < 0.4);
    before = errors.rms;
    std::printf("%u | %.2f | %.2f | %.2f | %.0f %% | %.0f %%\n", paths, errors.bar, errors.rms,
                errors.in_bars, 100 * errors.within_one, 100 * errors.within_two);
  }
}
