// Tangled from chapters/25-matrix-product.md. Edit there. [sha1 7845fddf39f660584caac0ea167dc5bfdbfe6eb2]
// A product of matrices in single precision. Only device code, so that NVRTC can compile it.
#pragma once

#include <cstddef>

#include <cuda_pipeline.h>

namespace weft {

// How a product is cut into tiles: of a block, of a warp, of a thread.
template <unsigned block_m_, unsigned block_n_, unsigned depth_, unsigned warp_m_, unsigned warp_n_,
          unsigned thread_m_, unsigned thread_n_, unsigned stages_, unsigned blocks_,
          bool serpentine_ = true, unsigned band_ = 16>
struct Tiling {
  static constexpr unsigned block_m = block_m_, block_n = block_n_, depth = depth_;
  static constexpr unsigned warp_m = warp_m_, warp_n = warp_n_;
  static constexpr unsigned thread_m = thread_m_, thread_n = thread_n_;
  static constexpr unsigned stages = stages_, blocks = blocks_, band = band_;
  static constexpr bool serpentine = serpentine_;
  static constexpr unsigned lanes_m = warp_m / thread_m, lanes_n = warp_n / thread_n;
  static constexpr unsigned warps_n = block_n / warp_n;
  static constexpr unsigned threads = block_m / warp_m * warps_n * 32;
  static constexpr unsigned pitch = block_m + 4;  // of a row of the transposed tile of A
  static constexpr unsigned stage = depth * (pitch + block_n);  // floats
  static constexpr unsigned bytes = stages * stage * 4;
  static_assert(lanes_m * lanes_n == 32 && lanes_n % 2 == 0, "a warp has 32 lanes");
  static_assert(block_m % warp_m == 0 && block_n % warp_n == 0 && depth % 8 == 0);
  static_assert(thread_m % 4 == 0 && thread_n % 4 == 0, "fragments come in fours");
};

struct Corner {
  unsigned row, column;
};

// Within the tile of its block, the first element that a thread computes.
template <class T>
__device__ Corner corner_of_thread() {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned lane_m = lane / 2 % T::lanes_m;
  const unsigned lane_n = lane % 2 + lane / (2 * T::lanes_m) * 2;
  return {warp / T::warps_n * T::warp_m + 4 * lane_m, warp % T::warps_n * T::warp_n + 4 * lane_n};
}

// Elements form groups of four, one group per lane; then come the next groups of all lanes.
template <unsigned lanes>
__host__ __device__ constexpr unsigned spread(unsigned i) {
  return i / 4 * (4 * lanes) + i % 4;
}

// sums += a b', row by row: from left to right and, if serpentine, back again.
template <bool serpentine, unsigned rows, unsigned columns>
__device__ void multiply_add(const float (&a)[rows], const float (&b)[columns],
                             float (&sums)[rows][columns]) {
#pragma unroll
  for (unsigned i = 0; i < rows; ++i)
#pragma unroll
    for (unsigned step = 0; step < columns; ++step) {
      const unsigned j = serpentine && i % 2 == 1 ? columns - 1 - step : step;
      sums[i][j] += a[i] * b[j];
    }
}

// Four neighbours at a time, `stride` apart.
template <unsigned count>
__device__ void load_fragment(const float* from, unsigned stride, float (&to)[count]) {
#pragma unroll
  for (unsigned i = 0; i < count; i += 4) {
    const float4 four = *reinterpret_cast<const float4*>(from + i / 4 * stride);
    to[i] = four.x;
    to[i + 1] = four.y;
    to[i + 2] = four.z;
    to[i + 3] = four.w;
  }
}

// c = alpha a b + beta c, all by rows: a is m × k, b is k × n, c is m × n.
struct Operands {
  const float *a, *b;
  float* c;
  unsigned m, n, k;
  std::size_t leading_a, leading_b, leading_c;
  float alpha, beta;
};

__host__ __device__ constexpr std::size_t place_of(std::size_t row, std::size_t column,
                                                   std::size_t leading) {
  return row * leading + column;
}

template <unsigned width>
__device__ void copy_or_clear(float* to, const float* from, bool there) {
  if (there) {
    __pipeline_memcpy_async(to, from, width * sizeof(float));
  } else {
#pragma unroll
    for (unsigned i = 0; i < width; ++i) to[i] = 0.0f;
  }
}

// Copies a thread's share of the tiles of A and B, stage by stage, and transposes A.
template <class T, unsigned width>
class Feeder {
  static constexpr unsigned a_rows = T::threads / 8, a_count = T::block_m / a_rows;
  static constexpr unsigned b_lanes = T::block_n / width, b_rows = T::threads / b_lanes;
  static_assert(T::threads % b_lanes == 0 && T::depth % b_rows == 0 && T::block_m % a_rows == 0);

