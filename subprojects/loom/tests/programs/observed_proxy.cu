// What the counters of an H100 say of copies in bulk and of wgmma, and loom with them: nothing, as they count what threads access.
// printed: observed_proxy.txt
#include <cuda.h>
#include <loom/observe.h>

#include <cstdio>
#include <string>

#include "wgmma.cuh"

using Encode = CUresult (*)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*, const cuuint64_t*, const cuuint32_t*,
                            const cuuint32_t*, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

__device__ unsigned shared(const void* address) { return static_cast<unsigned>(__cvta_generic_to_shared(address)); }
__device__ void wait(std::uint64_t* barrier) {
  unsigned done = 0;
  while (!done)
    asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0, 0x989680;\nselp.u32 %0, 1, 0, p;\n}\n" : "=r"(done) : "r"(shared(barrier)) : "memory");
}

// Copies zeros, which counts as nothing, too.
__device__ void clear(void* to, const unsigned char* zeros, unsigned bytes, std::uint64_t* barrier) {
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared(barrier)) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(barrier)), "r"(bytes) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared(to)), "l"(zeros), "r"(bytes), "r"(shared(barrier)) : "memory");
  }
  __syncthreads();
  wait(barrier);
}

__global__ void loads(const __grid_constant__ CUtensorMap map, int copies, bool waits) {
  extern __shared__ __align__(1024) unsigned char array[];
  __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared(&barrier)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    if (waits) asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(&barrier)), "r"(copies * 8192) : "memory");
    for (int i = 0; i < copies; ++i)
      asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                   ::"r"(shared(array + i % 2 * 8192)), "l"(&map), "r"(0), "r"(i * 64), "r"(shared(&barrier)) : "memory");
    if (waits) wait(&barrier);
  }
}

__global__ void stores(const __grid_constant__ CUtensorMap map, int copies, bool adds, const unsigned char* zeros) {
  extern __shared__ __align__(1024) unsigned char array[];
  __shared__ std::uint64_t barrier;
  clear(array, zeros, 8192, &barrier);
  if (threadIdx.x == 0) {
    for (int i = 0; i < copies; ++i) {
      if (adds) asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&map), "r"(0), "r"(i * 64), "r"(shared(array)) : "memory");
      else asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&map), "r"(0), "r"(i * 64), "r"(shared(array)) : "memory");
    }
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

__global__ void plain_bulk(const unsigned char* from, int copies) {
  extern __shared__ __align__(1024) unsigned char array[];
  __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared(&barrier)) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(&barrier)), "r"(copies * 8192) : "memory");
    for (int i = 0; i < copies; ++i)
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 8192, [%2];" ::"r"(shared(array)), "l"(from), "r"(shared(&barrier)) : "memory");
    wait(&barrier);
  }
}

template <class Op>
__global__ void multiply(int times, Place a, Place b, const unsigned char* zeros) {
  extern __shared__ __align__(1024) unsigned char arrays[];
  __shared__ std::uint64_t barrier;
  clear(arrays, zeros, 40960, &barrier);
  std::uint32_t d[Op::registers]{}, of_a[4]{};
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  for (int i = 0; i < times; ++i) Op::run(d, of_a, descriptor(arrays, a), descriptor(arrays + 8192, b), 1);
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  for (int i = 0; i < Op::registers; ++i)
    if (d[i] == 1) arrays[i] = 1;
}

// Known to the counters: 32 lanes write and read shared memory.
__global__ void ordinary() {
  __shared__ volatile int tile[32];
  tile[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  if (tile[31 - threadIdx.x] == 77) tile[0] = 1;
}

void tell(const std::string& name, const std::function<void()>& work) {
  const auto seen = loom::observe(work);
  std::printf("%s:", name.c_str());
  for (const auto& one : {seen.shared_loads, seen.shared_stores, seen.shared_atomics})
    std::printf(" %llu %llu %llu", (unsigned long long)one.requests, (unsigned long long)one.wavefronts, (unsigned long long)one.conflicts);
  std::printf(" |");
  for (const auto& one : {seen.global_loads, seen.global_stores, seen.global_atomics})
    std::printf(" %llu %llu %llu", (unsigned long long)one.requests, (unsigned long long)one.sectors, (unsigned long long)one.bytes);
  if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess) std::printf(" %s", cudaGetErrorString(error));
  std::printf("\n");
}

int main() {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult status;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault, &status);
  unsigned char* memory;
  cudaMalloc(&memory, 1 << 20);
  cudaMemset(memory, 0, 1 << 20);
  const auto map = [&](int swizzle) {
    CUtensorMap made;
    const cuuint64_t dims[]{64, 4096}, strides[]{128};
    const cuuint32_t box[]{swizzle == 1 ? 16u : swizzle == 2 ? 32u : 64u, swizzle == 1 ? 256u : swizzle == 2 ? 128u : 64u}, steps[]{1, 1};
    reinterpret_cast<Encode>(found)(&made, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, memory, dims, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                    static_cast<CUtensorMapSwizzle>(swizzle), CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    return made;
  };
  tell("ordinary", [] { ordinary<<<1, 32>>>(); });
  for (const int swizzle : {0, 1, 2, 3})
    for (const int copies : {1, 2}) tell("loads, swizzle " + std::to_string(swizzle) + ", " + std::to_string(copies), [&] { loads<<<1, 32, 16384>>>(map(swizzle), copies, true); });
  tell("no loads", [&] { loads<<<1, 32, 16384>>>(map(0), 0, false); });
  for (const int swizzle : {0, 3})
    for (const bool adds : {false, true})
      for (const int copies : {1, 8}) tell(std::string(adds ? "sums" : "stores") + ", swizzle " + std::to_string(swizzle) + ", " + std::to_string(copies), [&] { stores<<<1, 32, 16384>>>(map(swizzle), copies, adds, memory); });
  tell("bulk 1", [&] { plain_bulk<<<1, 32, 16384>>>(memory, 1); });
  const Place none{0, 2048, 128, 0, 0}, swizzled{0, 0, 1024, 0, 1}, clash{0, 128, 1024, 0, 0};
  for (const int times : {0, 1, 8}) {
    const std::string what = ", " + std::to_string(times);
    tell("n8, no swizzle" + what, [&] { multiply<F32Bf16><<<1, 128, 40960>>>(times, none, none, memory); });
    tell("n8, swizzle" + what, [&] { multiply<F32Bf16><<<1, 128, 40960>>>(times, swizzled, swizzled, memory); });
    tell("n8, conflicts" + what, [&] { multiply<F32Bf16><<<1, 128, 40960>>>(times, clash, clash, memory); });
    tell("n8, registers" + what, [&] { multiply<RegisterBf16><<<1, 128, 40960>>>(times, none, none, memory); });
    tell("n64, swizzle" + what, [&] { multiply<N64><<<1, 128, 40960>>>(times, swizzled, swizzled, memory); });
    tell("n256, swizzle" + what, [&] { multiply<N256><<<1, 128, 40960>>>(times, swizzled, swizzled, memory); });
  }
  cudaFree(memory);
}
