// Tangled from chapters/28-attention.md. Edit there. [sha1 97c70f75803740bb5d585ce05b7cd471ce06c028]
// Attention in one pass, in bfloat16: simply, by mma.sync, and by wgmma for compute capability 9.0.
#pragma once

#include "common/softmax.cuh"
#include "common/tensor-product.cuh"

#include <cuda_pipeline.h>

namespace weft {

// Heads of `queries` rows, and heads of `keys` rows. Each of these serves heads / of_keys of the former.
struct Heads {
  int heads, of_keys, queries, keys;
  bool causal;

  __host__ __device__ int serving(int head) const { return head / (heads / of_keys); }
  // Query i sees so many keys, the first ones. The last query sees all.
  __host__ __device__ int visible(int i) const {
    const int most = causal ? i + 1 + keys - queries : keys;
    return most < 0 ? 0 : most < keys ? most : keys;
  }
  // How many tiles of keys contain all that these rows of queries see.
  __host__ __device__ int tiles(int first, int rows, int tile) const {
    const int last = first + rows < queries ? first + rows - 1 : queries - 1;
    return (visible(last) + tile - 1) / tile;
  }
};

template <int d>
__device__ float dot(const Bf16* a, const Bf16* b) {
  float sum = 0;
  for (int c = 0; c < d; ++c) sum += __bfloat162float(a[c]) * __bfloat162float(b[c]);
  return sum;
}

// o = softmax(q kᵀ / √d) v. A warp for each query; `scale` is log2(e) / √d.
template <int d>
__global__ void attend_simply(const Bf16* q, const Bf16* k, const Bf16* v, Bf16* o, Heads of,
                              float scale) {
  const int lane = static_cast<int>(threadIdx.x % 32);
  const int warps = static_cast<int>(gridDim.x * blockDim.x / 32);
  const int begin = static_cast<int>((blockIdx.x * blockDim.x + threadIdx.x) / 32);
  for (int row = begin; row < of.heads * of.queries; row += warps) {
    const std::size_t of_keys = std::size_t(of.serving(row / of.queries)) * of.keys * d;
    const int seen = of.visible(row % of.queries);
    Powers powers;
    float sums[d / 32] = {};
    for (int first = 0; first < seen; first += 32) {
      const int mine = first + lane;
      float t = -INFINITY;  // of a key that the query does not see
      if (mine < seen) t = scale * dot<d>(q + row * std::size_t{d}, k + of_keys + mine * std::size_t{d});
      const float factor = powers.raise(join_warp(t, Max<float>{}));
      const float power = exp2_of(t - powers.base());
      powers.sum += join_warp(power, Sum<float>{});
      for (float& sum : sums) sum *= factor;
      for (int j = 0; j < 32 && first + j < seen; ++j) {
        const float weight = __shfl_sync(0xffffffffu, power, j);
        const Bf16* const value = v + of_keys + (first + j) * std::size_t{d};
        for (int c = 0; c < d / 32; ++c) sums[c] += weight * __bfloat162float(value[c * 32 + lane]);
      }
    }
    for (int c = 0; c < d / 32; ++c)
      o[row * std::size_t{d} + c * 32 + lane] =
          __float2bfloat16(powers.sum > 0 ? sums[c] / powers.sum : 0);
  }
}

// What a block works on: a head, and the row of its first query. Blocks with the most keys begin first.
struct Part {
  int head, first;
  __device__ explicit Part(int rows)
      : head(static_cast<int>(blockIdx.y)), first(static_cast<int>(gridDim.x - 1 - blockIdx.x) * rows) {}
};

// Scores of keys that a query does not see become minus infinity. `row` and `key` are those of the
// first element of the first fragment.
template <int n>
__device__ void hide(float (&s)[n][4], const Heads& of, int row, int key) {
  row += static_cast<int>(threadIdx.x % 32 / 4);
  key += static_cast<int>(threadIdx.x % 4 * 2);
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    const int seen = of.visible(row + 8 * half) - key;
#pragma unroll
    for (int j = 0; j < n; ++j)
#pragma unroll
      for (int e = 0; e < 2; ++e)
        if (8 * j + e >= seen) s[j][2 * half + e] = -INFINITY;
  }
}

