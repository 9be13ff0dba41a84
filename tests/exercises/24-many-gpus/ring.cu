#include <doctest/doctest.h>

#include "support.hpp"

#include <memory>
#include <string>

#include "24-many-gpus/ring.hpp"

static int devices_here() {
  int count = 0;
  require_success(cudaGetDeviceCount(&count));
  return count;
}

struct Reduced {
  std::vector<std::vector<float>> results;
  std::size_t received = 0, largest = 0;  // numbers in all, and at a time
  std::string written_around;  // any of them
};

static Reduced reduce(const std::vector<std::vector<float>>& values) {
  const std::size_t parts = values.size(), n = values[0].size();
  std::vector<int> devices;
  std::vector<std::unique_ptr<DeviceArray<float>>> arrays;
  std::vector<weft::View<float>> views;
  for (std::size_t d = 0; d < parts; ++d) {
    devices.push_back(static_cast<int>(d % devices_here()));
    require_success(cudaSetDevice(devices[d]));
    arrays.push_back(std::make_unique<DeviceArray<float>>(values[d]));
    views.emplace_back(arrays[d]->data(), n);
  }
  Reduced reduced;
  all_reduce(devices, views, [&](float* to, int to_device, const float* from, int from_device, std::size_t count) {
    require_success(cudaMemcpyPeer(to, to_device, from, from_device, count * sizeof(float)));
    reduced.received += count;
    reduced.largest = std::max(reduced.largest, count);
  });
  for (std::size_t d = 0; d < parts; ++d) {
    require_success(cudaSetDevice(devices[d]));
    require_success(cudaGetLastError());
    require_success(cudaDeviceSynchronize());
    reduced.results.push_back(arrays[d]->read());
    if (reduced.written_around.empty()) reduced.written_around = arrays[d]->written_around();
  }
  require_success(cudaSetDevice(0));
  return reduced;
}

TEST_CASE("every part holds the sum of all, for any length and any number of parts") {
  for (const std::size_t parts : {1, 2, 3, 5})
    for (const std::size_t n : {1, 2, 3, 4, 5, 12, 257, 10'001}) {
      CAPTURE(parts);
      CAPTURE(n);
      std::vector<std::vector<float>> values(parts, std::vector<float>(n));
      std::vector<float> sum(n, 0.0f);
      for (std::size_t d = 0; d < parts; ++d)
        for (std::size_t i = 0; i < n; ++i) {
          values[d][i] = static_cast<float>((i * 31 + d * 1'009) % 2'003);
          sum[i] += values[d][i];
        }
      const Reduced reduced = reduce(values);
      for (const std::vector<float>& result : reduced.results) CHECK(difference(result, sum) == "");
      CHECK(reduced.written_around == "");
    }
}

TEST_CASE("all parts hold the same bits") {
  std::vector<std::vector<float>> values;
  for (std::uint32_t d = 0; d < 5; ++d) values.push_back(random_values<float>(3'001, d));
  const Reduced reduced = reduce(values);
  for (const std::vector<float>& result : reduced.results) CHECK(difference(result, reduced.results[0]) == "");
}

TEST_CASE("pieces travel round the ring, each less than twice, and all by pass_on") {
  for (const std::size_t parts : {2, 3, 5})
    for (const std::size_t n : {255, 257, 3'000}) {
      const Reduced reduced = reduce(std::vector<std::vector<float>>(parts, std::vector<float>(n, 1.0f)));
      const std::size_t piece = (n + parts - 1) / parts;
      CHECK(reduced.largest <= piece);
      CHECK(reduced.received <= parts * 2 * (parts - 1) * piece);
      CHECK(reduced.received >= 2 * (parts - 1) * n);  // fewer are impossible
    }
}
