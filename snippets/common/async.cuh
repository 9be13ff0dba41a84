// Tangled from chapters/26-asynchronous-copies.md. Edit there. [sha1 c9ca1cd0edb053476129893fa3d5066854abeefa]
// Asynchronous copies in bulk and by tensor maps, and the barriers that count their bytes.
#pragma once

#include "common/check.cuh"

#include <cuda.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

namespace weft {

// A global object of this type: on an older device the whole program is skipped.
struct NeedsCapability {
  explicit NeedsCapability(int needed) {
    int major = 0;
    const cudaError_t error =
        cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
    if (error != cudaSuccess || major >= needed) return;  // main says so if there is no device
    std::printf("skipped: needs a device of compute capability %d.0 or above\n", needed);
    std::exit(77);
  }
};

inline __device__ unsigned shared_address(const void* address) {
  return static_cast<unsigned>(__cvta_generic_to_shared(address));
}

// 8 bytes of shared memory that count arrivals and bytes. One thread initialises it.
class Mbarrier {
 public:
  __device__ void init(unsigned arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address()), "r"(arrivals)
                 : "memory");
  }
  __device__ void arrive() {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address()) : "memory");
  }
  // Arrives, and makes the phase last until these bytes have been written as well.
  __device__ void arrive_expecting(unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address()),
                 "r"(bytes)
                 : "memory");
  }
  // Whether the phase of this parity has ended.
  __device__ bool has_ended(unsigned parity) {
    unsigned ended;
    asm volatile(
        "{\n.reg .pred p;\n"
        "mbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2;\n"
        "selp.u32 %0, 1, 0, p;\n}"
        : "=r"(ended)
        : "r"(address()), "r"(parity)
        : "memory");
    return ended != 0;
  }
  // Waits for that. The instruction may return early with false, hence the loop.
  __device__ void wait(unsigned parity) {
    asm volatile(
        "{\n.reg .pred p;\n"
        "again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
        "@!p bra again;\n}" ::"r"(address()),
        "r"(parity)
        : "memory");
  }
  // Arrives at the barrier that has this place in another block of the cluster.
  __device__ void arrive_in(unsigned block_rank) {
    asm volatile(
        "{\n.reg .b32 there;\n"
        "mapa.shared::cluster.u32 there, %0, %1;\n"
        "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [there];\n}" ::"r"(address()),
        "r"(block_rank)
        : "memory");
  }
  __device__ unsigned address() const { return shared_address(&state_); }

 private:
  std::uint64_t state_;
};

// After the initialisation of barriers, before copies or other blocks use them.
inline __device__ void publish_barriers() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

// From global to shared memory. Both addresses and `bytes` are multiples of 16.
inline __device__ void load_bulk(void* to, const void* from, unsigned bytes, Mbarrier& barrier) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
          "r"(shared_address(to)), "l"(from), "r"(bytes), "r"(barrier.address())
      : "memory");
}

// The box of a tensor map that begins at column x and row y (of plane z), to shared memory.
inline __device__ void load_tile(void* to, const CUtensorMap& map, int x, int y,
                                 Mbarrier& barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
      " [%0], [%1, {%2, %3}], [%4];" ::"r"(shared_address(to)),
      "l"(&map), "r"(x), "r"(y), "r"(barrier.address())
      : "memory");
}
inline __device__ void load_tile(void* to, const CUtensorMap& map, int x, int y, int z,
                                 Mbarrier& barrier) {
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
      " [%0], [%1, {%2, %3, %4}], [%5];" ::"r"(shared_address(to)),
      "l"(&map), "r"(x), "r"(y), "r"(z), "r"(barrier.address())
      : "memory");
}

// The same, to this address in each block of the cluster whose bit is set, and to its barrier.
inline __device__ void load_tile_to(unsigned blocks, void* to, const CUtensorMap& map, int x, int y,
                                    Mbarrier& barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
      ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(shared_address(to)),
      "l"(&map), "r"(x), "r"(y), "r"(barrier.address()),
      "h"(static_cast<unsigned short>(blocks))
      : "memory");
}

// Between what threads have written to shared memory and asynchronous copies that read it.
inline __device__ void fence_async() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
inline __device__ void store_tile(const CUtensorMap& map, int x, int y, const void* from) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" ::
                   "l"(&map), "r"(x), "r"(y), "r"(shared_address(from))
               : "memory");
}
inline __device__ void commit_stores() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
// Waits until all but the last `pending` batches of this thread have read shared memory …
template <unsigned pending>
__device__ void wait_until_read() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(pending) : "memory");
}
// … and until they have also written global memory.
template <unsigned pending>
__device__ void wait_until_stored() {
  asm volatile("cp.async.bulk.wait_group %0;" ::"n"(pending) : "memory");
}
inline __device__ void store_bulk(void* to, const void* from, unsigned bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),
               "r"(shared_address(from)), "r"(bytes)
               : "memory");
}
inline __device__ void store_tile(const CUtensorMap& map, int x, int y, int z, const void* from) {
  asm volatile(
      "cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [%0, {%1, %2, %3}], [%4];" ::"l"(
          &map),
      "r"(x), "r"(y), "r"(z), "r"(shared_address(from))
      : "memory");
}

// One lane of the warp gets true. For whole warps.
inline __device__ bool elected() {
  unsigned chosen;
  asm volatile(
      "{\n.reg .pred p;\n"
      "elect.sync _|p, 0xffffffff;\n"
      "selp.u32 %0, 1, 0, p;\n}"
      : "=r"(chosen));
  return chosen != 0;
}
// For all warps of a warpgroup, four of them; only for compute capability 9.0 itself (sm_90a).
template <unsigned registers>
__device__ void release_registers() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(registers));
}
template <unsigned registers>
__device__ void acquire_registers() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(registers));
}

// The driver's function. Asking the runtime for it saves linking with the driver's library.
inline auto tensor_map_encoder() {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult status;
  check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault,
                                         &status));
  if (status != cudaDriverEntryPointSuccess) check(cudaErrorNotSupported);
  return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(found);
}

template <class T>
struct TensorType;
template <>
struct TensorType<float> {
  static constexpr auto value = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
};
template <>
struct TensorType<unsigned> {
  static constexpr auto value = CU_TENSOR_MAP_DATA_TYPE_UINT32;
};

// Of a dense array of `sizes` elements, the fastest dimension first, copied in boxes of `box`.
// `pitch` is the number of elements from one row to the next, if it is not sizes[0].
template <class T, std::size_t rank>
CUtensorMap make_map(T* memory, const std::size_t (&sizes)[rank], const unsigned (&box)[rank],
                     CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE,
                     std::size_t pitch = 0, Place place = Place::current()) {
  cuuint64_t extents[rank], strides[rank];
  cuuint32_t steps[rank];
  std::size_t stride = (pitch == 0 ? sizes[0] : pitch) * sizeof(T);
  for (std::size_t d = 0; d < rank; ++d) {
    extents[d] = sizes[d];
    steps[d] = 1;
    strides[d] = stride;  // in bytes, from one element of dimension d + 1 to the next
    if (d + 1 < rank) stride *= sizes[d + 1];
  }
  using Element = std::remove_const_t<T>;
  CUtensorMap map;
  const CUresult result = tensor_map_encoder()(
      &map, TensorType<Element>::value, rank, const_cast<Element*>(memory), extents, strides, box,
      steps, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) check(cudaErrorInvalidValue, place);
  return map;
}

}  // namespace weft
