// Tangled from chapters/24-many-gpus.md. Edit there. [sha1 c0dea7e9d49fbb7987b8d1541463bef6876ae332]
#include <cstdio>
#include <random>

#include <doctest/doctest.h>

#include "common/devices.cuh"
#include "common/reduce.cuh"

constexpr std::size_t pieces = 12;

struct Piece {
  weft::Buffer<float> x, sum{1};
  weft::Reduction<weft::Sum<float>> reduction;
  explicit Piece(const std::vector<float>& values) : x(values) {}
};

float sum_over(const std::vector<int>& devices, const std::vector<float>& x) {
  const auto device_of = [&](std::size_t piece) { return devices[piece % devices.size()]; };
  const auto border = [&](std::size_t piece) { return x.begin() + x.size() * piece / pieces; };
  std::vector<Piece> all;
  for (std::size_t p = 0; p < pieces; ++p) {
    weft::check(cudaSetDevice(device_of(p)));
    all.emplace_back(std::vector<float>(border(p), border(p + 1)));
    all[p].reduction(weft::each(std::as_const(all[p].x).view()), all[p].sum.data(), 32);
  }
  float sum = 0;
  for (std::size_t p = 0; p < pieces; ++p) {
    weft::check(cudaSetDevice(device_of(p)));  // the copy waits for its default stream
    sum += all[p].sum.to_host()[0];
  }
  return sum;
}

TEST_CASE("a sum over devices has the same bits, however many they are") {
  std::mt19937 bits(18);
  std::vector<float> x(30'011);
  for (float& value : x) value = static_cast<float>(bits()) * 0x1p-32f;
  const std::vector<int> devices = weft::all_devices();
  const float alone = sum_over({devices[0]}, x);
  CHECK(sum_over(devices, x) == alone);
  CHECK(sum_over({devices.back(), devices.front(), devices.front()}, x) == alone);
  double exact = 0;
  for (const float value : x) exact += value;
  CHECK(alone == doctest::Approx(exact).epsilon(1e-5));
  std::printf("on any devices: %a\n", alone);
}