// The largest number of a row that four lanes hold: row lane / 4 of each fragment, or eight below.
template <int n>
__device__ float largest_of_row(const float (&s)[n][4], int half) {
  float largest = -INFINITY;
#pragma unroll
  for (int j = 0; j < n; ++j) largest = fmaxf(largest, fmaxf(s[j][2 * half], s[j][2 * half + 1]));
#pragma unroll
  for (int distance = 1; distance < 4; distance *= 2)
    largest = fmaxf(largest, __shfl_xor_sync(0xffffffffu, largest, distance));
  return largest;
}

// Factors for what is relative to the old references of a lane's two rows.
struct Change {
  float factors[2];
  bool needed;
};

// Raises the references of two rows to their largest scores; or leaves those of the whole warp alone,
// if none would rise by more than `slack`.
template <int n>
__device__ Change raise(const float (&s)[n][4], Powers (&rows)[2], float scale, float slack) {
  const float to[2] = {scale * largest_of_row(s, 0), scale * largest_of_row(s, 1)};
  const bool mine = to[0] > rows[0].reference + slack || to[1] > rows[1].reference + slack;
  if (slack > 0 && !__any_sync(0xffffffffu, mine)) return {{1, 1}, false};
  return {{rows[0].raise(to[0]), rows[1].raise(to[1])}, true};
}

template <int n>
__device__ void rescale(float (&sums)[n][4], const Change& change) {
  if (!change.needed) return;
#pragma unroll
  for (int j = 0; j < n; ++j)
#pragma unroll
    for (int e = 0; e < 4; ++e) sums[j][e] *= change.factors[e / 2];
}

// Scores become powers, relative to the references.
template <int n>
__device__ void to_powers(float (&s)[n][4], Powers (&rows)[2], float scale) {
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    const float base = rows[half].base();
#pragma unroll
    for (int j = 0; j < n; ++j)
#pragma unroll
      for (int e = 2 * half; e < 2 * half + 2; ++e) {
        s[j][e] = exp2_of(fmaf(s[j][e], scale, -base));
        rows[half].sum += s[j][e];
      }
  }
}

// Two neighbouring fragments of powers, rounded, are the fragment of A for 16 keys.
inline __device__ void pack(unsigned (&a)[4], const float (&left)[4], const float (&right)[4]) {
  a[0] = packed(left[0], left[1]);
  a[1] = packed(left[2], left[3]);
  a[2] = packed(right[0], right[1]);
  a[3] = packed(right[2], right[3]);
}

template <int n>
__device__ void store_means(const float (&sums)[n][4], const Powers (&rows)[2], Bf16* o, int row,
                            int end) {
  row += static_cast<int>(threadIdx.x % 32 / 4);
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    float sum = rows[half].sum;  // of the lane's own columns
    for (int distance = 1; distance < 4; distance *= 2)
      sum += __shfl_xor_sync(0xffffffffu, sum, distance);
    const float inverse = sum > 0 ? 1 / sum : 0;  // a query that sees nothing gets zeros
    if (row + 8 * half >= end) continue;
    Bf16* const to = o + std::size_t(row + 8 * half) * (8 * n) + threadIdx.x % 4 * 2;
#pragma unroll
    for (int j = 0; j < n; ++j)
      *reinterpret_cast<unsigned*>(to + 8 * j) =
          packed(sums[j][2 * half] * inverse, sums[j][2 * half + 1] * inverse);
  }
}

template <int d>
struct WarpTiles {
  static constexpr int queries = 128, keys = 64, threads = 128;  // 32 queries for each warp
  static constexpr unsigned q_bytes = queries * d * 2, tile_bytes = keys * d * 2;
  static constexpr unsigned bytes = q_bytes + 4 * tile_bytes;  // two stages of keys and values
};

// Where 16-byte piece `piece` of a row lies.
template <int rows>
__device__ unsigned place_of(unsigned row, unsigned piece) {
  return piece / 8 * (rows * 128) + swizzled_piece(row, piece % 8);
}

// Rows of a matrix with `end` rows of d elements, starting at `first`. Beyond its end, zeros.
template <int d, int rows>
__device__ void copy_tile(unsigned char* to, const Bf16* from, int first, int end) {
  for (unsigned i = threadIdx.x; i < rows * d / 8; i += WarpTiles<d>::threads) {
    const unsigned row = i / (d / 8), piece = i % (d / 8);
    const bool inside = first + static_cast<int>(row) < end;
    const std::size_t source = inside ? first + row : 0;
    __pipeline_memcpy_async(to + place_of<rows>(row, piece), from + source * d + piece * 8, 16,
                            inside ? 0 : 16);
  }
}

