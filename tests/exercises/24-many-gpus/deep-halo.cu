#include <doctest/doctest.h>

#include "support.hpp"

#include "24-many-gpus/deep-halo.hpp"

struct Swept {
  std::vector<float> result;
  std::size_t passed = 0, most_planes = 0;
};

static Swept sweep(std::size_t parts, weft::Shape shape, const std::vector<float>& start, unsigned sweeps) {
  int here = 0;
  require_success(cudaGetDeviceCount(&here));
  std::vector<int> devices;
  for (std::size_t p = 0; p < parts; ++p) devices.push_back(static_cast<int>(p % here));
  Swept swept;
  swept.result = two_at_a_time(devices, shape, start, sweeps,
                               [&](float* to, int to_device, const float* from, int from_device, std::size_t count) {
                                 require_success(cudaMemcpyPeer(to, to_device, from, from_device, count * sizeof(float)));
                                 ++swept.passed;
                                 swept.most_planes = std::max(swept.most_planes, count / shape.plane());
                               });
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  require_success(cudaSetDevice(0));
  return swept;
}

static const weft::Shape shapes[] = {{12, 4, 5}, {24, 9, 33}, {13, 10, 7}};

TEST_CASE("the bits are those of the host, on any number of slabs") {
  for (const weft::Shape& shape : shapes) {
    const std::vector<float> start = random_values<float>(shape.size(), 5);
    for (const unsigned sweeps : {2u, 4u, 6u}) {
      const std::vector<float> expected = weft::swept_on_host(shape, start, sweeps);
      for (const std::size_t parts : {1, 2, 3, 5}) {
        CAPTURE(shape.planes);
        CAPTURE(sweeps);
        CAPTURE(parts);
        CHECK(difference(sweep(parts, shape, start, sweeps).result, expected) == "");
      }
    }
  }
}

TEST_CASE("without sweeps, the volume is unchanged") {
  const std::vector<float> start = random_values<float>(shapes[0].size(), 6);
  CHECK(difference(sweep(3, shapes[0], start, 0).result, start) == "");
  const auto before = launches_seen();
  sweep(3, shapes[0], start, 2);
  if (before) CHECK(*launches_seen() >= *before + 6);
}

TEST_CASE("planes cross each border at most twice for two sweeps") {
  const std::vector<float> start = random_values<float>(shapes[1].size(), 7);
  for (const std::size_t parts : {1, 2, 5}) {
    const Swept swept = sweep(parts, shapes[1], start, 6);
    CHECK(swept.passed <= 3 * 2 * (parts - 1));
    CHECK(swept.passed >= 2 * 2 * (parts - 1));  // after the last sweeps, no exchange is needed
    CHECK(swept.most_planes <= 2);
  }
}
