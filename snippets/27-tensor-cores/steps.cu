// Tangled from chapters/27-tensor-cores.md. Edit there. [sha1 b334d0ccf055f3d2192001e336484553f8b71d9a]
#include <cmath>
#include <cstdio>
#include <functional>
#include <random>
#include <vector>

#include <cuda_pipeline.h>
#include <doctest/doctest.h>
#include <mma.h>

#include "common/blas.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"
#include "common/tensor-product.cuh"

static const weft::NeedsHopper hopper;

using weft::Bf16, weft::swizzled_piece;

struct Shape {
  unsigned m, n, k;
};

std::vector<Bf16> random_bf16(std::size_t count, unsigned seed) {  // from -1 to 1
  std::mt19937 bits(seed);
  std::vector<Bf16> numbers(count);
  for (Bf16& number : numbers) number = __float2bfloat16(static_cast<float>(bits() >> 8) * 0x1p-23f - 1);
  return numbers;
}

// Whether 64 elements of a bᵀ are right: the sum within its bound, and rounded once.
bool right(Shape of, const std::vector<Bf16>& a, const std::vector<Bf16>& b, const std::vector<Bf16>& c) {
  bool all = true;
  for (std::size_t e = 0; e < 64; ++e) {
    const std::size_t at = e * 2654435761u % (std::size_t{of.m} * of.n), row = at / of.n, column = at % of.n;
    double sum = 0, magnitude = 0;
    for (std::size_t l = 0; l < of.k; ++l) {
      const double term = 1.0 * __bfloat162float(a[row * of.k + l]) * __bfloat162float(b[column * of.k + l]);
      sum += term;
      magnitude += std::abs(term);
    }
    const double bound = 1.01 * (0x1p-8 * std::abs(sum) + of.k * 0x1p-24 * magnitude);
    all = all && std::abs(__bfloat162float(c[at]) - sum) <= bound;
  }
  return all;
}

// Integers from -4 to 4: exact in bfloat16, and so are sums of their products in float.
std::vector<__nv_bfloat16> small_integers(std::size_t count, unsigned seed) {
  std::mt19937 bits(seed);
  std::vector<__nv_bfloat16> numbers;
  for (std::size_t i = 0; i < count; ++i)
    numbers.push_back(__float2bfloat16(static_cast<float>(bits() % 9) - 4));
  return numbers;
}

// a bᵀ on the host: a is m × k and b n × k, both by rows.
std::vector<float> plain_product(unsigned m, unsigned n, unsigned k, const std::vector<__nv_bfloat16>& a,
                                 const std::vector<__nv_bfloat16>& b) {
  std::vector<float> c(std::size_t{m} * n, 0.0f);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t l = 0; l < k; ++l)
        c[i * n + j] += __bfloat162float(a[i * k + l]) * __bfloat162float(b[j * k + l]);
  return c;
}

// c = a bᵀ: a is m × k, b is n × k, c is m × n, all by rows. A block of 8 warps owns 128 × 128
// elements, each warp 64 × 32; all fragments are loaded from global memory.
__global__ void __launch_bounds__(256) by_fragments(const Bf16* a, const Bf16* b, Bf16* c, Shape of) {
#if defined(__LOOM__) || __CUDA_ARCH__ >= 800
  using namespace nvcuda::wmma;
  fragment<accumulator, 16, 16, 16, float> sums[4][2];
  for (auto& row : sums)
    for (auto& one : row) fill_fragment(one, 0.0f);
  const unsigned warp = threadIdx.x / 32;
  const unsigned row = blockIdx.y * 128 + warp / 4 * 64, column = blockIdx.x * 128 + warp % 4 * 32;
  for (unsigned k = 0; k < of.k; k += 16) {
    fragment<matrix_a, 16, 16, 16, Bf16, row_major> of_a[4];
    fragment<matrix_b, 16, 16, 16, Bf16, col_major> of_b[2];
    for (unsigned i = 0; i < 4; ++i)
      load_matrix_sync(of_a[i], a + (row + 16 * i) * std::size_t{of.k} + k, of.k);
    for (unsigned j = 0; j < 2; ++j)
      load_matrix_sync(of_b[j], b + (column + 16 * j) * std::size_t{of.k} + k, of.k);
    for (unsigned i = 0; i < 4; ++i)
      for (unsigned j = 0; j < 2; ++j) mma_sync(sums[i][j], of_a[i], of_b[j], sums[i][j]);
  }
  __shared__ float staged[8][16 * 16];
  for (unsigned i = 0; i < 4; ++i)
    for (unsigned j = 0; j < 2; ++j) {
      store_matrix_sync(staged[warp], sums[i][j], 16, mem_row_major);
      __syncwarp();
      for (unsigned e = threadIdx.x % 32; e < 256; e += 32)
        c[(row + 16 * i + e / 16) * std::size_t{of.n} + column + 16 * j + e % 16] =
            __float2bfloat16(staged[warp][e]);
      __syncwarp();
    }
#endif
}

