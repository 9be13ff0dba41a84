// Tangled from chapters/07-shared-memory.md. Edit there. [sha1 dc46276460105bc37f29a9aa160c08ffea26efa9]
#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>

#include <cublas_v2.h>
#include <doctest/doctest.h>

#include <loom/observe.h>

#include "common/matrix.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

constexpr unsigned side = 64;  // of a tile
constexpr unsigned rows = 4;   // of threads; each thread processes every fourth row of the tile

using In = weft::MatrixView<const float>;
using Out = weft::MatrixView<float>;

template <class Tile>
__global__ void transpose(In in, Out out) {
  __shared__ Tile tile;
  const std::size_t top = std::size_t{blockIdx.y} * side;
  const std::size_t left = std::size_t{blockIdx.x} * side;
  const unsigned x = threadIdx.x;
  for (unsigned first = 0; first < side; first += rows) {
    const unsigned y = first + threadIdx.y;
    if (top + y < in.rows() && left + x < in.columns())
      tile.at(y, x) = in(top + y, left + x);
  }
  __syncthreads();
  for (unsigned first = 0; first < side; first += rows) {
    const unsigned y = first + threadIdx.y;
    if (left + y < out.rows() && top + x < out.columns())
      out(left + y, top + x) = tile.at(x, y);
  }
}

struct Plain {
  float words[side][side];
  __device__ float& at(unsigned row, unsigned column) { return words[row][column]; }
};

struct Padded {
  float words[side][side + 1];
  __device__ float& at(unsigned row, unsigned column) { return words[row][column]; }
};

struct Swizzled {
  float words[side][side];
  __device__ float& at(unsigned row, unsigned column) { return words[row][column ^ row]; }
};

unsigned tiles(std::size_t n) { return static_cast<unsigned>((n + side - 1) / side); }

template <class Tile>
void launch(In in, Out out) {
  const dim3 grid(tiles(in.columns()), tiles(in.rows()));
  transpose<Tile><<<grid, dim3(side, rows)>>>(in, out);
  weft::check(cudaGetLastError());
}

template <class Tile>
loom::Seen expect_transposed(std::size_t height, std::size_t width) {
  std::vector<float> values(height * width);
  std::iota(values.begin(), values.end(), 0.0f);
  const weft::Matrix<float> in(height, width, values);
  weft::Matrix<float> out(width, height, std::vector<float>(values.size(), NAN));
  const auto seen = loom::observe([&] { launch<Tile>(in.view(), out.view()); });
  const std::vector<float> turned = out.to_host();
  std::size_t right = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    right += turned[i % width * height + i / width] == values[i];
  CHECK(right == values.size());
  return seen;
}

template <class Tile>
void expect_wavefronts(const char* name, int wavefronts) {
  const loom::Seen seen = expect_transposed<Tile>(64, 128);
  CHECK(seen.shared_stores.wavefronts_per_request() == 1);
  CHECK(seen.shared_loads.wavefronts_per_request() == wavefronts);
  CHECK(seen.global_loads.sectors_per_request() == 4);
  CHECK(seen.global_stores.sectors_per_request() == 4);
  std::printf("%-8s  %2d wavefronts to fetch a column\n", name, wavefronts);
}

TEST_CASE("padded or swizzled, a column takes one wavefront; global memory sees rows") {
  expect_wavefronts<Plain>("plain", 32);
  expect_wavefronts<Padded>("padded", 1);
  expect_wavefronts<Swizzled>("swizzled", 1);
}

TEST_CASE_TEMPLATE("any shape is transposed", Tile, Plain, Padded, Swizzled) {
  expect_transposed<Tile>(1, 1);
  expect_transposed<Tile>(31, 1023);
  expect_transposed<Tile>(1023, 31);
}

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

TEST_CASE("a transpose compared with a copy" * doctest::skip(!weft::measuring())) {
  weft::Owner<cublasHandle_t, cublasDestroy> cublas;
  REQUIRE(cublasCreate(cublas.out()) == CUBLAS_STATUS_SUCCESS);
  for (const int n : {1024, 4096, 16384}) {
    const std::size_t size = std::size_t{1} * n * n, bytes = size * sizeof(float);
    const weft::Matrix<float> in(n, n, random_numbers(size));
    weft::Matrix<float> out(n, n);
    const float* const from = in.view().data();
    float* const to = out.view().data();
    const auto seconds = weft::side_by_side(
        15, [&] { cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice); },
        [&] { launch<Plain>(in.view(), out.view()); },
        [&] { launch<Padded>(in.view(), out.view()); },
        [&] { launch<Swizzled>(in.view(), out.view()); },
        [&] { by_library(cublas, n, from, to); });
    weft::check(cudaGetLastError());
    const char* const series[] = {"copy", "plain", "padded", "swizzled", "cuBLAS"};
    for (std::size_t way = 0; way < seconds.size(); ++way)
      weft::report({series[way], 1.0 * n, "rows", 2e-9 * bytes / seconds[way], "GB/s"});
    if (n < 16384) continue;
    const auto [copy, plain, padded, swizzled, library] = seconds;
    CHECK(plain > 1.5 * copy);
    CHECK(padded < 1.2 * copy);
    CHECK(padded < 1.1 * library);
    CHECK((padded < swizzled && swizzled < plain));
  }
}
