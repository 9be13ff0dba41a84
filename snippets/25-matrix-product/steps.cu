// Tangled from chapters/25-matrix-product.md. Edit there. [sha1 6cd5ea3ef50f761cc53068ee0b10a5a661fe2696]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/blas.cuh"
#include "common/measure.cuh"
#include "common/product-launch.cuh"
#include "common/side-by-side.cuh"
#include "common/tiled-multiply.cuh"

using In = weft::MatrixView<const float>;
using Out = weft::MatrixView<float>;
constexpr unsigned depth = 16;

// A tile for across × down threads, each with rows × columns elements, spread over the tile.
template <unsigned across, unsigned down, unsigned rows_, unsigned columns_>
struct ByWords {
  static constexpr unsigned threads = across * down, rows = rows_, columns = columns_;
  static constexpr unsigned tile_m = down * rows, tile_n = across * columns;
  float a[tile_m][depth], b[depth][tile_n];

  __device__ void fetch(In from_a, In from_b, std::size_t k) {
    const std::size_t row = std::size_t{blockIdx.y} * tile_m, column = std::size_t{blockIdx.x} * tile_n;
#pragma unroll
    for (unsigned p = 0; p < tile_m * depth; p += threads) {
      const unsigned i = p + threadIdx.x;
      a[i / depth][i % depth] = from_a(row + i / depth, k + i % depth);
    }
#pragma unroll
    for (unsigned p = 0; p < depth * tile_n; p += threads) {
      const unsigned i = p + threadIdx.x;
      b[i / tile_n][i % tile_n] = from_b(k + i / tile_n, column + i % tile_n);
    }
  }
  __device__ void work(float (&sums)[rows][columns]) const {
#pragma unroll
    for (unsigned k = 0; k < depth; ++k) {
      float of_a[rows], of_b[columns];
      for (unsigned i = 0; i < rows; ++i) of_a[i] = a[row_of(i)][k];
      for (unsigned j = 0; j < columns; ++j) of_b[j] = b[k][column_of(j)];
      weft::multiply_add<false>(of_a, of_b, sums);
    }
  }
  static __device__ unsigned row_of(unsigned i) { return threadIdx.x / across + i * down; }
  static __device__ unsigned column_of(unsigned j) { return threadIdx.x % across + j * across; }
};

template <class Tiles>
__device__ void store_sums(Out c, const float (&sums)[Tiles::rows][Tiles::columns]) {
  const std::size_t row = std::size_t{blockIdx.y} * Tiles::tile_m;
  const std::size_t column = std::size_t{blockIdx.x} * Tiles::tile_n;
#pragma unroll
  for (unsigned i = 0; i < Tiles::rows; ++i)
#pragma unroll
    for (unsigned j = 0; j < Tiles::columns; ++j)
      c(row + Tiles::row_of(i), column + Tiles::column_of(j)) = sums[i][j];
}

template <class Tiles>
__global__ void __launch_bounds__(Tiles::threads) one_buffer(In a, In b, Out c) {
  __shared__ Tiles tiles;
  float sums[Tiles::rows][Tiles::columns] = {};
#pragma unroll 1
  for (std::size_t k = 0; k < a.columns(); k += depth) {
    tiles.fetch(a, b, k);
    __syncthreads();
    tiles.work(sums);
    __syncthreads();
  }
  store_sums<Tiles>(c, sums);
}

// Positions of the lanes of a warp in a tile of 128 × 128: in rows of 16, or as an 8 × 4 warp tile.
struct InRows {
  static constexpr unsigned lanes_m = 16, lanes_n = 16;
  static __device__ weft::Corner corner() {
    return {4 * (threadIdx.x / 16), 4 * (threadIdx.x % 16)};
  }
};
struct InWarpTiles : weft::Tiling<128, 128, depth, 64, 32, 8, 8, 2, 1> {
  static __device__ weft::Corner corner() { return weft::corner_of_thread<InWarpTiles>(); }
};

template <class Lanes, unsigned pitch = 132>
struct ByFours {
  static constexpr unsigned threads = 256, rows = 8, columns = 8, tile_m = 128, tile_n = 128;
  alignas(16) float a[depth][pitch];  // transposed
  alignas(16) float b[depth][tile_n];