// s += q kᵀ: a warp's 32 rows of q by the 64 rows of k.
template <int d>
__device__ void multiply_scores(float (&s)[2][8][4], const unsigned char* q, const unsigned char* k) {
  using T = WarpTiles<d>;
  const unsigned lane = threadIdx.x % 32, row = threadIdx.x / 32 * 32 + lane % 16;
  const unsigned key = lane / 16 * 8 + lane % 8;
#pragma unroll
  for (unsigned piece = 0; piece < d / 8; piece += 2) {  // 16 elements
    unsigned of_q[2][4], of_k[4];
    for (unsigned i = 0; i < 2; ++i)
      load_matrices(of_q[i], q + place_of<T::queries>(row + 16 * i, piece + lane / 16));
    for (unsigned j = 0; j < 4; ++j) {  // 16 keys
      load_matrices(of_k, k + place_of<T::keys>(key + 16 * j, piece + lane / 8 % 2));
      for (unsigned i = 0; i < 2; ++i) {
        mma(s[i][2 * j], of_q[i], {of_k[0], of_k[1]});
        mma(s[i][2 * j + 1], of_q[i], {of_k[2], of_k[3]});
      }
    }
  }
}

// As load_matrices, but each lane gets two elements of a column.
inline __device__ void load_transposed(unsigned (&to)[4], const void* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"(shared_address(row))
               : "memory");
}

// sums += p v: the powers p in registers, the 64 rows of v in shared memory.
template <int d>
__device__ void add_values(float (&sums)[2][d / 8][4], const float (&p)[2][8][4],
                           const unsigned char* v) {
  const unsigned lane = threadIdx.x % 32;
#pragma unroll
  for (unsigned step = 0; step < 4; ++step) {  // 16 keys
    unsigned of_p[2][4], of_v[4];
    for (unsigned i = 0; i < 2; ++i) pack(of_p[i], p[i][2 * step], p[i][2 * step + 1]);
#pragma unroll
    for (unsigned piece = 0; piece < d / 8; piece += 2) {  // 16 columns
      const unsigned key = 16 * step + lane % 16;
      load_transposed(of_v, v + place_of<WarpTiles<d>::keys>(key, piece + lane / 16));
      for (unsigned i = 0; i < 2; ++i) {
        mma(sums[i][piece], of_p[i], {of_v[0], of_v[1]});
        mma(sums[i][piece + 1], of_p[i], {of_v[2], of_v[3]});
      }
    }
  }
}

template <int d>
__global__ void __launch_bounds__(WarpTiles<d>::threads)
    attention_by_warps(const Bf16* q, const Bf16* k, const Bf16* v, Bf16* o, Heads of, float scale) {
  using T = WarpTiles<d>;
  extern __shared__ __align__(1024) unsigned char memory[];  // q, then two stages
  const Part part(T::queries);
  const std::size_t of_queries = std::size_t(part.head) * of.queries * d;
  const std::size_t of_keys = std::size_t(of.serving(part.head)) * of.keys * d;
  const int count = of.tiles(part.first, T::queries, T::keys);
  const int row = part.first + static_cast<int>(threadIdx.x / 32) * 32;  // the warp's first
  const auto stage = [&](int tile) { return memory + T::q_bytes + tile % 2 * (2 * T::tile_bytes); };
  const auto fetch = [&](int tile) {
    if (tile < count) {
      copy_tile<d, T::keys>(stage(tile), k + of_keys, tile * T::keys, of.keys);
      copy_tile<d, T::keys>(stage(tile) + T::tile_bytes, v + of_keys, tile * T::keys, of.keys);
    }
    __pipeline_commit();
  };
  copy_tile<d, T::queries>(memory, q + of_queries, part.first, of.queries);
  fetch(0);
  float sums[2][d / 8][4] = {};
  Powers rows[2][2];
#pragma unroll 1
  for (int tile = 0; tile < count; ++tile) {
    __pipeline_wait_prior(0);
    __syncthreads();  // the tile is complete, and all have used the one before
    fetch(tile + 1);
    float s[2][8][4] = {};
    multiply_scores<d>(s, memory, stage(tile));
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      if ((tile + 1) * T::keys > of.visible(row)) hide(s[i], of, row + 16 * i, tile * T::keys);
      rescale(sums[i], raise(s[i], rows[i], scale, 0));
      to_powers(s[i], rows[i], scale);
    }
    add_values<d>(sums, s, stage(tile) + T::tile_bytes);
  }
  __pipeline_wait_prior(0);
  for (int i = 0; i < 2; ++i)
    store_means(sums[i], rows[i], o + of_queries, row + 16 * i, of.queries);
}