// Tiles of 128 × 64 and 256 × 64 elements per stage, four stages.
struct Staged {
  static constexpr unsigned m = 128, n = 256, k = 64, stages = 4, threads = 256;
  static constexpr unsigned a_bytes = m * k * 2, b_bytes = n * k * 2, bytes = stages * (a_bytes + b_bytes);
};

// A block's share of one stage, 16 bytes at a time.
inline __device__ void copy_rows(unsigned char* to, const Bf16* from, unsigned rows, unsigned leading) {
  for (unsigned i = threadIdx.x; i < rows * 8; i += Staged::threads)
    __pipeline_memcpy_async(to + swizzled_piece(i / 8, i % 8),
                            from + i / 8 * std::size_t{leading} + i % 8 * 8, 16);
}

// A warp's 64 × 64 sums += its rows of a stage: 8 loads for 32 products, 4 times.
inline __device__ void multiply_stage(const unsigned char* a, const unsigned char* b,
                                      float (&sums)[4][8][4]) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned row = warp / 4 * 64 + lane % 16, column = warp % 4 * 64 + lane / 16 * 8 + lane % 8;
#pragma unroll
  for (unsigned k = 0; k < Staged::k / 8; k += 2) {  // in pieces of 8 elements
    unsigned of_a[4][4], of_b[4][4];
    for (unsigned i = 0; i < 4; ++i)
      weft::load_matrices(of_a[i], a + swizzled_piece(row + 16 * i, k + lane / 16));
    for (unsigned j = 0; j < 4; ++j)  // two columns of matrices at a time
      weft::load_matrices(of_b[j], b + swizzled_piece(column + 16 * j, k + lane / 8 % 2));
    for (unsigned i = 0; i < 4; ++i)
      for (unsigned j = 0; j < 8; ++j)
        weft::mma(sums[i][j], of_a[i], {of_b[j / 2][j % 2 * 2], of_b[j / 2][j % 2 * 2 + 1]});
  }
}

__global__ void __launch_bounds__(Staged::threads, 1) by_warps(const Bf16* a, const Bf16* b, Bf16* c, Shape of) {
  extern __shared__ __align__(1024) unsigned char stages[];
  const std::size_t row = blockIdx.y * Staged::m, column = blockIdx.x * Staged::n;
  const auto fetch = [&](unsigned step) {
    unsigned char* const to = stages + step % Staged::stages * (Staged::a_bytes + Staged::b_bytes);
    if (step * Staged::k < of.k) {
      copy_rows(to, a + row * of.k + step * Staged::k, Staged::m, of.k);
      copy_rows(to + Staged::a_bytes, b + column * of.k + step * Staged::k, Staged::n, of.k);
    }
    __pipeline_commit();
  };
  float sums[4][8][4] = {};
  for (unsigned step = 0; step + 1 < Staged::stages; ++step) fetch(step);
#pragma unroll 1
  for (unsigned step = 0; step * Staged::k < of.k; ++step) {
    __pipeline_wait_prior(Staged::stages - 2);
    __syncthreads();
    fetch(step + Staged::stages - 1);
    const unsigned char* const stage = stages + step % Staged::stages * (Staged::a_bytes + Staged::b_bytes);
    multiply_stage(stage, stage + Staged::a_bytes, sums);
  }
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (unsigned i = 0; i < 4; ++i)
    for (unsigned j = 0; j < 8; ++j)
      for (unsigned half = 0; half < 2; ++half) {
        const std::size_t r = row + warp / 4 * 64 + 16 * i + lane / 4 + 8 * half;
        const std::size_t s = column + warp % 4 * 64 + 8 * j + lane % 4 * 2;
        *reinterpret_cast<__nv_bfloat162*>(c + r * of.n + s) =
            __floats2bfloat162_rn(sums[i][j][2 * half], sums[i][j][2 * half + 1]);
      }
}

struct OneStage {
  static constexpr int consumers = 1, rows_each = 128, tile_n = 128, stages = 1, pending = 0, cluster = 1;
  static constexpr bool persistent = false;
  static constexpr weft::Order order = weft::Order::rows;
  static constexpr weft::Store store = weft::Store::direct;
};
struct FourStages : OneStage { static constexpr int stages = 4; };
struct TwoConsumers : FourStages { static constexpr int consumers = 2, rows_each = 64, tile_n = 256; };
struct OneInFlight : TwoConsumers { static constexpr int pending = 1; };
struct Persistent : OneInFlight { static constexpr bool persistent = true; };
struct Bands : Persistent { static constexpr weft::Order order = weft::Order::bands; };
struct StoredByMap : Bands { static constexpr weft::Store store = weft::Store::map; };
struct ClusterOfTwo : StoredByMap { static constexpr int cluster = 2; };

struct Step {
  const char* name;
  std::function<void()> run;
};