  struct Held {  // a thread's share of both tiles, in transit
    float4 a[2], b[2];
  };
  static __device__ Held load(In from_a, In from_b, std::size_t k);
  __device__ void put(const Held& held);
  __device__ void fetch(In from_a, In from_b, std::size_t k) { put(load(from_a, from_b, k)); }
  __device__ void load_fragments(unsigned k, float (&of_a)[rows], float (&of_b)[columns]) const {
    const weft::Corner at = Lanes::corner();
    weft::load_fragment(&a[k][at.row], 4 * Lanes::lanes_m, of_a);
    weft::load_fragment(&b[k][at.column], 4 * Lanes::lanes_n, of_b);
  }
  __device__ void work(float (&sums)[rows][columns]) const {
#pragma unroll
    for (unsigned k = 0; k < depth; ++k) {
      float of_a[rows], of_b[columns];
      load_fragments(k, of_a, of_b);
      weft::multiply_add<false>(of_a, of_b, sums);
    }
  }
  static __device__ unsigned row_of(unsigned i) {
    return Lanes::corner().row + weft::spread<Lanes::lanes_m>(i);
  }
  static __device__ unsigned column_of(unsigned j) {
    return Lanes::corner().column + weft::spread<Lanes::lanes_n>(j);
  }
};

template <class Lanes, unsigned pitch>
__device__ typename ByFours<Lanes, pitch>::Held ByFours<Lanes, pitch>::load(In from_a, In from_b,
                                                                            std::size_t k) {
  const std::size_t row = std::size_t{blockIdx.y} * tile_m, column = std::size_t{blockIdx.x} * tile_n;
  Held held;
#pragma unroll
  for (unsigned p = 0; p < 2; ++p) {
    held.a[p] = *reinterpret_cast<const float4*>(
        &from_a(row + threadIdx.x / 2, k + 8 * p + threadIdx.x % 2 * 4));
    held.b[p] = *reinterpret_cast<const float4*>(
        &from_b(k + 8 * p + threadIdx.x / 32, column + threadIdx.x % 32 * 4));
  }
  return held;
}

template <class Lanes, unsigned pitch>
__device__ void ByFours<Lanes, pitch>::put(const Held& held) {
#pragma unroll
  for (unsigned p = 0; p < 2; ++p) {
    const unsigned k = 8 * p + threadIdx.x % 2 * 4, row = threadIdx.x / 2;
    a[k][row] = held.a[p].x;
    a[k + 1][row] = held.a[p].y;
    a[k + 2][row] = held.a[p].z;
    a[k + 3][row] = held.a[p].w;
    *reinterpret_cast<float4*>(&b[8 * p + threadIdx.x / 32][threadIdx.x % 32 * 4]) = held.b[p];
  }
}

template <class Tiles>
__global__ void __launch_bounds__(Tiles::threads) two_buffers(In a, In b, Out c) {
  __shared__ Tiles tiles[2];
  float sums[Tiles::rows][Tiles::columns] = {};
  tiles[0].fetch(a, b, 0);
  __syncthreads();
#pragma unroll 1
  for (std::size_t k = depth, step = 0; k - depth < a.columns(); k += depth, ++step) {
    const bool more = k < a.columns();
    typename Tiles::Held held = {};
    if (more) held = Tiles::load(a, b, k);
    tiles[step % 2].work(sums);
    if (more) tiles[1 - step % 2].put(held);
    __syncthreads();
  }
  store_sums<Tiles>(c, sums);
}

namespace weft {

// As Feeder, for whole tiles: A takes 16-byte loads, and is stored by the next call of fetch.
template <class T>
class WideFeeder {
  static constexpr unsigned a_count = T::depth / 8;  // 16-byte loads: two threads for 8 steps of a row
  static constexpr unsigned b_lanes = T::block_n / 4, b_rows = T::threads / b_lanes;
  static_assert(T::threads == 2 * T::block_m, "two threads for each row of A");
  static_assert(T::stages >= 3, "a stage of A is stored one stage before it is used");

 public:
  __device__ WideFeeder(const Operands& of, Corner tile)
      : a_(of.a + place_of(tile.row + threadIdx.x / 2, threadIdx.x % 2 * 4, of.leading_a)),
        b_(of.b + place_of(threadIdx.x / b_lanes, tile.column + threadIdx.x % b_lanes * 4, of.leading_b)),
        leading_b_(of.leading_b), left_(of.k / T::depth) {}
  __device__ bool more() const { return left_ > 0 || holding_for_ != nullptr; }

