// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 7023db5cd995edfc808f2307015525a32bec3af3]
#include <cstdio>
#include <random>

#include <doctest/doctest.h>

#include "common/discs.cuh"

// How many circles 32 × 32 pixels look at until they are finished. Then the same with all lanes
// counted until the last of their warp is finished, and until the last of their block is. The
// blocks are those of draw_all, and all pixels are 16 or more away from the edge.
struct LookedAt {
  unsigned long long pixels, warps, blocks;
};

__global__ void count_looked_at(const weft::Circle* circles, std::size_t count, LookedAt* sums) {
  __shared__ unsigned longest;
  const float x = 16.5f + static_cast<float>(threadIdx.x);
  const float y = 16.5f + static_cast<float>(blockIdx.x * blockDim.y + threadIdx.y);
  weft::Layer seen = weft::Over::identity();
  std::size_t i = count;
  for (; i > 0 && seen.through >= weft::opaque; --i)
    if (const weft::Circle& c = circles[i - 1]; weft::covers(c, x, y))
      seen = weft::Over{}(seen, weft::layer_of(c));
  const auto looked_at = static_cast<unsigned>(count - i);
  atomicAdd(&sums->pixels, looked_at);
  const unsigned most = __reduce_max_sync(~0u, looked_at);
  if (threadIdx.x == 0) atomicAdd(&sums->warps, 32 * most);

  const bool first = threadIdx.x == 0 && threadIdx.y == 0;
  if (first) longest = 0;
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(&longest, most);
  __syncthreads();
  if (first) atomicAdd(&sums->blocks, 32 * blockDim.y * longest);
}

// Circles all over the page: multiples of 1/16.
std::vector<weft::Circle> scatter(std::size_t count, unsigned width, unsigned height,
                                  unsigned smallest, unsigned largest, unsigned seed) {
  std::mt19937 random(seed);
  const auto up_to = [&](unsigned n) { return static_cast<float>(random() % (n + 1)); };
  std::vector<weft::Circle> circles(count);
  for (weft::Circle& c : circles) {
    c.x = up_to(16 * width) / 16;
    c.y = up_to(16 * height) / 16;
    c.radius = static_cast<float>(smallest) + up_to(16 * (largest - smallest)) / 16;
    c.opacity = 0.25f + up_to(64) / 128;
    c.red = c.x / static_cast<float>(width);
    c.green = up_to(256) / 256;
    c.blue = c.y / static_cast<float>(height);
    c.depth = up_to(1023);
  }
  return circles;
}

TEST_CASE("a warp looks at less than a third of the list; its pixels at less, its block at more") {
  constexpr unsigned side = 64, count = side * side;
  const weft::Buffer<weft::Circle> circles(scatter(count, side, side, 1, 8, 3));
  weft::Buffer<LookedAt> sums(std::vector<LookedAt>{{0, 0, 0}});
  count_looked_at<<<4, dim3(32, 8)>>>(circles.data(), count, sums.data());
  weft::check(cudaGetLastError());
  const LookedAt sum = sums.to_host()[0];
  CHECK(sum.pixels < sum.warps);
  CHECK(sum.warps < sum.blocks);
  constexpr unsigned long long all = 32ull * 32 * count;
  CHECK(3 * sum.warps < all);
  const auto share = [](unsigned long long n) { return static_cast<double>(n) / all; };
  std::printf("of the list, a pixel looks at %.2f, a warp at %.2f, a block at %.2f\n",
              share(sum.pixels), share(sum.warps), share(sum.blocks));
}
