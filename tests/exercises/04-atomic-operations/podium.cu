#include <algorithm>
#include <climits>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include <04-atomic-operations/podium.cu>

__global__ void run_race(const unsigned* times, std::size_t n, unsigned* podium) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) enter(times[i], podium);
}

std::vector<unsigned> podium_of(const std::vector<unsigned>& times) {
  DeviceArray<unsigned> on_device(times), podium(std::vector<unsigned>(places, UINT_MAX));
  const unsigned blocks = static_cast<unsigned>((times.size() + 95) / 96);
  run_race<<<blocks, 96>>>(on_device.data(), times.size(), podium.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(podium.untouched_around());
  return podium.read();
}

std::vector<unsigned> three_smallest(std::vector<unsigned> times) {
  times.resize(std::max<std::size_t>(times.size(), places), UINT_MAX);
  std::sort(times.begin(), times.end());
  return {times.begin(), times.begin() + places};
}

TEST_CASE("the three best stand on the podium, in order") {
  for (const std::vector<unsigned>& times : std::vector<std::vector<unsigned>>{{9, 8, 7, 6}, {6, 7, 8, 9}, {7, 9, 6, 8}})
    CHECK(difference(podium_of(times), three_smallest(times)) == "");
}

TEST_CASE("many enter at once, and nobody is lost") {
  for (const std::size_t n : {std::size_t{31}, std::size_t{257}, std::size_t{1000}}) {
    std::vector<unsigned> times(n);
    for (std::size_t i = 0; i < n; ++i) times[i] = static_cast<unsigned>((i * 7919 + 13) % n + 100);
    CHECK(difference(podium_of(times), three_smallest(times)) == "");
  }
}

TEST_CASE("equal times stand beside each other") {
  CHECK(difference(podium_of({5, 5, 9, 5}), {5, 5, 5}) == "");
  CHECK(difference(podium_of({8, 3, 3}), {3, 3, 8}) == "");
}

TEST_CASE("places stay empty if there are few") {
  CHECK(difference(podium_of({4}), {4, UINT_MAX, UINT_MAX}) == "");
  CHECK(difference(podium_of({4, 2}), {2, 4, UINT_MAX}) == "");
}
