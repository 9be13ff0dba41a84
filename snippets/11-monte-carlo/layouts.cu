// Tangled from chapters/11-monte-carlo.md. Edit there. [sha1 96976a14bc88669cd2ae0bf8f7cbdc517961f49e]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/random.cuh"
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

// Number k of path p among `paths`, with 2 * steps numbers per path.
struct PathByPath {
  static __device__ std::size_t place(std::size_t p, unsigned k, std::size_t) {
    return p * 2 * weft::walk.steps + k;
  }
};
struct NumberByNumber {
  static __device__ std::size_t place(std::size_t p, unsigned k, std::size_t paths) {
    return k * paths + p;
  }
};

template <class Layout>
__global__ void follow_paths(weft::View<const float> normals, std::size_t paths, double2* sums) {
  Totals totals;
  for (std::size_t p = my_number(); p < paths; p += all_threads()) {
    weft::Growth growth;
    for (unsigned k = 0; k < 2 * weft::walk.steps; k += 2)
      growth.step(normals[Layout::place(p, k, paths)], normals[Layout::place(p, k + 1, paths)]);
    totals.add(growth.value());
  }
  totals.store(sums);
}

constexpr unsigned steps = 16, paths = 4096;

template <class Layout>
loom::Seen expect_price(const weft::Buffer<float>& normals, const char* name) {
  weft::Buffer<double2> sums(4);
  const auto seen = loom::observe([&] {
    follow_paths<Layout><<<4, 256>>>(normals.view(), paths, sums.data());
  });
  double sum = 0, squares = 0;
  for (const auto& [s, q] : sums.to_host()) {
    sum += s;
    squares += q;
  }
  const auto [price, bar] = weft::estimate(sum, squares, paths);
  CHECK(std::abs(price - weft::published_call) < 4 * bar);
  CHECK(seen.global_stores.requests == 4);
  std::printf("%s: %.0f sectors per request, %.0f of 32 bytes used\n", name,
              seen.global_loads.sectors_per_request(), seen.global_loads.bytes_per_sector());
  return seen;
}

TEST_CASE("path by path, a request touches 32 sectors; number by number, 4") {
  weft::set_walk(weft::published, steps);
  weft::Buffer<float> normals(std::size_t{2} * steps * paths);
  const weft::Generator generator(CURAND_RNG_PSEUDO_PHILOX4_32_10, 7);
  weft::check(curandGenerateNormal(generator, normals.data(), normals.size(), 0.0f, 1.0f));
  CHECK(expect_price<PathByPath>(normals, "path by path").global_loads.sectors_per_request() == 32);
  CHECK(expect_price<NumberByNumber>(normals, "number by number")
            .global_loads.sectors_per_request() == 4);
}
