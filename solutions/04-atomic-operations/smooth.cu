// Exercise "Many steps in one cooperative launch": a barrier for the whole grid.
#include <algorithm>
#include <cstddef>

#include <cooperative_groups.h>

#include "04-atomic-operations/smooth.hpp"
#include "common/check.cuh"

namespace cg = cooperative_groups;

// Makes `steps` steps. In each, a value becomes half of itself and a quarter of each neighbour; the first and the last value stay. The
// first step writes to `to`, the second back to `from`, and so on. Any grid of a cooperative launch.
__global__ void smooth(float* from, float* to, std::size_t count, unsigned steps) {
  // your code begins
  const cg::grid_group grid = cg::this_grid();
  for (unsigned step = 0; step < steps; ++step) {
    for (std::size_t i = grid.thread_rank(); i < count; i += grid.size())
      to[i] = i == 0 || i + 1 == count ? from[i] : from[i] / 2 + (from[i - 1] + from[i + 1]) / 4;
    grid.sync();
    float* const other = from;
    from = to;
    to = other;
  }
  // your code ends
}

// Makes all steps in one cooperative launch on the current device, with blocks of 128 threads: no more than can wait for one another, and
// no more than there are values for. Throws weft::CudaError if anything fails.
void smooth_in_one_launch(weft::View<float> from, weft::View<float> to, unsigned steps) {
  // your code begins
  constexpr unsigned threads = 128;
  int device = 0, processors = 0, fit = 0;
  weft::check(cudaGetDevice(&device));
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
  weft::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, smooth, threads, 0));
  std::size_t count = from.size();
  const std::size_t blocks = std::min((count + threads - 1) / threads, std::size_t(processors) * fit);
  if (blocks == 0) return;
  float *first = from.data(), *second = to.data();
  void* arguments[] = {&first, &second, &count, &steps};
  weft::check(cudaLaunchCooperativeKernel(smooth, dim3(static_cast<unsigned>(blocks)), dim3(threads), arguments));
  // your code ends
}
