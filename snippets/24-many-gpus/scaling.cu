// Tangled from chapters/24-many-gpus.md. Edit there. [sha1 4cfb39e7a8daea197d25bacc2902e6aa01df8edb]
#include <cmath>
#include <fstream>

#include <doctest/doctest.h>

#include "common/clock.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"
#include "common/slab.cuh"

struct Machine {
  double point;      // seconds for a point of a large sweep
  double step;       // seconds that a step takes beyond its points
  double latency;    // seconds for a plane of nothing to reach the neighbour
  double bandwidth;  // bytes per second, to a neighbour
};

// Seconds per step of `devices` that share a volume of `planes` planes of rows × columns.
double step_time(const Machine& m, const weft::Shape& shape, double devices) {
  const double plane = static_cast<double>(shape.plane());
  const double sweep = m.point * plane * static_cast<double>(shape.planes) / devices;
  const double exchange = 2 * (m.latency + plane * sizeof(float) / m.bandwidth);
  return m.step + std::max(sweep, devices > 1 ? exchange : 0);
}

double strong(const Machine& m, const weft::Shape& shape, double devices) {
  return step_time(m, shape, 1) / (devices * step_time(m, shape, devices));
}

double weak(const Machine& m, weft::Shape shape, std::size_t devices) {
  const double alone = step_time(m, shape, 1);
  shape.planes *= devices;
  return alone / step_time(m, shape, static_cast<double>(devices));
}

// Assumed: about the sweep that 12-finite-differences measured on an H100, published bandwidths, plausible latencies.
constexpr Machine by_nvlink{1 / 237e9, 20e-6, 10e-6, 450e9};
constexpr Machine by_network{1 / 237e9, 20e-6, 20e-6, 50e9};
const weft::Shape large{1024, 1024, 1024};

TEST_CASE("weak scaling is lost only if the exchange takes longer than the sweep") {
  CHECK(weak(by_network, large, 2) == 1);
  CHECK(weak(by_network, large, 1'000) == 1);
  CHECK(weak(by_network, {64, 64, 64}, 2) < 0.6);
  CHECK(weak(by_network, {64, 64, 64}, 2) == weak(by_network, {64, 64, 64}, 1'000));
}

TEST_CASE("strong scaling ends when the exchange takes as long as the sweep") {
  const double sweep = by_network.point * static_cast<double>(large.size());
  const double exchange = 2 * (20e-6 + 4.0 * 1024 * 1024 / 50e9);
  const double end = sweep / exchange;
  CHECK(end > 20);
  CHECK(end < 25);
  CHECK(step_time(by_network, large, 1.01 * end) == step_time(by_network, large, 1'000));
  CHECK(step_time(by_network, large, 0.99 * end) > step_time(by_network, large, 1'000));
  std::ofstream figure("18-scaling.txt");
  for (double devices = 1; devices < 1'001; devices *= std::pow(10, 0.1))
    figure << devices << ' ' << strong(by_nvlink, large, devices) << ' '
           << strong(by_network, large, devices) << ' '
           << weak(by_network, {64, 64, 64}, static_cast<std::size_t>(devices)) << '\n';
}

double seconds_a_step(weft::Slabs& slabs, bool hide, bool by_threads) {
  constexpr int steps = 50;
  return weft::by_the_clock(5, [&] {
    if (by_threads)
      slabs.steps_by_threads(steps, hide);
    else
      for (int i = 0; i < steps; ++i) slabs.step(hide);
    slabs.wait();
  }) / steps;
}

double seconds_a_step(std::size_t devices, const weft::Shape& shape) {
  std::vector<int> on = weft::all_devices();
  on.resize(devices);
  weft::Slabs slabs(on, shape, std::vector<float>(shape.size(), 1.0f));
  return seconds_a_step(slabs, true, false);
}

// Seconds for a copy from the last device to the first.
double copy_time(std::size_t bytes) {
  const std::vector<int> devices = weft::all_devices();
  weft::connect(devices);
  weft::check(cudaSetDevice(devices.back()));
  const weft::Buffer<float> there(bytes / 4);
  weft::check(cudaSetDevice(devices.front()));
  weft::Buffer<float> here(bytes / 4);
  return weft::side_by_side(9, [&] {
    weft::check(cudaMemcpyPeerAsync(here.data(), devices.front(), there.data(), devices.back(),
                                    bytes, nullptr));
  })[0];
}

TEST_CASE("the model compared with the measurement" * doctest::skip(!weft::measuring())) {
  const weft::Shape cube{512, 512, 512};
  Machine m{};
  m.step = seconds_a_step(1, {8, 8, 8});
  m.point = (seconds_a_step(1, cube) - m.step) / static_cast<double>(cube.size());
  m.latency = copy_time(4);
  m.bandwidth = (1ul << 26) / (copy_time(1ul << 26) - m.latency);
  const auto report = [](const char* series, std::size_t devices, double efficiency) {
    weft::report({series, 1.0 * devices, "GPUs", efficiency, "efficiency"});
  };
  const double alone = seconds_a_step(1, cube);
  for (const std::size_t devices : {1, 2, 3, 4, 8, 16, 32, 64, 128, 256, 512, 1024}) {
    report("weak, model", devices, weak(m, cube, devices));
    report("strong, model", devices, strong(m, cube, 1.0 * devices));
    if (devices > weft::all_devices().size()) continue;
    report("weak", devices, alone / seconds_a_step(devices, {510 * devices + 2, 512, 512}));
    report("strong", devices, alone / (1.0 * devices * seconds_a_step(devices, cube)));
  }
}
