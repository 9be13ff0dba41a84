// Tangled from chapters/25-matrix-product.md. Edit there. [sha1 4ab7ee5765751b085e2abd8cdc420cd6395b53d2]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/product.cuh"

struct Shape {
  unsigned m, n, k;
};

TEST_CASE("the choice for 132 multiprocessors keeps most of them busy") {
  const char* const names[] = {"128 × 256", "32 × 128", "128 × 32"};
  std::puts("m | n | k | tile | pieces | blocks | busy");
  for (const auto& [m, n, k] : {Shape{512, 512, 512}, {1024, 1024, 1024}, {2048, 2048, 2048},
                                {2304, 2304, 2304}, {4096, 4096, 4096}, {8192, 8192, 8192},
                                {256, 256, 65536}, {32, 4096, 4096}, {4096, 32, 4096}}) {
    const auto [which, piece] = weft::choose(m, n, k, 132);
    const weft::Size& size = weft::sizes[which];
    const std::size_t pieces = weft::ceil_div(k, piece);
    const std::size_t tiles = weft::ceil_div(m, size.block_m) * weft::ceil_div(n, size.block_n);
    const std::size_t waves = weft::ceil_div(tiles * pieces, 132);  // one block on each
    const double busy = static_cast<double>(tiles * pieces) / (132.0 * static_cast<double>(waves));
    CHECK(pieces <= 64);
    CHECK(busy > 0.75);
    std::printf("%u | %u | %u | %s | %zu | %zu | %.0f %%\n", m, n, k, names[which], pieces,
                tiles * pieces, 100 * busy);
  }
}
