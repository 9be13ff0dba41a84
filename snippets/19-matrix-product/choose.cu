// Tangled from chapters/19-matrix-product.md. Edit there. [sha1 62c6e9c20bb2b977cc7c21568690cbec2de7765d]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/product.cuh"

struct Case {
  unsigned m, n, k, size, pieces;
};

TEST_CASE("what is chosen for 132 multiprocessors") {
  const char* const names[] = {"128 × 256", "128 × 128", "64 × 64"};
  std::puts("m | n | k | tile | pieces | blocks | busy");
  for (const unsigned n : {512u, 1024u, 2048u, 2304u, 4096u, 8192u, 1u, 0u}) {
    unsigned m = n, k = n, columns = n;
    if (n == 1) m = columns = 256, k = 65536;  // a small result of long sums
    if (n == 0) m = 32, columns = k = 4096;    // a flat one
    const auto [which, piece] = weft::choose(m, columns, k, 132);
    const auto& size = weft::sizes[which];
    const std::size_t pieces = weft::ceil_div(k, piece);
    const std::size_t blocks = weft::ceil_div(m, size.block_m) * weft::ceil_div(columns, size.block_n) * pieces;
    const double busy = static_cast<double>(blocks) / (132.0 * static_cast<double>(weft::ceil_div(blocks, 132)));
    CHECK(pieces <= 64);
    CHECK(busy > 0.75);
    std::printf("%u | %u | %u | %s | %zu | %zu | %.0f %%\n", m, columns, k, names[which], pieces, blocks, 100 * busy);
  }
}
