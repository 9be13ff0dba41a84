// Tangled from chapters/11-monte-carlo.md. Edit there. [sha1 8c9a67baba3b231eb56e7576b175696e134ecee9]
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/philox.cuh"
#include "common/side-by-side.cuh"
#include "common/sum-of-block.cuh"
#include "common/two-assets.cuh"

__device__ std::size_t my_number() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ std::size_t all_threads() { return std::size_t{gridDim.x} * blockDim.x; }

// The sums of a thread; at the end, the block stores those of all its threads.
struct Totals {
  double sum = 0, squares = 0;

  __device__ void add(double value) {
    sum += value;
    squares += value * value;
  }
  __device__ void store(double2* sums) const {
    const double all = weft::sum_of_block(sum), all_squares = weft::sum_of_block(squares);
    if (threadIdx.x == 0) sums[blockIdx.x] = {all, all_squares};
  }
};

__global__ void draw_by_counter(std::size_t paths, double2* sums) {
  Totals totals;
  for (std::size_t p = my_number(); p < paths; p += all_threads()) {
    weft::Growth growth;
    for (unsigned draw = 0; 2 * draw < weft::walk.steps; ++draw) {
      const float4 z = weft::four_normals(p, draw);
      growth.step(z.x, z.y);
      growth.step(z.z, z.w);
    }
    totals.add(growth.value());
  }
  totals.store(sums);
}

struct Grid {
  unsigned blocks, threads;
};

template <class Kernel>
Grid grid_for(Kernel kernel, std::size_t paths) {
  int blocks = 0, threads = 0;
  weft::check(cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, kernel));
  const std::size_t needed = (paths + threads - 1) / threads;
  return {static_cast<unsigned>(std::min<std::size_t>(blocks, needed)),
          static_cast<unsigned>(threads)};
}

weft::Estimate add_up(const weft::Buffer<double2>& sums, unsigned blocks, std::size_t paths) {
  const std::vector<double2> of_blocks = sums.to_host();
  double sum = 0, squares = 0;
  for (unsigned block = 0; block < blocks; ++block) {
    sum += of_blocks[block].x;
    squares += of_blocks[block].y;
  }
  return weft::estimate(sum, squares, static_cast<double>(paths));
}

constexpr unsigned steps = 16;
constexpr std::size_t many = 1 << 24;

TEST_CASE("the proposed block size is a multiple of 32 that can be launched") {
  weft::set_walk(weft::published, steps);
  weft::seed_philox(2024);
  const auto [blocks, threads] = grid_for(draw_by_counter, 4097);
  cudaFuncAttributes limits{};
  weft::check(cudaFuncGetAttributes(&limits, draw_by_counter));
  CHECK(threads % 32 == 0);
  CHECK(threads <= static_cast<unsigned>(limits.maxThreadsPerBlock));
  weft::Buffer<double2> sums(blocks);
  draw_by_counter<<<blocks, threads>>>(4097, sums.data());
  weft::check(cudaGetLastError());
  const auto [price, bar] = add_up(sums, blocks, 4097);
  CHECK(std::abs(price - weft::published_call) < 4 * bar);
}

TEST_CASE("normals per second against threads per block" * doctest::skip(!weft::measuring())) {
  weft::set_walk(weft::published, steps);
  weft::seed_philox(2024);
  int processors = 0, fit = 0;
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  const Grid proposed = grid_for(draw_by_counter, many);
  weft::Buffer<double2> by_api(proposed.blocks);
  for (const int threads : {32, 64, 128, 256, 512, 1024}) {
    weft::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, draw_by_counter, threads, 0));
    const unsigned blocks = static_cast<unsigned>(fit * processors);
    weft::Buffer<double2> sums(blocks);
    const auto [this_size, as_proposed] = weft::side_by_side(
        9, [&] { draw_by_counter<<<blocks, threads>>>(many, sums.data()); },
        [&] { draw_by_counter<<<proposed.blocks, proposed.threads>>>(many, by_api.data()); });
    weft::check(cudaGetLastError());
    const double price = add_up(by_api, proposed.blocks, many).price;
    CHECK(std::abs(add_up(sums, blocks, many).price - price) < 1e-9);
    const double n = 2e-9 * steps * many;
    weft::report({"this size", 1.0 * threads, "threads per block", n / this_size, "G normals/s"});
    weft::report({"proposed, " + std::to_string(proposed.threads), 1.0 * threads,
                  "threads per block", n / as_proposed, "G normals/s"});
  }
}