  __device__ void fetch(float* stage) {
    if (holding_for_) put_a(holding_for_);
    holding_for_ = left_ > 0 ? stage : nullptr;
    if (left_ == 0) return;
#pragma unroll
    for (unsigned i = 0; i < a_count; ++i) held_[i] = *reinterpret_cast<const float4*>(a_ + 8 * i);
    float* const to_b = stage + T::depth * T::pitch + 4 * threadIdx.x;
#pragma unroll
    for (unsigned k = 0; k < T::depth; k += b_rows)
      __pipeline_memcpy_async(to_b + k * T::block_n, b_ + k * leading_b_, 16);
    a_ += T::depth;
    b_ += T::depth * leading_b_;
    --left_;
  }

 private:
  __device__ void put_a(float* stage) const {
    float* const to = stage + threadIdx.x % 2 * 4 * T::pitch + threadIdx.x / 2;
#pragma unroll
    for (unsigned i = 0; i < a_count; ++i) {
      const float four[] = {held_[i].x, held_[i].y, held_[i].z, held_[i].w};
#pragma unroll
      for (unsigned j = 0; j < 4; ++j) to[(8 * i + j) * T::pitch] = four[j];
    }
  }

  const float *a_, *b_;
  std::size_t leading_b_;
  unsigned left_;                  // stages that are not yet loaded
  float* holding_for_ = nullptr;   // the stage to which the held elements of A belong
  float4 held_[a_count];
};

template <class T>
__global__ void __launch_bounds__(T::threads, T::blocks) product_with_wide_copies(Operands of) {
  extern __shared__ __align__(16) float room[];
  const Corner tile = tile_of_block<T>(of), mine = corner_of_thread<T>();
  const unsigned first = 0, end = of.k;
  WideFeeder<T> feeder(of, tile);
  #pragma unroll
  for (unsigned s = 0; s + 1 < T::stages; ++s) {
    if (feeder.more()) feeder.fetch(room + s * T::stage);
    __pipeline_commit();
  }
  float sums[T::thread_m][T::thread_n] = {}, a[2][T::thread_m], b[2][T::thread_n];
  unsigned from = 0, into = (T::stages - 1) * T::stage;
  const auto load = [&](unsigned k) {
    const float* const stage = room + from;
    load_fragment(stage + k * T::pitch + mine.row, 4 * T::lanes_m, a[k % 2]);
    load_fragment(stage + T::depth * T::pitch + k * T::block_n + mine.column, 4 * T::lanes_n,
                  b[k % 2]);
  };
  const auto wait_for_stage = [] {
    __pipeline_wait_prior(T::stages - 2);  // all copies of this thread except those of the last stages
    __syncthreads();                       // and of all others
  };
  wait_for_stage();
  load(0);
  #pragma unroll 1
  for (unsigned k0 = first; k0 < end; k0 += T::depth) {
  #pragma unroll
    for (unsigned k = 0; k < T::depth; ++k) {
      if (k + 1 < T::depth) {
        load(k + 1);
      } else if (k0 + T::depth < end) {
        wait_for_stage();
        from = next<T>(from);
        load(0);
      }
      if (k == 0) {
        if (feeder.more()) feeder.fetch(room + into);
        __pipeline_commit();
        into = next<T>(into);
      }
      multiply_add<T::serpentine>(a[k % 2], b[k % 2], sums);
    }
  }
  store_all<T, 4>(of, {tile.row + mine.row, tile.column + mine.column}, sums);
}

}  // namespace weft

// Every step on the same matrices, whose sides are multiples of the tiles.
struct Step {
  const char* name;
  void (*multiply)(In, In, Out);
};

template <class Tiles>
dim3 grid_of(Out c) {
  return {static_cast<unsigned>(c.columns() / Tiles::tile_n),
          static_cast<unsigned>(c.rows() / Tiles::tile_m)};
}
template <class Tiles>
void by_one_buffer(In a, In b, Out c) {
  one_buffer<Tiles><<<grid_of<Tiles>(c), Tiles::threads>>>(a, b, c);
}
template <class Tiles>
void by_two_buffers(In a, In b, Out c) {
  two_buffers<Tiles><<<grid_of<Tiles>(c), Tiles::threads>>>(a, b, c);
}
weft::Operands operands(In a, In b, Out c) {
  const auto size = [](std::size_t elements) { return static_cast<unsigned>(elements); };
  const unsigned k = size(a.columns()), n = size(c.columns());
  return {a.data(), b.data(), c.data(), size(c.rows()), n, k, k, n, n, 1.0f, 0.0f};
}
template <class Tiling>
void by_stages(In a, In b, Out c) {
  const weft::Operands of = operands(a, b, c);
  weft::launch_product<Tiling, 4>(of, of.k);
}
template <class Tiling>
void by_wide_copies(In a, In b, Out c) {
  const auto kernel = weft::product_with_wide_copies<Tiling>;
  weft::check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, Tiling::bytes));
  const std::size_t blocks = c.rows() / Tiling::block_m * (c.columns() / Tiling::block_n);
  kernel<<<static_cast<unsigned>(blocks), Tiling::threads, Tiling::bytes>>>(operands(a, b, c));
  weft::check(cudaGetLastError());
}

