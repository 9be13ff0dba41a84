// Tangled from chapters/25-matrix-product.md. Edit there. [sha1 51ae7b5ac3d10dd7cac0f8fb0990352de1c18b38]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/matrix.cuh"
#include "common/product-launch.cuh"

using Medium = weft::Tiling<128, 128, 16, 64, 32, 8, 8, 3, 2>;

TEST_CASE("a block of 256 threads owns 128 × 128 elements, each thread 64") {
  const weft::Buffer<float> ones(std::vector<float>(8 * 128, 1.0f));
  weft::Matrix<float> c(128, 128, std::vector<float>(128 * 128, 0.0f));
  const auto seen = loom::observe([&] {
    weft::launch_product<Medium, 4>({ones.data(), ones.data(), c.view().data(), 128, 128, 8, 8,
                                     128, 128, 1.0f, 0.0f}, 8);
  });
  CHECK(seen.global_stores.requests == 8 * 16);  // 16 per warp, with 16 bytes per lane
  CHECK(c.to_host() == std::vector<float>(128 * 128, 8.0f));
  CHECK(Medium::threads * Medium::thread_m * Medium::thread_n == 128 * 128);
  std::printf("%u threads, %u bytes of shared memory\n", Medium::threads, Medium::bytes);
}
