// Tangled from chapters/11-monte-carlo.md. Edit there. [sha1 6c12060714cf6d57d5d9e84234c93cf14c3c8e3c]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/random.cuh"
#include "common/two-assets.cuh"

__global__ void follow_paths(weft::View<const float> normals, weft::View<float> values) {
  const std::size_t path = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (path >= values.size()) return;
  weft::Growth growth;
  for (unsigned s = 0; s < weft::walk.steps; ++s) {
    const std::size_t first = 2 * (path * weft::walk.steps + s);
    growth.step(normals[first], normals[first + 1]);
  }
  values[path] = growth.value();
}

weft::Estimate price(unsigned paths, unsigned steps, int side) {
  weft::set_walk(weft::published, steps, side);
  weft::Buffer<float> normals(std::size_t{2} * steps * paths), values(paths);
  const weft::Generator generator(CURAND_RNG_PSEUDO_PHILOX4_32_10, 2024);
  weft::check(curandGenerateNormal(generator, normals.data(), normals.size(), 0.0f, 1.0f));
  follow_paths<<<(paths + 255) / 256, 256>>>(normals.view(), values.view());
  weft::check(cudaGetLastError());
  double sum = 0, squares = 0;
  for (const double value : values.to_host()) {
    sum += value;
    squares += value * value;
  }
  return weft::estimate(sum, squares, paths);
}

TEST_CASE("the integral agrees with all published digits") {
  CHECK(std::abs(weft::call_on_maximum(weft::published) - weft::published_call) < 0.5e-4);
  CHECK(std::abs(weft::put_on_maximum(weft::published) - weft::published_put) < 0.5e-4);
}

TEST_CASE("the published prices lie within four bars, in one step and in eight") {
  std::puts("contract | steps | paths | price | error bar | published");
  for (const unsigned steps : {1u, 8u})
    for (const int side : {1, -1}) {
      const unsigned paths = 65'537;
      const auto [mean, bar] = price(paths, steps, side);
      const double expected = side == 1 ? weft::published_call : weft::published_put;
      CHECK(bar < 0.04);
      CHECK(std::abs(mean - expected) < 4 * bar);
      std::printf("%s | %u | %u | %.2f | %.3f | %.4f\n", side == 1 ? "call" : "put", steps,
                  paths, mean, bar, expected);
    }
}