inline float scale_of(int d) { return 1.44269504f / std::sqrt(static_cast<float>(d)); }

template <int d>
void attend_by_warps(const Bf16* q, const Bf16* k, const Bf16* v, Bf16* o, const Heads& of,
                     Place place = Place::current()) {
  using T = WarpTiles<d>;
  constexpr auto kernel = attention_by_warps<d>;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, T::bytes), place);
  const dim3 grid(static_cast<unsigned>((of.queries + T::queries - 1) / T::queries), static_cast<unsigned>(of.heads));
  kernel<<<grid, T::threads, T::bytes>>>(q, k, v, o, of, scale_of(d));
  check(cudaGetLastError(), place);
}

#define WEFT_TEN(t) "%" t "0, %" t "1, %" t "2, %" t "3, %" t "4, %" t "5, %" t "6, %" t "7, %" t "8, %" t "9"
#define WEFT_IO4(i) "+f"(d[i]), "+f"(d[(i) + 1]), "+f"(d[(i) + 2]), "+f"(d[(i) + 3])
#define WEFT_IO16(i) WEFT_IO4(i), WEFT_IO4((i) + 4), WEFT_IO4((i) + 8), WEFT_IO4((i) + 12)
#define WEFT_THIRTY WEFT_TEN("") ", " WEFT_TEN("1") ", " WEFT_TEN("2")

