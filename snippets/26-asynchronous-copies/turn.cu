// Tangled from chapters/26-asynchronous-copies.md. Edit there. [sha1 43573b552e04a700918b709ec217cc2e8e8d4009]
#include <cmath>
#include <cstdio>
#include <random>

#include <cublas_v2.h>
#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/async.cuh"
#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

const weft::NeedsCapability hopper(9);

constexpr unsigned box = 32, across = 2, down = 2;  // boxes per block, 64 threads each

// Piece `piece` of row `row` in a box with the 128-byte swizzle.
__device__ float4& swizzled(float* tile, unsigned row, unsigned piece) {
  return reinterpret_cast<float4*>(tile)[row * 8 + (piece ^ row % 8)];
}

// 64 threads, in place. Both the reads and the writes of eight lanes are in different banks.
__device__ void turn_box(float* tile) {
  const unsigned j = threadIdx.x % 8, i = j ^ threadIdx.x / 8 % 8;
  float4 row[4];
#pragma unroll
  for (unsigned k = 0; k < 4; ++k) row[k] = swizzled(tile, 4 * i + k, j);
  __syncthreads();  // all have read
  swizzled(tile, 4 * j + 0, i) = {row[0].x, row[1].x, row[2].x, row[3].x};
  swizzled(tile, 4 * j + 1, i) = {row[0].y, row[1].y, row[2].y, row[3].y};
  swizzled(tile, 4 * j + 2, i) = {row[0].z, row[1].z, row[2].z, row[3].z};
  swizzled(tile, 4 * j + 3, i) = {row[0].w, row[1].w, row[2].w, row[3].w};
}

__global__ void __launch_bounds__(64 * across * down)
    turn(const __grid_constant__ CUtensorMap in, const __grid_constant__ CUtensorMap out) {
  __shared__ alignas(1024) float tiles[across * down][box * box];
  __shared__ weft::Mbarrier arrived[across * down];
  const unsigned mine = threadIdx.x / 64;
  const bool leads = threadIdx.x % 64 == 0;
  const int x = static_cast<int>((blockIdx.y * across + mine % across) * box);
  const int y = static_cast<int>((blockIdx.x * down + mine / across) * box);
  if (leads) {
    arrived[mine].init(1);
    weft::publish_barriers();
    arrived[mine].arrive_expecting(sizeof tiles[0]);
    weft::load_tile(tiles[mine], in, x, y, arrived[mine]);
  }
  __syncthreads();
  arrived[mine].wait(0);
  turn_box(tiles[mine]);
  weft::fence_async();
  __syncthreads();
  if (leads) {
    weft::store_tile(out, y, x, tiles[mine]);
    weft::commit_stores();
    weft::wait_until_read<0>();
  }
}

unsigned pieces(std::size_t n, unsigned size) { return static_cast<unsigned>((n + size - 1) / size); }

// Of matrices of rows × columns and columns × rows floats; both numbers are multiples of four.
class Turn {
 public:
  Turn(const float* in, float* out, std::size_t rows, std::size_t columns)
      : from_(weft::make_map(in, {columns, rows}, {box, box}, CU_TENSOR_MAP_SWIZZLE_128B)),
        to_(weft::make_map(out, {rows, columns}, {box, box}, CU_TENSOR_MAP_SWIZZLE_128B)),
        grid_(pieces(rows, down * box), pieces(columns, across * box)) {}
  void launch() const {
    turn<<<grid_, 64 * across * down>>>(from_, to_);
    weft::check(cudaGetLastError());
  }

 private:
  CUtensorMap from_, to_;
  dim3 grid_;
};

std::vector<float> random_numbers(std::size_t count) {
  std::mt19937 bits(7);
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(bits() >> 8) * 0x1p-24f;
  return numbers;
}

// out = in', both n by n, by the library.
void by_library(cublasHandle_t cublas, int n, const float* in, float* out) {
  const float one = 1.0f, zero = 0.0f;
  cublasSgeam(cublas, CUBLAS_OP_T, CUBLAS_OP_N, n, n, &one, in, n, &zero, out, n, out, n);
}

TEST_CASE("a transpose by tensor maps compared with a copy" * doctest::skip(!weft::measuring())) {
  weft::Owner<cublasHandle_t, cublasDestroy> cublas;
  REQUIRE(cublasCreate(cublas.out()) == CUBLAS_STATUS_SUCCESS);
  for (const int n : {16384, 4096, 1024}) {
    const std::size_t size = std::size_t{1} * n * n, bytes = size * sizeof(float);
    const std::vector<float> values = random_numbers(size);
    const weft::Buffer<float> in(values);
    weft::Buffer<float> out(size), theirs(size);
    const Turn turn(in.data(), out.data(), n, n);
    const auto seconds = weft::side_by_side(
        15, [&] { cudaMemcpyAsync(out.data(), in.data(), bytes, cudaMemcpyDeviceToDevice); },
        [&] { by_library(cublas, n, in.data(), theirs.data()); },
        [&] { turn.launch(); });
    weft::check(cudaGetLastError());
    CHECK(out.to_host() == theirs.to_host());
    const char* const series[] = {"copy", "cuBLAS", "tensor maps"};
    for (std::size_t way = 0; way < seconds.size(); ++way)
      weft::report({series[way], 1.0 * n, "rows", 2e-9 * bytes / seconds[way], "GB/s"});
    CHECK(seconds[0] / seconds[2] > 0.8);
  }
}

loom::Seen expect_turned(std::size_t rows, std::size_t columns) {
  std::vector<float> values(rows * columns);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  const weft::Buffer<float> in(values);
  weft::Buffer<float> out(std::vector<float>(values.size(), NAN));
  const Turn turn(in.data(), out.data(), rows, columns);
  const auto seen = loom::observe([&] { turn.launch(); });
  const std::vector<float> turned = out.to_host();
  std::size_t right = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    right += turned[i % columns * rows + i / columns] == values[i];
  CHECK(right == values.size());
  return seen;
}

TEST_CASE("any shape with rows of whole pieces is transposed") {
  expect_turned(4, 4);
  expect_turned(100, 36);
  expect_turned(36, 100);
}

TEST_CASE("no conflicts, no padding, and no access of a thread to global memory") {
  const loom::Seen seen = expect_turned(64, 128);
  CHECK(seen.shared_loads.wavefronts_per_request() == 4);
  CHECK(seen.shared_stores.wavefronts_per_request() == 4);
  CHECK(seen.shared_loads.conflicts + seen.shared_stores.conflicts == 0);
  CHECK(seen.global_loads.requests + seen.global_stores.requests == 0);
  std::printf("wavefronts per request: %g to read, %g to write\n",
              seen.shared_loads.wavefronts_per_request(), seen.shared_stores.wavefronts_per_request());
}
