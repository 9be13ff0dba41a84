// Tangled from chapters/23-streams-and-graphs.md. Edit there. [sha1 341bca97760a81d37167d9bcf31087996da34808]
#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

// `rounds` steps of arithmetic, the same bits on host and device: fma rounds once on both.
__host__ __device__ inline float worked(float x, unsigned rounds) {
  for (unsigned round = 0; round < rounds; ++round) x = fmaf(x, 0.5f, 1.0f);
  return x;
}

__global__ void work(const float* from, float* to, std::size_t count, unsigned rounds) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
       i += threads)
    to[i] = worked(from[i], rounds);
}

// `blocks` blocks of 256 threads; each thread has one number and its own chain.
void two_kernels(weft::Buffer<float>& x, weft::Buffer<float>& y, unsigned blocks,
                 unsigned rounds, cudaStream_t one, cudaStream_t other) {
  work<<<blocks, 256, 0, one>>>(x.data(), x.data(), 256 * blocks, rounds);
  work<<<blocks, 256, 0, other>>>(y.data(), y.data(), 256 * blocks, rounds);
  weft::check(cudaGetLastError());
}

TEST_CASE("two kernels in two streams give the same results as in one") {
  const std::vector<float> ones(512, 1.0f);
  weft::Buffer<float> x(ones), y(ones);
  const weft::Stream one, other;
  two_kernels(x, y, 2, 5, one, other);
  two_kernels(x, y, 2, 5, one, one);
  weft::check(cudaDeviceSynchronize());
  CHECK(x.to_host() == std::vector<float>(512, worked(1.0f, 10)));
  CHECK(y.to_host() == x.to_host());
}

TEST_CASE("the gain by a second stream" * doctest::skip(!weft::measuring())) {
  const weft::Stream one, other;
  for (const unsigned blocks : {1u, 33u, 66u, 132u, 264u, 528u, 1056u, 4224u}) {
    const std::vector<float> ones(256 * blocks, 1.0f);
    weft::Buffer<float> x(ones), y(ones);
    const auto [alone, together] = weft::side_by_side(
        9, [&] { two_kernels(x, y, blocks, 100'000, one, one); },
        [&] { two_kernels(x, y, blocks, 100'000, one, other); });
    weft::report({"two streams", 1.0 * blocks, "blocks per kernel", alone / together, "times as fast"});
  }
}
