// Tangled from chapters/26-asynchronous-copies.md. Edit there. [sha1 388a34987dce937d77eea9a67b1d1faac395b9bb]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/async.cuh"
#include "common/buffer.cuh"

const weft::NeedsCapability hopper(9);

constexpr unsigned width = 8, height = 4;  // of a box

__global__ void fetch(const __grid_constant__ CUtensorMap map, int x, int y, float* out) {
  __shared__ alignas(128) float box[height][width];
  __shared__ weft::Mbarrier arrived;
  if (threadIdx.x == 0) {
    arrived.init(1);
    weft::publish_barriers();
    arrived.arrive_expecting(sizeof box);  // always the whole box
    weft::load_tile(box, map, x, y, arrived);
  }
  __syncthreads();
  arrived.wait(0);
  out[threadIdx.x] = box[threadIdx.x / width][threadIdx.x % width];
}

constexpr std::size_t columns = 12, rows = 6;  // of the matrix; element (r, c) is 10 r + c + 1

TEST_CASE("elements outside of the matrix arrive as zeros") {
  std::vector<float> values(rows * columns);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(10 * (i / columns) + i % columns + 1);
  const weft::Buffer<float> matrix(values);
  weft::Buffer<float> out(width * height);
  const CUtensorMap map = weft::make_map(matrix.data(), {columns, rows}, {width, height});
  for (const auto& [x, y] : {std::pair{8, 4}, {-4, -1}}) {
    fetch<<<1, width * height>>>(map, x, y, out.data());
    weft::check(cudaGetLastError());
    const std::vector<float> box = out.to_host();
    std::printf("from column %d, row %d:\n", x, y);
    for (int i = 0; i < int{width * height}; ++i) {
      const int r = y + i / int{width}, c = x + i % int{width};
      const bool inside = r >= 0 && r < int{rows} && c >= 0 && c < int{columns};
      CHECK(box[i] == (inside ? static_cast<float>(10 * r + c + 1) : 0.0f));
      std::printf("%3g%s", box[i], i % width == width - 1 ? "\n" : "");
    }
  }
}

TEST_CASE("a pitch that is not a multiple of 16 bytes is refused") {
  weft::Buffer<float> matrix(13 * rows);
  CHECK_THROWS_AS(weft::make_map(matrix.data(), {13, rows}, {width, height}), weft::CudaError);
  CHECK_NOTHROW(weft::make_map(matrix.data(), {11, rows}, {width, height},
                               CU_TENSOR_MAP_SWIZZLE_NONE, 12));
}
