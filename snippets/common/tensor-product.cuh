// Tangled from chapters/27-tensor-cores.md. Edit there. [sha1 af794f22132526182f0b1da6907102e823754c26]
// Products of bfloat16 matrices by wgmma, for compute capability 9.0.
#pragma once

#include "common/warpgroup.cuh"

#include <algorithm>

namespace weft {

enum class Order { rows, bands };
enum class Store { direct, map };

// What follows from the choices of a step.
template <class Choices>
struct Plan : Choices {
  using Choices::cluster, Choices::consumers, Choices::rows_each, Choices::stages, Choices::tile_n;
  static constexpr int tile_m = rows_each * consumers, tile_k = 64;  // 64 elements: 128 bytes
  static constexpr int threads = 128 * (1 + consumers), arrivals = 4 * consumers * cluster;
  static constexpr unsigned a_bytes = tile_m * tile_k * 2, b_bytes = tile_n * tile_k * 2;
  static constexpr bool by_map = Choices::store == Store::map;

  struct Shared {
    alignas(1024) unsigned char a[stages][a_bytes];
    alignas(1024) unsigned char b[stages][b_bytes];
    alignas(1024) unsigned char out[by_map ? consumers : 1][by_map ? 2 * 64 * 128 : 16];
    Mbarrier full[stages], empty[stages];
  };
};

struct Shape {
  int m, n, k;
};

// Which tiles a block computes, or a cluster: one above the other in the blocks of a cluster.
template <class P>
struct Work {
  int rows, columns, steps, first, stride, rank;
  __device__ explicit Work(const Shape& of)
      : rows(ceil_div(of.m, P::tile_m * P::cluster)), columns(ceil_div(of.n, P::tile_n)),
        steps(ceil_div(of.k, P::tile_k)), first(static_cast<int>(blockIdx.x) / P::cluster),
        stride(static_cast<int>(gridDim.x) / P::cluster),
        rank(static_cast<int>(blockIdx.x) % P::cluster) {}
  static constexpr __host__ __device__ int ceil_div(int a, int b) { return (a + b - 1) / b; }
  struct Corner {
    int row, column;
  };
  // Where the i-th tile begins: row by row, or in bands of 8 tiles, column by column.
  __device__ Corner corner(int i) const {
    int row = i / columns, column = i % columns;
    if constexpr (P::order == Order::bands) {
      constexpr int band = 8 / P::cluster;
      const int top = i / (band * columns) * band, height = min(band, rows - top);
      row = top + i % (band * columns) % height;
      column = i % (band * columns) / height;
    }
    return {(row * P::cluster + rank) * P::tile_m, column * P::tile_n};
  }
};

// A place in the ring of stages, and the parity of the phase that its barrier is in.
template <int stages>
struct Ring {
  int stage;
  unsigned parity;
  __device__ void advance() {
    if (++stage == stages) {
      stage = 0;
      parity ^= 1;
    }
  }
};

// Four matrices of 8 × 8: lane l passes the address of row l % 8 of matrix l / 8.
inline __device__ void store_matrices(void* row, unsigned a, unsigned b, unsigned c, unsigned d) {
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(shared_address(row)),
               "r"(a), "r"(b), "r"(c), "r"(d)
               : "memory");
}
inline __device__ unsigned packed(float low, float high) {
  const __nv_bfloat162 both = __floats2bfloat162_rn(low, high);
  return *reinterpret_cast<const unsigned*>(&both);
}
// A barrier for the four warps of a warpgroup.
inline __device__ void sync_warpgroup(int group) {
  asm volatile("bar.sync %0, 128;" ::"r"(group) : "memory");
}
// Arrives at the barrier that has this place in another block of the cluster. PTX requires
// `.release.cluster`, with which nvcc waits for all of the thread's accesses, for half of the time.
// The products have been waited for, so a GPU needs less; CUTLASS also arrives in this way.
inline __device__ void arrive_there(Mbarrier& barrier, unsigned rank) {
#ifdef __LOOM__
  barrier.arrive_in(rank);
#else
  asm volatile(
      "{\n.reg .b32 there;\n"
      "mapa.shared::cluster.u32 there, %0, %1;\n"
      "mbarrier.arrive.shared::cluster.b64 _, [there];\n}" ::"r"(barrier.address()),
      "r"(rank)
      : "memory");
#endif
}

