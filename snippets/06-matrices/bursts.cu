// Tangled from chapters/06-matrices.md. Edit there. [sha1 2b4b320995aca8a3132f4dcf4fc213cae583d740]
#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

__global__ void read_sectors(const float* values, std::size_t sectors, std::size_t distance,
                             float* sums) {
  const std::size_t me = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t all = std::size_t{gridDim.x} * blockDim.x;
  float sum = 0;
  for (std::size_t i = me; i < 8 * sectors; i += all)
    sum += values[i / 8 * distance + i % 8];
  sums[me] = sum;
}

TEST_CASE("at any distance, a request needs four sectors and uses all of their bytes") {
  constexpr std::size_t sectors = 1024;
  for (const std::size_t distance : {8, 16, 32, 64}) {
    const weft::Buffer<float> values(std::vector<float>(sectors * distance, 1.0f));
    weft::Buffer<float> sums(4 * 256);
    const auto seen = loom::observe(
        [&] { read_sectors<<<4, 256>>>(values.data(), sectors, distance, sums.data()); });
    CHECK(seen.global_loads.sectors_per_request() == 4);
    CHECK(seen.global_loads.bytes_per_sector() == 32);
    CHECK(sums.to_host() == std::vector<float>(4 * 256, 8.0f));
  }
}

TEST_CASE("sectors 64 bytes apart take longer than neighbours, 128 bytes apart hardly longer still" *
          doctest::skip(!weft::measuring())) {
  constexpr std::size_t sectors = 1 << 22, bytes = 32 * sectors;  // 128 MiB, all of it used
  int processors = 0, fit = 0;  // multiprocessors, and the blocks that fit on each
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  weft::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, read_sectors, 256, 0));
  const auto blocks = static_cast<unsigned>(processors * fit);
  weft::Buffer<float> values(sectors * 64), sums(256 * blocks);
  weft::check(cudaMemset(values.data(), 0, sectors * 64 * sizeof(float)));
  std::vector<double> took;
  for (const std::size_t distance : {8, 16, 32, 64}) {
    const auto [seconds] = weft::side_by_side(9, [&] {
      read_sectors<<<blocks, 256>>>(values.data(), sectors, distance, sums.data());
    });
    weft::report({"bytes used", 4.0 * distance, "bytes apart", 1e-9 * bytes / seconds, "GB/s"});
    took.push_back(seconds);
  }
  weft::check(cudaDeviceSynchronize());
  CHECK(took[1] > 1.15 * took[0]);
  CHECK(took[2] < 1.2 * took[1]);
}
