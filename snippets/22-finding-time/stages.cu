// Tangled from chapters/22-finding-time.md. Edit there. [sha1 2b35b401fe504853f06a35a81259adf5847a4918]
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"

// How many pixels have each of the 256 levels of brightness. For blocks of 256 threads.
__global__ void count_levels(const std::uint8_t* picture, unsigned n, unsigned* counts) {
  __shared__ unsigned mine[256];
  mine[threadIdx.x] = 0;
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&mine[picture[i]], 1u);
  __syncthreads();
  atomicAdd(&counts[threadIdx.x], mine[threadIdx.x]);
}

// The new level of each level: the share of pixels that are not brighter. One block of 256 threads.
__global__ void spread_levels(const unsigned* counts, unsigned n, std::uint8_t* table) {
  std::uint64_t not_brighter = 0;
  for (unsigned level = 0; level <= threadIdx.x; ++level) not_brighter += counts[level];
  table[threadIdx.x] = static_cast<std::uint8_t>(255 * not_brighter / n);
}

__global__ void apply_levels(const std::uint8_t* picture, unsigned n, const std::uint8_t* table,
                             std::uint8_t* result) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    result[i] = table[picture[i]];
}

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Stage {
  std::string name;
  double seconds;
};

class Stages {
 public:
  template <class Work>
  void run(const char* name, Work work) {
    weft::check(cudaDeviceSynchronize());  // earlier work does not count
    const auto start = Clock::now();
    work();
    weft::check(cudaDeviceSynchronize());  // the work of this stage does
    all.push_back({name, seconds_since(start)});
  }

  std::vector<Stage> all;
};