template <class P>
__device__ void produce(typename P::Shared& shared, const CUtensorMap& map_a, const CUtensorMap& map_b,
                        const Work<P>& work) {
  Ring<P::stages> at{0, 1};  // the first wait for an empty stage ends immediately
  for (int i = work.first; i < work.rows * work.columns; i += work.stride) {
    const auto corner = work.corner(i);
    for (int k = 0; k < work.steps; ++k, at.advance()) {
      Mbarrier& full = shared.full[at.stage];
      shared.empty[at.stage].wait(at.parity);
      full.arrive_expecting(P::a_bytes + P::b_bytes);
      load_tile(shared.a[at.stage], map_a, k * P::tile_k, corner.row, full);
      if constexpr (P::cluster == 1) {
        load_tile(shared.b[at.stage], map_b, k * P::tile_k, corner.column, full);
      } else {  // each block of the cluster copies its part for all
        load_tile_to((1u << P::cluster) - 1, shared.b[at.stage] + work.rank * (P::b_bytes / P::cluster),
                     map_b, k * P::tile_k, corner.column + work.rank * (P::tile_n / P::cluster), full);
      }
    }
  }
}

// Every warp says that it has read a stage, to the producers of all blocks that wrote to it.
template <class P>
__device__ void release(Mbarrier& empty) {
  const unsigned lane = threadIdx.x % 32;
  if constexpr (P::cluster == 1) {
    if (lane == 0) empty.arrive();
  } else {
    if (lane < P::cluster) arrive_there(empty, lane);
  }
}

template <class P>
__device__ void multiply_tile(typename P::Shared& shared, Ring<P::stages>& at, int steps, int consumer,
                              float (&sums)[P::rows_each / 64][P::tile_n / 2]) {
  int before = 0;
  for (int k = 0; k < steps; ++k, at.advance()) {
    shared.full[at.stage].wait(at.parity);
    begin_products();
    const unsigned char* const a = shared.a[at.stage] + consumer * P::rows_each * 128;
    const unsigned char* const b = shared.b[at.stage];
#pragma unroll
    for (int j = 0; j < P::rows_each / 64; ++j)
#pragma unroll
      for (int part = 0; part < P::tile_k / 16; ++part)
        wgmma(sums[j], describe(a + j * 64 * 128 + part * 32), describe(b + part * 32), k + part > 0);
    commit_products();
    wait_for_products<P::pending>();
    if (P::pending == 0 || k > 0) release<P>(shared.empty[P::pending == 0 ? at.stage : before]);
    before = at.stage;
  }
  wait_for_products<0>();
  if (P::pending > 0) release<P>(shared.empty[before]);
}

template <class P, class Finish>
__device__ void store_pairs(const float (&sums)[P::tile_n / 2], Bf16* c, const Shape& of, int row,
                            int column, const Finish& finish) {
  row += static_cast<int>(threadIdx.x % 128 / 32 * 16 + threadIdx.x % 32 / 4);
  column += static_cast<int>(threadIdx.x % 4 * 2);
#pragma unroll
  for (int p = 0; p < P::tile_n / 4; ++p) {
    const int y = row + p % 2 * 8, x = column + p / 2 * 8;
    if (y >= of.m || x >= of.n) continue;
    Bf16* const to = c + y * std::size_t(of.n) + x;
    const float first = finish(sums[2 * p], x), second = finish(sums[2 * p + 1], min(x + 1, of.n - 1));
    if (of.n % 2 == 0) {
      *reinterpret_cast<__nv_bfloat162*>(to) = __floats2bfloat162_rn(first, second);
    } else {
      to[0] = __float2bfloat16(first);
      if (x + 1 < of.n) to[1] = __float2bfloat16(second);
    }
  }
}

template <class P, class Finish>
__device__ void store_by_map(const float (&sums)[P::tile_n / 2], unsigned char* out, const CUtensorMap& map,
                             int last, int row, int column, int group, const Finish& finish) {
  const unsigned thread = threadIdx.x % 128, lane = thread % 32, of_warp = thread / 32 * 16 + lane % 16;
#pragma unroll
  for (int half = 0; half < P::tile_n / 128; ++half) {
    if (thread == 0) wait_until_read<0>();
    sync_warpgroup(group);
#pragma unroll
    for (int q = 0; q < 8; ++q) {  // 16 columns at a time
      const float* const s = sums + half * 64 + q * 8;
      const int x = column + half * 128 + q * 16 + static_cast<int>(lane % 4 * 2);
      const auto two = [&](int i, int at) {
        return packed(finish(s[i], min(at, last)), finish(s[i + 1], min(at + 1, last)));
      };
      store_matrices(out + q / 4 * (64 * 128) + swizzled_piece(of_warp, q % 4 * 2 + lane / 16),
                     two(0, x), two(2, x), two(4, x + 8), two(6, x + 8));
    }
    fence_async();
    sync_warpgroup(group);
    if (thread != 0) continue;
    for (int box = 0; box < 2; ++box)
      store_tile(map, column + half * 128 + box * 64, row, out + box * (64 * 128));
    commit_stores();
  }
}