template <class Choices>
std::function<void()> by_warpgroups(const Bf16* a, const Bf16* b, Bf16* c, Shape of, int most) {
  const weft::TensorProduct<Choices> product(a, b, c, {int(of.m), int(of.n), int(of.k)});
  return [product, most] { product(weft::Same{}, most); };
}

// All steps for one problem whose sides are multiples of the tiles.
std::vector<Step> ten_steps(const Bf16* a, const Bf16* b, Bf16* c, Shape of, int most = 0) {
  constexpr int bytes = Staged::bytes;
  weft::check(cudaFuncSetAttribute(by_warps, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  return {
      {"mma.h", [=] { by_fragments<<<dim3(of.n / 128, of.m / 128), 256>>>(a, b, c, of); }},
      {"mma.sync", [=] { by_warps<<<dim3(of.n / 256, of.m / 128), 256, bytes>>>(a, b, c, of); }},
      {"wgmma, one stage", by_warpgroups<OneStage>(a, b, c, of, most)},
      {"four stages", by_warpgroups<FourStages>(a, b, c, of, most)},
      {"two consumers", by_warpgroups<TwoConsumers>(a, b, c, of, most)},
      {"one in flight", by_warpgroups<OneInFlight>(a, b, c, of, most)},
      {"persistent", by_warpgroups<Persistent>(a, b, c, of, most)},
      {"bands", by_warpgroups<Bands>(a, b, c, of, most)},
      {"stores by map", by_warpgroups<StoredByMap>(a, b, c, of, most)},
      {"cluster of two", by_warpgroups<ClusterOfTwo>(a, b, c, of, most)},
  };
}

// c = a bᵀ by cuBLAS, for which the rows are columns.
void by_library(const weft::Blas& blas, const Bf16* a, const Bf16* b, Bf16* c, Shape of) {
  const int m = int(of.m), n = int(of.n), k = int(of.k);
  const float one = 1, zero = 0;
  weft::check(cublasGemmEx(blas, CUBLAS_OP_T, CUBLAS_OP_N, n, m, k, &one, b, CUDA_R_16BF, k, a, CUDA_R_16BF,
                           k, &zero, c, CUDA_R_16BF, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
}

void expect_right(Shape of, std::size_t first, std::size_t end) {
  const auto a = small_integers(of.m * of.k, 1), b = small_integers(of.n * of.k, 2);
  std::vector<float> expected = plain_product(of.m, of.n, of.k, a, b);
  for (float& each : expected) each = __bfloat162float(__float2bfloat16(each));
  const weft::Buffer<Bf16> on_a(a), on_b(b);
  weft::Buffer<Bf16> c(std::size_t{of.m} * of.n);
  const auto steps = ten_steps(on_a.data(), on_b.data(), c.data(), of, 2);
  for (std::size_t i = first; i < end; ++i) {
    c.copy_from(std::vector<Bf16>(c.size(), __float2bfloat16(NAN)));
    steps[i].run();
    weft::check(cudaGetLastError());
    std::vector<float> found;
    for (const Bf16 each : c.to_host()) found.push_back(__bfloat162float(each));
    CAPTURE(steps[i].name);
    CHECK(found == expected);
    std::printf("%s: %zu elements are right\n", steps[i].name, found.size());
  }
}

TEST_CASE("each step is right, with more steps along k than stages") { expect_right({128, 256, 320}, 0, 6); }

TEST_CASE("two blocks compute several tiles each, and are right") { expect_right({256, 512, 128}, 6, 10); }

TEST_CASE("the steps compared with the library" * doctest::skip(!weft::measuring())) {
  const weft::Blas blas;
  for (const unsigned n : {1024u, 2048u, 4096u, 8192u}) {
    const Shape of{n, n, n};
    const std::size_t all = std::size_t{n} * n;
    const auto in_a = random_bf16(all, 1), in_b = random_bf16(all, 2);
    const weft::Buffer<Bf16> a(in_a), b(in_b);
    weft::Buffer<Bf16> c(all);
    auto steps = ten_steps(a.data(), b.data(), c.data(), of);
    steps.push_back({"cuBLAS", [&] { by_library(blas, a.data(), b.data(), c.data(), of); }});
    for (const Step& step : steps) {
      c.copy_from(std::vector<Bf16>(all, __float2bfloat16(NAN)));
      step.run();
      CAPTURE(step.name);
      CHECK(right(of, in_a, in_b, c.to_host()));
    }
    const auto times = static_cast<int>(std::max(1.0, 2e12 / std::pow(n, 3)));  // at a time
    const auto go = [&](std::size_t i) {
      return [&, i] {
        for (int t = 0; t < times; ++t) steps[i].run();
      };
    };
    const auto seconds = weft::side_by_side(7, go(0), go(1), go(2), go(3), go(4), go(5), go(6), go(7),
                                            go(8), go(9), go(10));
    for (std::size_t i = 0; i < seconds.size(); ++i)
      weft::report({steps[i].name, 1.0 * n, "rows", 2e-12 * times * std::pow(n, 3) / seconds[i], "TFLOP/s"});
  }
}