template <unsigned m, unsigned blocks, bool serpentine, unsigned band>
using Stages = weft::Tiling<128, 16 * m, depth, 64, 4 * m, m, 8, 3, blocks, serpentine, band>;

const std::vector<Step> steps = {
    {"tiles of 32", [](In a, In b, Out c) { weft::multiply_tiled<32>(a, b, c); }},
    {"8 rows per thread", by_one_buffer<ByWords<64, 8, 8, 1>>},
    {"8 × 8 per thread", by_one_buffer<ByWords<16, 16, 8, 8>>},
    {"16-byte loads", by_one_buffer<ByFours<InRows>>},
    {"warp tiles", by_one_buffer<ByFours<InWarpTiles>>},
    {"two buffers", by_two_buffers<ByFours<InWarpTiles>>},
    {"three stages", by_stages<Stages<8, 2, false, 1>>},
    {"serpentine", by_stages<Stages<8, 2, true, 1>>},
    {"16 × 8 per thread", by_stages<Stages<16, 1, true, 1>>},
    {"bands of 16", by_stages<Stages<16, 1, true, 16>>},
    {"16-byte copies of A", by_wide_copies<Stages<16, 1, true, 16>>},
};

std::vector<float> random_numbers(std::size_t count, unsigned seed) {  // from -1 to 1
  std::mt19937 bits(seed);
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(bits() >> 8) * 0x1p-23f - 1;
  return numbers;
}
std::vector<float> whole_numbers(std::size_t count, unsigned seed) {  // from -4 to 4
  std::mt19937 bits(seed);
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(bits() % 9) - 4;
  return numbers;
}

// Whether 64 elements of the product of m × k by k × n, here and there, are right.
bool right(std::size_t m, std::size_t k, std::size_t n, const std::vector<float>& a,
           const std::vector<float>& b, const std::vector<float>& c) {
  bool all = true;
  for (std::size_t e = 0; e < 64; ++e) {
    const std::size_t at = e * 2654435761u % (m * n), row = at / n, column = at % n;
    double sum = 0, magnitude = 0;
    for (std::size_t l = 0; l < k; ++l) {
      const double term = 1.0 * a[row * k + l] * b[l * n + column];
      sum += term;
      magnitude += std::abs(term);
    }
    all = all && std::abs(c[at] - sum) <= 1.01 * static_cast<double>(k) * 0x1p-24 * magnitude;
  }
  return all;
}

void by_library(const weft::Blas& blas, unsigned m, unsigned n, unsigned k, const float* a, const float* b,
                float* c) {  // all by rows
  const int rows = static_cast<int>(m), columns = static_cast<int>(n), terms = static_cast<int>(k);
  const float one = 1, zero = 0;
  weft::check(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, columns, rows, terms, &one, b, columns, a, terms,
                          &zero, c, columns));
}

struct Ceilings {
  double issue, wavefronts;  // shares of the peak
};

Ceilings ceilings(const loom::Seen& seen, double multiply_adds) {  // warp-wide ones
  return {multiply_adds / (multiply_adds + static_cast<double>(seen.shared_loads.requests)),
          multiply_adds / 4 / static_cast<double>(seen.shared_loads.wavefronts)};
}