template <class P, class Finish>
__device__ void consume(typename P::Shared& shared, const CUtensorMap& map_c, Bf16* c, const Shape& of,
                        const Work<P>& work, int consumer, const Finish& finish) {
  Ring<P::stages> at{0, 0};
  float sums[P::rows_each / 64][P::tile_n / 2];
  for (int i = work.first; i < work.rows * work.columns; i += work.stride) {
    const auto corner = work.corner(i);
    multiply_tile<P>(shared, at, work.steps, consumer, sums);
#pragma unroll
    for (int j = 0; j < P::rows_each / 64; ++j) {
      const int row = corner.row + consumer * P::rows_each + j * 64;
      if constexpr (P::by_map) {
        store_by_map<P>(sums[j], shared.out[consumer], map_c, of.n - 1, row, corner.column, 1 + consumer,
                        finish);
      } else {
        store_pairs<P>(sums[j], c, of, row, corner.column, finish);
      }
    }
  }
  if (P::by_map && threadIdx.x % 128 == 0) wait_until_stored<0>();
}

template <class P>
__device__ void sync_all() {
  if constexpr (P::cluster > 1) {
    asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
  } else {
    __syncthreads();
  }
}

template <class P, class Finish>
__global__ void __launch_bounds__(P::threads, 1)
    product_by_warpgroups(const __grid_constant__ CUtensorMap map_a, const __grid_constant__ CUtensorMap map_b,
                          const __grid_constant__ CUtensorMap map_c, Bf16* c, Shape of, Finish finish) {
#ifdef WEFT_HOPPER
  extern __shared__ __align__(1024) unsigned char memory[];
  auto& shared = *reinterpret_cast<typename P::Shared*>(memory);
  if (threadIdx.x == 0) {
    for (Mbarrier& full : shared.full) full.init(1);
    for (Mbarrier& empty : shared.empty) empty.init(P::arrivals);
    publish_barriers();
  }
  sync_all<P>();
  const Work<P> work(of);
  const int group = static_cast<int>(threadIdx.x / 128);
  if (group == 0) {
    if constexpr (P::consumers == 2) release_registers<40>();
    if (threadIdx.x == 0) produce<P>(shared, map_a, map_b, work);
  } else {
    if constexpr (P::consumers == 2) acquire_registers<232>();
    consume<P>(shared, map_c, c, of, work, group - 1, finish);
  }
  if constexpr (P::cluster > 1) sync_all<P>();  // no block leaves while another writes to it
#endif
}

struct Same {  // what happens to a sum before it is stored: nothing
  __device__ float operator()(float sum, int) const { return sum; }
};

// c = finish(a bᵀ): a is m × k, b is n × k, c is m × n, all by rows, which begin at multiples of 16 bytes.
template <class Choices>
class TensorProduct {
  using P = Plan<Choices>;

 public:
  TensorProduct(const Bf16* a, const Bf16* b, Bf16* c, const Shape& of, int pitch = 0)
      : a_(map(a, of.m, of.k, P::tile_m, pitch)), b_(map(b, of.n, of.k, P::tile_n / P::cluster, pitch)),
        c_(P::by_map ? map(c, of.m, of.n, 64, of.n) : a_), out_(c), of_(of) {}

  // With fewer blocks, if `most` is given; they then compute several tiles each.
  template <class Finish = Same>
  void operator()(const Finish& finish = {}, int most = 0, Place place = Place::current()) const;

 private:
  static CUtensorMap map(const Bf16* of, int rows, int columns, unsigned box_rows, int pitch) {
    return make_map(of, {std::size_t(columns), std::size_t(rows)}, {64u, box_rows},
                    CU_TENSOR_MAP_SWIZZLE_128B, std::size_t(pitch == 0 ? columns : pitch));
  }
  CUtensorMap a_, b_, c_;
  Bf16* out_;
  Shape of_;
};

template <class Choices>
template <class Finish>
void TensorProduct<Choices>::operator()(const Finish& finish, int most, Place place) const {
  const auto kernel = product_by_warpgroups<P, Finish>;
  constexpr unsigned bytes = sizeof(typename P::Shared);
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), place);
  int processors = 0;
  check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0), place);
  const int rows = Work<P>::ceil_div(of_.m, P::tile_m * P::cluster), columns = Work<P>::ceil_div(of_.n, P::tile_n);
  const int clusters = P::persistent ? (most > 0 ? most : processors) / P::cluster : rows * columns;
  cudaLaunchAttribute together{};
  together.id = cudaLaunchAttributeClusterDimension;
  together.val.clusterDim = {P::cluster, 1, 1};
  cudaLaunchConfig_t launch{};
  launch.gridDim = dim3(static_cast<unsigned>(std::min(rows * columns, clusters) * P::cluster));
  launch.blockDim = dim3(P::threads);
  launch.dynamicSmemBytes = bytes;
  launch.attrs = &together;
  launch.numAttrs = 1;
  check(cudaLaunchKernelEx(&launch, kernel, a_, b_, c_, out_, of_, finish), place);
}

}  // namespace weft
