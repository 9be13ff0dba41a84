// Tangled from chapters/05-vectors.md. Edit there. [sha1 34c2de6250b3e59cd0ae527448b8fcb14861ff52]
#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

constexpr std::size_t readings_each = 100;

__global__ void means(const float* readings, std::size_t station_step,
                      std::size_t reading_step, weft::View<float> mean) {
  const std::size_t station = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (station >= mean.size()) return;
  float sum = 0;
  for (std::size_t r = 0; r < readings_each; ++r)
    sum += readings[station * station_step + r * reading_step];
  mean[station] = sum / readings_each;
}

TEST_CASE("AoS needs eight times the sectors of SoA" * doctest::skip(weft::measuring())) {
  constexpr std::size_t stations = 1024;
  std::vector<float> aos(stations * readings_each), soa(aos);
  std::vector<float> expected(stations);
  for (std::size_t i = 0; i < aos.size(); ++i) {  // each reading of station s is s
    aos[i] = static_cast<float>(i / readings_each);
    soa[i] = expected[i % stations] = static_cast<float>(i % stations);
  }
  const weft::Buffer<float> structures(aos), arrays(soa);
  weft::Buffer<float> mean(stations);
  const auto of_aos = loom::observe(
      [&] { means<<<8, 128>>>(structures.data(), readings_each, 1, mean.view()); });
  CHECK(mean.to_host() == expected);
  const auto of_soa =
      loom::observe([&] { means<<<8, 128>>>(arrays.data(), 1, stations, mean.view()); });
  CHECK(mean.to_host() == expected);
  CHECK(of_aos.global_loads.sectors_per_request() == 32);
  CHECK(of_soa.global_loads.sectors_per_request() == 4);
}

TEST_CASE("SoA is faster, by less than a factor of eight" * doctest::skip(!weft::measuring())) {
  for (std::size_t stations = 1 << 12; stations <= 1 << 22; stations *= 32) {
    const weft::Buffer<float> readings(std::vector<float>(stations * readings_each, 1.0f));
    weft::Buffer<float> mean(stations);
    const auto blocks = static_cast<unsigned>(stations / 128);
    const float* const first = readings.data();
    const auto seconds = weft::side_by_side(
        9, [&] { means<<<blocks, 128>>>(first, readings_each, 1, mean.view()); },
        [&] { means<<<blocks, 128>>>(first, 1, stations, mean.view()); });
    const char* const layouts[] = {"array of structures", "structure of arrays"};
    for (int i = 0; i < 2; ++i)
      weft::report({layouts[i], 1.0 * stations, "stations",
                    4e-9 * static_cast<double>(readings.size()) / seconds[i], "GB/s"});
    CHECK(seconds[0] < 8 * seconds[1]);
    if (stations > 1 << 12) CHECK(seconds[0] > 1.2 * seconds[1]);
  }
}