// d += a b: each warp has 16 × 16 elements of a in registers; b has 16 rows, of as many columns as a lane has pairs of sums.
inline __device__ void wgmma_by_rows(float (&d)[32], const unsigned (&a)[4], std::uint64_t b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {" WEFT_THIRTY
               ", %30, %31}, {%32, %33, %34, %35}, %36, 1, 1, 1, 1;\n"
               : WEFT_IO16(0), WEFT_IO16(16) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}
inline __device__ void wgmma_by_rows(float (&d)[64], const unsigned (&a)[4], std::uint64_t b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {" WEFT_THIRTY ", " WEFT_TEN("3") ", " WEFT_TEN(
                   "4") ", " WEFT_TEN("5") ", %60, %61, %62, %63}, {%64, %65, %66, %67}, %68, 1, 1, 1, 1;\n"
               : WEFT_IO16(0), WEFT_IO16(16), WEFT_IO16(32), WEFT_IO16(48)
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}

#undef WEFT_TEN
#undef WEFT_IO4
#undef WEFT_IO16
#undef WEFT_THIRTY

// Of a matrix whose rows run along n: panels of 64 columns, `apart` bytes from one to the next.
inline __device__ std::uint64_t describe_rows(const void* matrix, unsigned apart) {
  const std::uint64_t address = (shared_address(matrix) & 0x3ffff) >> 4;
  constexpr std::uint64_t eight_rows = 1024 >> 4, swizzle_128 = 1;
  return address | std::uint64_t{apart >> 4} << 16 | eight_rows << 32 | swizzle_128 << 62;
}

template <class Choices>
struct AttentionPlan : Choices {
  using Choices::consumers, Choices::d, Choices::stages;
  static constexpr int queries = 64 * consumers, keys = 128;
  static constexpr int threads = 128 * (1 + consumers), cluster = 1;
  static constexpr unsigned q_bytes = 64 * d * 2, tile_bytes = keys * d * 2;

  struct Shared {
    alignas(1024) unsigned char q[consumers][q_bytes];
    alignas(1024) unsigned char tiles[stages][tile_bytes];
    Mbarrier of_q, full[stages], empty[stages];
  };
};

template <class P>
__device__ void produce_tiles(typename P::Shared& shared, const CUtensorMap& map_q,
                              const CUtensorMap& map_k, const CUtensorMap& map_v, const Heads& of,
                              const Part& part, int count) {
  if (count == 0) return;
  shared.of_q.arrive_expecting(P::consumers * P::q_bytes);
  for (int c = 0; c < P::consumers; ++c)
    for (int x = 0; x < P::d; x += 64)
      load_tile(shared.q[c] + x * 128, map_q, x, part.first + 64 * c, part.head, shared.of_q);
  Ring<P::stages> at{0, 1};  // the first wait for an empty stage ends immediately
  const auto load = [&](const CUtensorMap& map, int tile) {
    Mbarrier& full = shared.full[at.stage];
    shared.empty[at.stage].wait(at.parity);
    full.arrive_expecting(P::tile_bytes);
    for (int x = 0; x < P::d; x += 64)
      load_tile(shared.tiles[at.stage] + x * (2 * P::keys), map, x, tile * P::keys,
                of.serving(part.head), full);
    at.advance();
  };
  for (int tile = 0; tile < count; ++tile) {
    load(map_k, tile);
    if (!P::overlap) load(map_v, tile);
    if (P::overlap && tile > 0) load(map_v, tile - 1);  // as overlapped() uses them
  }
  if (P::overlap) load(map_v, count - 1);
}

template <class P>
__device__ void start_scores(float (&s)[P::keys / 2], const unsigned char* q, const unsigned char* k) {
  begin_products();
#pragma unroll
  for (int part = 0; part < P::d / 16; ++part)
    wgmma(s, describe(q + part / 4 * (64 * 128) + part % 4 * 32),
          describe(k + part / 4 * (P::keys * 128) + part % 4 * 32), part > 0);
  commit_products();
}

// Until here the compiler keeps the operand in its register, although it has passed it on before.
inline __device__ void hold(unsigned& operand) { asm volatile("" : "+r"(operand)::"memory"); }

template <class P>
__device__ void start_values(float (&sums)[P::d / 2], const unsigned (&p)[P::keys / 16][4],
                             const unsigned char* v) {
  begin_products();
#pragma unroll
  for (int step = 0; step < P::keys / 16; ++step)
    wgmma_by_rows(sums, p[step], describe_rows(v + step * (16 * 128), P::keys * 128));
  commit_products();
}

// With two consumers: one starts products while the other computes powers.
template <class P>
__device__ void take_turn(int group) {
  if constexpr (P::alternate) asm volatile("bar.sync %0, 256;" ::"r"(1 + group) : "memory");
}
template <class P>
__device__ void pass_turn(int group) {
  if constexpr (P::alternate) asm volatile("bar.arrive %0, 256;" ::"r"(2 - group) : "memory");
}

template <int n>
__device__ float (&fragments(float (&sums)[n]))[n / 4][4] {
  return reinterpret_cast<float(&)[n / 4][4]>(sums);
}

// 64 queries of a head, in the registers of a warpgroup.
template <class P>
struct Consumer {
  typename P::Shared& shared;
  const Heads& of;
  int group, first, count;  // which consumer, the warp's first query, the number of tiles
  float scale;
  float sums[P::d / 2], s[P::keys / 2];
  unsigned p[P::keys / 16][4];
  Powers rows[2];
  Ring<P::stages> at;

  // The next tile of the ring, as soon as it is full: its stage.
  __device__ int next() {
    const int stage = at.stage;
    shared.full[stage].wait(at.parity);
    at.advance();
    return stage;
  }
  __device__ int scores() {
    const int stage = next();
    start_scores<P>(s, shared.q[group], shared.tiles[stage]);
    return stage;
  }
  __device__ int values() {
    const int stage = next();
    start_values<P>(sums, p, shared.tiles[stage]);
    return stage;
  }
  __device__ void finish(int stage) {
    wait_for_products<0>();
    for (auto& of_step : p)
      for (unsigned& operand : of_step) hold(operand);
    release<P>(shared.empty[stage]);
  }
  __device__ Change powers(int tile) {
    if ((tile + 1) * P::keys > of.visible(first)) hide(fragments(s), of, first, tile * P::keys);
    const Change change = raise(fragments(s), rows, scale, P::slack);
    to_powers(fragments(s), rows, scale);
    return change;
  }
  __device__ void pack_powers() {
  #pragma unroll
    for (int step = 0; step < P::keys / 16; ++step)
      pack(p[step], fragments(s)[2 * step], fragments(s)[2 * step + 1]);
  }

  __device__ void one_after_another() {
  #pragma unroll 1
    for (int tile = 0; tile < count; ++tile) {
      finish(scores());
      rescale(fragments(sums), powers(tile));
      pack_powers();
      finish(values());
    }
  }

  __device__ void overlapped() {
    if (P::alternate && group == 1) pass_turn<P>(1);  // the first turn is group 0's
    take_turn<P>(group);
    finish(scores());
    pass_turn<P>(group);
    powers(0);
    pack_powers();
  #pragma unroll 1
    for (int tile = 1; tile < count; ++tile) {
      take_turn<P>(group);
      const int of_scores = scores(), of_values = values();  // of this tile, and of the previous one
      pass_turn<P>(group);
      wait_for_products<1>();  // the scores
      release<P>(shared.empty[of_scores]);
      const Change change = powers(tile);
      finish(of_values);
      rescale(fragments(sums), change);
      pack_powers();
    }
    take_turn<P>(group);
    const int stage = values();
    if (group == 0) pass_turn<P>(0);
    finish(stage);
  }
};

template <class P>
__global__ void __launch_bounds__(P::threads, 1)
    attention_by_groups(const __grid_constant__ CUtensorMap map_q,
                        const __grid_constant__ CUtensorMap map_k,
                        const __grid_constant__ CUtensorMap map_v, Bf16* o, Heads of, float scale) {
#ifdef WEFT_HOPPER
  extern __shared__ __align__(1024) unsigned char memory[];
  auto& shared = *reinterpret_cast<typename P::Shared*>(memory);
  if (threadIdx.x == 0) {
    shared.of_q.init(1);
    for (Mbarrier& full : shared.full) full.init(1);
    for (Mbarrier& empty : shared.empty) empty.init(4 * P::consumers);
    publish_barriers();
  }
  __syncthreads();
  const Part part(P::queries);
  const int count = of.tiles(part.first, P::queries, P::keys);
  const int group = static_cast<int>(threadIdx.x / 128) - 1;
  if (group < 0) {
    if constexpr (P::consumers == 2) release_registers<40>();
    if (threadIdx.x == 0) produce_tiles<P>(shared, map_q, map_k, map_v, of, part, count);
  } else {
    if constexpr (P::consumers == 2) acquire_registers<232>();
    const int first = part.first + 64 * group + static_cast<int>(threadIdx.x % 128 / 32) * 16;
    Consumer<P> consumer{shared, of, group, first, count, scale, {}, {}, {}, {}, {0, 0}};
    if (count > 0) {
      shared.of_q.wait(0);
      if constexpr (P::overlap) consumer.overlapped();
      else consumer.one_after_another();
    }
    Bf16* const to = o + std::size_t(part.head) * of.queries * P::d;
    store_means(fragments(consumer.sums), consumer.rows, to, first, of.queries);
  }
#endif
}

template <class Choices>
class AttentionByGroups {
  using P = AttentionPlan<Choices>;

 public:
  AttentionByGroups(const Bf16* q, const Bf16* k, const Bf16* v, Bf16* o, const Heads& of)
      : q_(map(q, of.heads, of.queries, 64)), k_(map(k, of.of_keys, of.keys, P::keys)),
        v_(map(v, of.of_keys, of.keys, P::keys)), o_(o), of_(of) {}

  void operator()(Place place = Place::current()) const {
    constexpr auto kernel = attention_by_groups<P>;
    constexpr unsigned bytes = sizeof(typename P::Shared);
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), place);
    const dim3 grid(static_cast<unsigned>((of_.queries + P::queries - 1) / P::queries), static_cast<unsigned>(of_.heads));
    kernel<<<grid, P::threads, bytes>>>(q_, k_, v_, o_, of_, scale_of(P::d));
    check(cudaGetLastError(), place);
  }

 private:
  static CUtensorMap map(const Bf16* of, int heads, int rows, unsigned box_rows) {
    return make_map(of, {std::size_t{P::d}, std::size_t(rows), std::size_t(heads)}, {64u, box_rows, 1u},
                    CU_TENSOR_MAP_SWIZZLE_128B);
  }
  CUtensorMap q_, k_, v_;
  Bf16* o_;
  Heads of_;
};

template <int head_dimension>
struct OneGroup {
  static constexpr int d = head_dimension, consumers = 1, stages = 4;
  static constexpr bool overlap = false, alternate = false;
  static constexpr float slack = 0;
};
template <int d> struct TwoGroups : OneGroup<d> { static constexpr int consumers = 2; };
template <int d> struct Overlapped : TwoGroups<d> { static constexpr bool overlap = true; };
template <int d> struct Slack : Overlapped<d> { static constexpr float slack = 8; };
template <int d> struct Alternating : Slack<d> { static constexpr bool alternate = true; };

}  // namespace weft
