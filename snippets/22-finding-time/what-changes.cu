// Tangled from chapters/22-finding-time.md. Edit there. [sha1 8c1af7d1da5620a6fe2b1d99dfadbabce78dc3b1]
#include <algorithm>
#include <bit>
#include <chrono>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/buffer.cuh"
#include "common/clock.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

__global__ void nothing() {}

__global__ void first_of_its_kind(unsigned* place) { *place += 1; }

__global__ void spin(unsigned rounds, float* out) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  float x = static_cast<float>(thread);
  for (unsigned round = 0; round < rounds; ++round) x = fmaf(x, 0.5f, 1.0f);
  out[thread] = x;
}

constexpr unsigned threads = 1'024;

unsigned blocks_of_device() {
#ifdef __LOOM__
  return 2;
#else
  int count = 0;
  weft::check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
  return static_cast<unsigned>(count);
#endif
}

TEST_CASE("the time between two events is not negative, and an empty kernel leaves no error") {
  weft::Timer timer;
  nothing<<<1, 32>>>();
  CHECK(timer.seconds() >= 0);
  CHECK(cudaGetLastError() == cudaSuccess);
  weft::Buffer<float> out(32);
  spin<<<1, 32>>>(40, out.data());
  for (const float x : out.to_host()) CHECK(x == 2);
}

TEST_CASE("the first launch of a kernel, and later ones" * doctest::skip(!weft::measuring())) {
  using Clock = std::chrono::steady_clock;
  weft::Buffer<unsigned> place(std::vector<unsigned>(1, 0));  // the device is awake
  std::vector<double> times;
  for (int launch = 0; launch < 50; ++launch) {
    const auto start = Clock::now();
    first_of_its_kind<<<1, 1>>>(place.data());
    weft::check(cudaDeviceSynchronize());
    times.push_back(std::chrono::duration<double>(Clock::now() - start).count());
  }
  const double first = times[0];
  weft::report({"first launch", 1, "launch", 1e6 * first, "µs"});
  weft::report({"second launch", 2, "launch", 1e6 * times[1], "µs"});
  std::nth_element(times.begin(), times.begin() + 25, times.end());
  weft::report({"median launch", 25, "launch", 1e6 * times[25], "µs"});
  CHECK(first > 1.5 * times[25]);
}

TEST_CASE("launches after two seconds of idleness" * doctest::skip(!weft::measuring())) {
  const unsigned blocks = blocks_of_device();
  weft::Buffer<float> out(blocks * threads);
  const auto launch = [&] {
    weft::Timer timer;
    spin<<<blocks, threads>>>(4'000, out.data());
    return 1e6 * timer.seconds();
  };
  launch();
  std::this_thread::sleep_for(std::chrono::seconds(2));
  for (int number = 1; number <= 128; ++number) {
    const double took = launch();
    if (std::has_single_bit(static_cast<unsigned>(number))) weft::report({"after idling", 1.0 * number, "launch", took, "µs"});
  }
}

TEST_CASE("what a measurement itself costs" * doctest::skip(!weft::measuring())) {
  const auto [pair, one, hundred] = weft::side_by_side(
      21, [] {}, [] { nothing<<<1, 32>>>(); },
      [] { for (int i = 0; i < 100; ++i) nothing<<<1, 32>>>(); });
  const double waited = weft::by_the_clock(21, [] {
    nothing<<<1, 32>>>();
    weft::check(cudaDeviceSynchronize());
  });
  const double launched = weft::by_the_clock(21, [] {
    for (int i = 0; i < 20; ++i) nothing<<<1, 32>>>();  // few enough to be queued without a wait
  }) / 20;
  weft::check(cudaDeviceSynchronize());
  const double idle = weft::by_the_clock(21, [] { weft::check(cudaDeviceSynchronize()); });
  const double observed = weft::by_the_clock(3, [] { loom::observe([] { nothing<<<1, 32>>>(); }); });
  const auto report = [](const char* series, double seconds) { weft::report({series, 1, "launch", 1e6 * seconds, "µs"}); };
  report("two events, nothing between", pair);
  report("two events, an empty kernel between", one);
  report("two events, each of 100 empty kernels", hundred / 100);
  report("launch, on the host", launched);
  report("launch and wait, on the host", waited);
  report("wait for an idle device", idle);
  report("observe an empty kernel", observed);
  CHECK(pair < one);
  CHECK(hundred / 100 < one);
  CHECK(launched < waited);
  CHECK(observed > 10 * waited);
}
