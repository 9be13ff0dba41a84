#include <doctest/doctest.h>

#include "support.hpp"

#include "25-matrix-product/cost-of-a-tile.hpp"

#include "common/product-launch.cuh"

std::string costs(const Tile& tile, std::size_t m, std::size_t n, std::size_t k) {
  const Costs of = costs_of(tile, m, n, k);
  return std::to_string(of.multiply_adds) + " multiply-adds, " + std::to_string(of.shared_loads) + " loads, " +
         std::to_string(of.fetched) + " floats";
}

TEST_CASE("one block, one stage") {
  CHECK(costs({128, 128, 16, 8, 8}, 128, 128, 16) == "8192 multiply-adds, 512 loads, 4096 floats");
  CHECK(costs({64, 128, 8, 4, 8}, 64, 128, 8) == "2048 multiply-adds, 192 loads, 1536 floats");
  CHECK(costs({128, 128, 16, 4, 4}, 128, 128, 16) == "8192 multiply-adds, 1024 loads, 4096 floats");  // 32 warps
}

TEST_CASE("many whole tiles") {
  CHECK(costs({128, 256, 16, 8, 16}, 512, 1024, 64) == "1048576 multiply-adds, 49152 loads, 393216 floats");
}

TEST_CASE("edges are computed as whole tiles, and a shorter last stage is copied only in part") {
  CHECK(costs({128, 64, 16, 8, 8}, 129, 65, 17) == "32768 multiply-adds, 2048 loads, 13056 floats");
  CHECK(costs({64, 128, 8, 8, 4}, 1, 300, 7) == "6144 multiply-adds, 576 loads, 4032 floats");
}

TEST_CASE("sizes beyond 32 bits") {
  CHECK(costs({128, 256, 16, 8, 16}, 1u << 20, 1u << 20, 1u << 20) ==
        "36028797018963968 multiply-adds, 1688849860263936 loads, 13510798882111488 floats");
  CHECK(costs({128, 256, 16, 8, 16}, 1, 1, std::size_t{1} << 33) ==
        "8796093022208 multiply-adds, 412316860416 loads, 3298534883328 floats");
}

#ifdef __LOOM__
TEST_CASE("the counts are those of the chapter's kernel") {
  using T = weft::Tiling<64, 64, 8, 64, 32, 8, 8, 2, 1>;
  constexpr std::size_t m = 70, n = 64, k = 21;
  DeviceArray<float> a(random_values<float>(m * k, 1)), b(random_values<float>(k * n, 2)), c(m * n);
  const auto seen = loom::observe([&] {
    weft::launch_product<T, 4>({a.data(), b.data(), c.data(), m, n, k, k, n, n, 1.0f, 0.0f}, k);
  });
  CHECK(costs_of({64, 64, 8, 8, 8}, m, n, k).shared_loads == seen.shared_loads.requests);
}
#endif
