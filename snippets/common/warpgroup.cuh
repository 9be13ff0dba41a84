// Tangled from chapters/27-tensor-cores.md. Edit there. [sha1 af293d2a1f7741cdb373801b68c0de2c4f71dbfd]
// Products of matrices by a warpgroup, for compute capability 9.0.
#pragma once

#include "common/async.cuh"
#include "common/tensor-core.cuh"

#if defined(__LOOM__) || defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define WEFT_HOPPER
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 900
#error "for compute capability 9.0, compile with -arch=sm_90a: wgmma and setmaxnreg exist only there"
#endif

namespace weft {

// A global object of this type: on a device of any other capability the whole program is skipped.
struct NeedsHopper {
  NeedsHopper() {
    int major = 0, minor = 0;
    if (cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0) != cudaSuccess) return;
    cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0);
    if (major == 9 && minor == 0) return;
    std::printf("skipped: wgmma needs a device of compute capability 9.0, and none else has it\n");
    std::exit(77);
  }
};

}  // namespace weft

namespace weft {

// Before the first product: what this warpgroup has written to the registers of the sums is complete.
inline __device__ void begin_products() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
// All products since the last call form one batch.
inline __device__ void commit_products() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
// Waits until all but the last `pending` batches are complete.
template <int pending>
__device__ void wait_for_products() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory");
}

// Of a matrix with rows of 128 bytes, swizzled in spans of 128 bytes; the tile begins at a multiple of 1,024.
inline __device__ std::uint64_t describe(const void* matrix) {
  const std::uint64_t address = (shared_address(matrix) & 0x3ffff) >> 4;
  constexpr std::uint64_t eight_rows = 1024 >> 4, swizzle_128 = 1;
  return address | std::uint64_t{1} << 16 | eight_rows << 32 | swizzle_128 << 62;
}

#define WEFT_TEN(t) "%" t "0, %" t "1, %" t "2, %" t "3, %" t "4, %" t "5, %" t "6, %" t "7, %" t "8, %" t "9"
#define WEFT_IO4(i) "+f"(d[i]), "+f"(d[(i) + 1]), "+f"(d[(i) + 2]), "+f"(d[(i) + 3])
#define WEFT_IO16(i) WEFT_IO4(i), WEFT_IO4((i) + 4), WEFT_IO4((i) + 8), WEFT_IO4((i) + 12)
#define WEFT_IO64(i) WEFT_IO16(i), WEFT_IO16((i) + 16), WEFT_IO16((i) + 32), WEFT_IO16((i) + 48)
#define WEFT_SIXTY \
  WEFT_TEN("") ", " WEFT_TEN("1") ", " WEFT_TEN("2") ", " WEFT_TEN("3") ", " WEFT_TEN("4") ", " WEFT_TEN("5")
#define WEFT_LIST32 WEFT_TEN("") ", " WEFT_TEN("1") ", " WEFT_TEN("2") ", %30, %31"
#define WEFT_LIST64 WEFT_SIXTY ", %60, %61, %62, %63"
#define WEFT_LIST128                                                                                     \
  WEFT_SIXTY ", " WEFT_TEN("6") ", " WEFT_TEN("7") ", " WEFT_TEN("8") ", " WEFT_TEN("9") ", " WEFT_TEN( \
      "10") ", " WEFT_TEN("11") ", %120, %121, %122, %123, %124, %125, %126, %127"

// d += a bᵀ if `add`, else d = a bᵀ: 64 rows of a, as many of b as a lane has pairs of sums, 16 along k.
inline __device__ void wgmma(float (&d)[32], std::uint64_t a, std::uint64_t b, bool add) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %34, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {" WEFT_LIST32 "}, %32, %33, p, 1, 1, 0, 0;\n}\n"
               : WEFT_IO16(0), WEFT_IO16(16) : "l"(a), "l"(b), "r"(static_cast<int>(add)));
}
inline __device__ void wgmma(float (&d)[64], std::uint64_t a, std::uint64_t b, bool add) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %66, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {" WEFT_LIST64 "}, %64, %65, p, 1, 1, 0, 0;\n}\n"
               : WEFT_IO64(0) : "l"(a), "l"(b), "r"(static_cast<int>(add)));
}
inline __device__ void wgmma(float (&d)[128], std::uint64_t a, std::uint64_t b, bool add) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %130, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {" WEFT_LIST128 "}, %128, %129, p, 1, 1, 0, 0;\n}\n"
               : WEFT_IO64(0), WEFT_IO64(64) : "l"(a), "l"(b), "r"(static_cast<int>(add)));
}

#undef WEFT_TEN
#undef WEFT_IO4
#undef WEFT_IO16
#undef WEFT_IO64
#undef WEFT_SIXTY
#undef WEFT_LIST32
#undef WEFT_LIST64
#undef WEFT_LIST128

}  // namespace weft