TEST_CASE("each step is right, and needs the loads that were counted") {
  constexpr std::size_t m = 128, n = 256, k = 32;
  const weft::Matrix<float> a(m, k, whole_numbers(m * k, 1)), b(k, n, whole_numbers(k * n, 2));
  weft::Matrix<float> c(m, n), expected(m, n);
  weft::multiply_tiled(a.view(), b.view(), expected.view());
  std::vector<loom::SharedAccesses> loads;
  std::puts("step | multiply-adds per load | wavefronts per load | issue | wavefronts");
  for (const Step& step : steps) {
    c = weft::Matrix<float>(m, n, std::vector<float>(m * n, NAN));
    const auto seen = loom::observe([&] { step.multiply(a.view(), b.view(), c.view()); });
    CHECK(c.to_host() == expected.to_host());
    // None, except a stray one: a GPU counts for whole multiprocessors, whatever else they do.
    CHECK(1000 * seen.shared_loads.conflicts <= seen.shared_loads.requests);
    loads.push_back(seen.shared_loads);
    const double multiply_adds = m * n * k / 32;
    const auto [issue, wavefronts] = ceilings(seen, multiply_adds);
    std::printf("%s | %.2f | %.2f | %.0f %% | %.0f %%\n", step.name,
                multiply_adds / static_cast<double>(seen.shared_loads.requests),
                seen.shared_loads.wavefronts_per_request(), 100 * issue, 100 * wavefronts);
  }
  CHECK(loads[3].wavefronts_per_request() == doctest::Approx(3).epsilon(0.001));
  for (std::size_t i = 4; i < 6; ++i)
    CHECK(loads[i].wavefronts_per_request() == doctest::Approx(2).epsilon(0.001));
  for (std::size_t i = 3; i < 6; ++i) CHECK(loads[i].requests * 16 == m * n * k / 32);
  CHECK(loads[0].requests <= 2 * m * n * k / 32);
#ifdef __LOOM__  // nvcc combines loads along k, and adds empty ones before asynchronous copies
  CHECK(loads[0].requests == 2 * m * n * k / 32);
  CHECK(loads[1].requests == 9 * m * n * k / 8 / 32);
  CHECK(loads[2].requests == m * n * k / 4 / 32);
  for (std::size_t i = 6; i < 11; ++i) CHECK(loads[i].wavefronts_per_request() == 2);
  for (std::size_t i = 8; i < 11; ++i) CHECK(loads[i].requests * 128 == 6 * m * n * k / 32);
#endif
}

TEST_CASE("16-byte copies of A arrive, from the first stage to the last") {
  struct Shape {
    std::size_t m, n, stages;
  };
  for (const auto& [m, n, stages] : {Shape{128, 256, 1}, {128, 256, 2}, {128, 256, 3}, {128, 256, 4}, {256, 512, 1}}) {
    const std::size_t k = stages * depth;
    const weft::Matrix<float> a(m, k, whole_numbers(m * k, 1)), b(k, n, whole_numbers(k * n, 2));
    weft::Matrix<float> c(m, n, std::vector<float>(m * n, NAN)), expected(m, n);
    weft::multiply_tiled(a.view(), b.view(), expected.view());
    const auto seen = loom::observe([&] { steps.back().multiply(a.view(), b.view(), c.view()); });
    CHECK(c.to_host() == expected.to_host());
#ifdef __LOOM__  // a GPU counts asynchronous copies in other ways
    CHECK(seen.shared_stores.conflicts == 0);
    CHECK(seen.global_loads.bytes_per_sector() == 32);
#endif
  }
}

TEST_CASE("the steps compared with the library" * doctest::skip(!weft::measuring())) {
  const weft::Blas blas;
  for (const unsigned n : {1024u, 2048u, 4096u, 8192u}) {
    const auto in_a = random_numbers(std::size_t{n} * n, 1), in_b = random_numbers(std::size_t{n} * n, 2);
    const weft::Matrix<float> a(n, n, in_a), b(n, n, in_b);
    std::vector<weft::Matrix<float>> c;
    for (std::size_t i = 0; i < 12; ++i) c.emplace_back(n, n);
    const auto go = [&](std::size_t i) {
      return [&, i] { steps[i].multiply(a.view(), b.view(), c[i].view()); };
    };
    const auto seconds = weft::side_by_side(
        5, go(0), go(1), go(2), go(3), go(4), go(5), go(6), go(7), go(8), go(9), go(10), [&] {
          by_library(blas, n, n, n, a.view().data(), b.view().data(), c[11].view().data());
        });
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      CHECK(right(n, n, n, in_a, in_b, c[i].to_host()));
      weft::report({i < 11 ? steps[i].name : "cuBLAS", 1.0 * n, "rows",
                    2e-12 * std::pow(n, 3) / seconds[i], "TFLOP/s"});
    }
  }
}