std::vector<std::uint8_t> dark_picture(unsigned n) {  // levels 0 to 63
  std::vector<std::uint8_t> picture(n);
  for (unsigned i = 0; i < n; ++i) picture[i] = static_cast<std::uint8_t>(i * 2'654'435'761u >> 26);
  return picture;
}

constexpr unsigned blocks = 1'024;

// Makes a dark picture of n pixels, spreads its levels, and returns the mean level of the result.
double whole_program(unsigned n, Stages& stages) {
  std::vector<std::uint8_t> picture, result;
  std::vector<weft::Buffer<std::uint8_t>> device;
  weft::Buffer<unsigned> counts(std::vector<unsigned>(256, 0));
  weft::Buffer<std::uint8_t> table(256);
  double mean = 0;
  stages.run("make the picture", [&] { picture = dark_picture(n); });
  stages.run("allocate", [&] { for (int i = 0; i < 2; ++i) device.emplace_back(n); });
  stages.run("copy in", [&] { device[0].copy_from(picture); });
  stages.run("count", [&] { count_levels<<<blocks, 256>>>(device[0].data(), n, counts.data()); });
  stages.run("spread", [&] { spread_levels<<<1, 256>>>(counts.data(), n, table.data()); });
  stages.run("apply", [&] {
    apply_levels<<<blocks, 256>>>(device[0].data(), n, table.data(), device[1].data());
  });
  stages.run("copy out", [&] { result = device[1].to_host(); });
  stages.run("mean on the host", [&] {
    mean = static_cast<double>(std::accumulate(result.begin(), result.end(), std::uint64_t{0})) / n;
  });
  return mean;
}

// How many times as fast a program is if a stage with this share of its time is made faster.
constexpr double speed_up(double share, double factor) {
  return 1 / (1 - share + share / factor);
}

double sum_of(const std::vector<Stage>& stages) {
  double sum = 0;
  for (const Stage& stage : stages) sum += stage.seconds;
  return sum;
}

TEST_CASE("the stages are in order, and together they take no longer than the program") {
  constexpr unsigned n = 100'003;
  Stages stages;
  const auto start = Clock::now();
  const double mean = whole_program(n, stages);
  const double all = seconds_since(start);
  CHECK(stages.all.size() == 8);
  CHECK(sum_of(stages.all) <= all);
  double shares = 0;
  for (const Stage& stage : stages.all) {
    CHECK(stage.seconds > 0);
    shares += stage.seconds / sum_of(stages.all);
  }
  CHECK(std::abs(shares - 1) < 1e-9);
  const auto picture = dark_picture(n);
  CHECK(*std::max_element(picture.begin(), picture.end()) < 64);
  std::array<std::uint64_t, 256> not_brighter{};
  for (const std::uint8_t level : picture) ++not_brighter[level];
  std::partial_sum(not_brighter.begin(), not_brighter.end(), not_brighter.begin());
  std::uint64_t sum = 0;
  for (const std::uint8_t level : picture) sum += 255 * not_brighter[level] / n;
  CHECK(mean == static_cast<double>(sum) / n);
}

TEST_CASE("a stage with a hundredth of the time is not worth much") {
  CHECK(speed_up(0.01, 1e9) < 1.0102);
  CHECK(speed_up(0.5, 1e9) < 2);
  CHECK(speed_up(0.5, 2) == 4 / 3.0);
  CHECK(speed_up(0.9, 2) > speed_up(0.1, 1e9));
}

template <class Work>
double median_of(int repetitions, Work seconds) {
  std::vector<double> times;
  for (int i = 0; i < repetitions; ++i) times.push_back(seconds());
  std::nth_element(times.begin(), times.begin() + repetitions / 2, times.end());
  return times[repetitions / 2];
}

TEST_CASE("the kernels have less than a tenth of the time" * doctest::skip(!weft::measuring())) {
  constexpr unsigned n = 1u << 27;
  std::vector<Stages> runs(6);
  for (Stages& stages : runs) CHECK(whole_program(n, stages) > 100);
  double total = 0, kernels = 0, copies = 0;
  for (std::size_t i = 0; i < runs[0].all.size(); ++i) {
    std::size_t run = 1;  // without the first
    const std::string name = runs[0].all[i].name;
    const double seconds = median_of(5, [&] { return runs[run++].all[i].seconds; });
    total += seconds;
    if (name == "count" || name == "spread" || name == "apply") kernels += seconds;
    if (name.starts_with("copy")) copies += seconds;
    weft::report({name, 1.0 * n, "pixels", 1e3 * seconds, "ms"});
  }
  weft::report({"total", 1.0 * n, "pixels", 1e3 * total, "ms"});
  weft::report({"kernels", 1.0 * n, "pixels", 1e3 * kernels, "ms"});
  CHECK(kernels < 0.1 * total);
  CHECK(kernels < copies);
}

TEST_CASE("without a wait, only the launch is timed" * doctest::skip(!weft::measuring())) {
  constexpr unsigned n = 1u << 27;
  const weft::Buffer<std::uint8_t> picture(dark_picture(n));
  weft::Buffer<unsigned> counts(std::vector<unsigned>(256, 0)), other(1);
  const auto timed = [](auto before, auto work) {
    return median_of(21, [&] {
      weft::check(cudaDeviceSynchronize());
      before();
      const auto start = Clock::now();
      work();
      const double seconds = seconds_since(start);
      weft::check(cudaDeviceSynchronize());
      return seconds;
    });
  };
  const auto nothing = [] {};
  const auto launch = [&] { count_levels<<<blocks, 256>>>(picture.data(), n, counts.data()); };
  launch();
  const double launched = timed(nothing, launch);
  const double waited = timed(nothing, [&] {
    launch();
    weft::check(cudaDeviceSynchronize());
  });
  const double copied = timed(nothing, [&] { other.to_host(); });
  const double blamed = timed(launch, [&] { other.to_host(); });
  weft::report({"launch only", 1.0 * n, "pixels", 1e3 * launched, "ms"});
  weft::report({"launch and wait", 1.0 * n, "pixels", 1e3 * waited, "ms"});
  weft::report({"copy of 4 bytes", 1.0 * n, "pixels", 1e3 * copied, "ms"});
  weft::report({"copy of 4 bytes after a launch", 1.0 * n, "pixels", 1e3 * blamed, "ms"});
  CHECK(launched < 0.2 * waited);
  CHECK(blamed > 0.5 * waited);
  CHECK(copied < 0.5 * blamed);
}