 public:
  __device__ Feeder(const Operands& of, Corner tile, unsigned first, unsigned end)
      : leading_b_(of.leading_b), k_(first), end_(end) {
    const unsigned row = tile.row + threadIdx.x / 8;
    const unsigned column = tile.column + threadIdx.x % b_lanes * width;
#pragma unroll
    for (unsigned i = 0; i < a_count; ++i)  // rows beyond the edge: the last row once more
      a_[i] = of.a + place_of(min(row + i * a_rows, of.m - 1), first + threadIdx.x % 8, of.leading_a);
    b_ = of.b + place_of(first + threadIdx.x / b_lanes, min(column, of.n - width), of.leading_b);
  }
  __device__ bool more() const { return k_ < end_; }

  __device__ void fetch(float* stage) {
    if (k_ + T::depth <= end_) {
      copy<false>(stage);
    } else {
      copy<true>(stage);
    }
  #pragma unroll
    for (unsigned i = 0; i < a_count; ++i) a_[i] += T::depth;
    b_ += T::depth * leading_b_;
    k_ += T::depth;
  }

  template <bool last>  // the last stage may be shorter; missing elements are zero
  __device__ void copy(float* stage) const {
    const unsigned k_a = threadIdx.x % 8, k_b = threadIdx.x / b_lanes;
    float* const to_a = stage + k_a * T::pitch + threadIdx.x / 8;
    float* const to_b = stage + T::depth * T::pitch + k_b * T::block_n + threadIdx.x % b_lanes * width;
  #pragma unroll
    for (unsigned i = 0; i < a_count; ++i)
  #pragma unroll
      for (unsigned k = 0; k < T::depth; k += 8)
        copy_or_clear<1>(to_a + k * T::pitch + i * a_rows, a_[i] + k, !last || k_ + k + k_a < end_);
  #pragma unroll
    for (unsigned k = 0; k < T::depth; k += b_rows)
      copy_or_clear<width>(to_b + k * T::block_n, b_ + k * leading_b_, !last || k_ + k + k_b < end_);
  }

 private:
  const float *a_[a_count], *b_;
  std::size_t leading_b_;
  unsigned k_, end_;
};

// c = alpha sums + beta c, for `width` neighbours; the old c is not read if beta is 0.
template <unsigned width>
__device__ void store(const Operands& of, unsigned row, unsigned column, const float* sums) {
  if (row >= of.m || column >= of.n) return;
  float* const c = of.c + place_of(row, column, of.leading_c);
  if constexpr (width == 4) {
    float4 result{of.alpha * sums[0], of.alpha * sums[1], of.alpha * sums[2], of.alpha * sums[3]};
    if (of.beta != 0.0f) {
      const float4 old = *reinterpret_cast<const float4*>(c);
      result = {result.x + of.beta * old.x, result.y + of.beta * old.y,
                result.z + of.beta * old.z, result.w + of.beta * old.w};
    }
    *reinterpret_cast<float4*>(c) = result;
  } else {
    *c = of.beta == 0.0f ? of.alpha * *sums : of.alpha * *sums + of.beta * *c;
  }
}

template <class T, unsigned width>
__device__ void store_all(const Operands& of, Corner at,
                          const float (&sums)[T::thread_m][T::thread_n]) {
#pragma unroll
  for (unsigned i = 0; i < T::thread_m; ++i)
#pragma unroll
    for (unsigned j = 0; j < T::thread_n; j += width)
      store<width>(of, at.row + spread<T::lanes_m>(i), at.column + spread<T::lanes_n>(j),
                   &sums[i][j]);
}

// Blocks go down a band of tiles, column by column, and then down the next band.
template <class T>
__device__ Corner tile_of_block(const Operands& of) {
  const unsigned rows = (of.m + T::block_m - 1) / T::block_m;
  const unsigned columns = (of.n + T::block_n - 1) / T::block_n;
  const unsigned first = blockIdx.x / (T::band * columns) * T::band;
  const unsigned height = min(T::band, rows - first), within = blockIdx.x % (T::band * columns);
  return {(first + within % height) * T::block_m, within / height * T::block_n};
}

template <class T>
__device__ unsigned next(unsigned stage) {
  return stage + T::stage == T::stages * T::stage ? 0 : stage + T::stage;
}

template <class T, unsigned width>
__global__ void __launch_bounds__(T::threads, T::blocks) product(Operands of, unsigned piece) {
  extern __shared__ __align__(16) float room[];
  const Corner tile = tile_of_block<T>(of), mine = corner_of_thread<T>();
  const unsigned first = blockIdx.y * piece, end = min(first + piece, of.k);
  Feeder<T, width> feeder(of, tile, first, end);
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
  of.c += place_of(blockIdx.y * std::size_t{of.m}, 0, of.leading_c);  // of this piece
  store_all<T, width>(of, {tile.row + mine.row, tile.column + mine.column}, sums);
}

}  // namespace weft
