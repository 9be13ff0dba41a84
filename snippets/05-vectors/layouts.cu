// Tangled from chapters/05-vectors.md. Edit there. [sha1 7b8c91e2681b0dc7d8986d2174ac6110e0d78b6a]
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

TEST_CASE("the layout decides how many sectors" * doctest::skip(weft::measuring())) {
  constexpr std::size_t stations = 1024;
  std::vector<float> by_station(stations * readings_each), by_reading(by_station);
  std::vector<float> numbers(stations);
  for (std::size_t i = 0; i < by_station.size(); ++i) {  // each reading of station s is s
    by_station[i] = static_cast<float>(i / readings_each);
    by_reading[i] = numbers[i % stations] = static_cast<float>(i % stations);
  }
  const weft::Buffer<float> apart(by_station), together(by_reading);
  weft::Buffer<float> mean(stations);
  const auto far = loom::observe(
      [&] { means<<<8, 128>>>(apart.data(), readings_each, 1, mean.view()); });
  CHECK(mean.to_host() == numbers);
  const auto near =
      loom::observe([&] { means<<<8, 128>>>(together.data(), 1, stations, mean.view()); });
  CHECK(mean.to_host() == numbers);
  CHECK(far.global_loads.sectors_per_request() == 32);
  CHECK(near.global_loads.sectors_per_request() == 4);
}

TEST_CASE("the layout decides how long it takes" * doctest::skip(!weft::measuring())) {
  for (std::size_t stations = 1 << 12; stations <= 1 << 22; stations *= 32) {
    const weft::Buffer<float> readings(std::vector<float>(stations * readings_each, 1.0f));
    weft::Buffer<float> mean(stations);
    const auto blocks = static_cast<unsigned>(stations / 128);
    const float* const first = readings.data();
    const auto seconds = weft::side_by_side(
        9, [&] { means<<<blocks, 128>>>(first, readings_each, 1, mean.view()); },
        [&] { means<<<blocks, 128>>>(first, 1, stations, mean.view()); });
    const char* const layouts[] = {"station by station", "reading by reading"};
    for (int i = 0; i < 2; ++i)
      weft::report({layouts[i], 1.0 * stations, "stations",
                    4e-9 * static_cast<double>(readings.size()) / seconds[i], "GB/s"});
  }
}
