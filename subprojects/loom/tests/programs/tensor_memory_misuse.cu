// Copies by tensor maps and products of matrices used wrongly: each kernel breaks one rule.
// prints: 0 no error
// prints: 1 no error
// prints: 2 no error
// prints: 3 no error
// prints: 4 no error
// prints: 5 no error
// prints: 6 no error
// prints: 7 no error
// prints: 8 no error
// prints: 9 no error
// prints: 10 an illegal instruction was encountered
// prints: 11 the launch timed out and was terminated
// once: copies a box whose first coordinate is not at a multiple of 16 bytes
// once: waits for transaction bytes of an mbarrier that never arrive
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>

#include "wgmma.cuh"

constexpr int tile_bytes = 64 * 128;

__device__ unsigned shared(const void* address) { return static_cast<unsigned>(__cvta_generic_to_shared(address)); }
__device__ void init(std::uint64_t* barrier) { asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared(barrier)) : "memory"); }
__device__ void expect(std::uint64_t* barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(barrier)), "r"(bytes) : "memory");
}
__device__ void load(void* to, const CUtensorMap& map, int x, int y, std::uint64_t* barrier) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"  // finds: race
               ::"r"(shared(to)), "l"(&map), "r"(x), "r"(y), "r"(shared(barrier)) : "memory");
}
#define WAIT(barrier, parity)                                                                                                      \
  asm volatile("{\n.reg .pred p;\nW: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@!p bra W;\n}" ::"r"(shared(barrier)), \
               "r"(parity) : "memory")

__device__ void fence() { asm volatile("fence.proxy.async;" ::: "memory"); }
__device__ void begin_product() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ void commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
__device__ void wait_for_product() { asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory"); }

extern __shared__ __align__(1024) unsigned char arrays[];
__device__ constexpr Place plain{0, 1024, 128, 0, 0}, swizzled{0, 0, 1024, 0, 1}, wrongly_swizzled{0, 0, 512, 0, 2};

#define PRODUCT(d, place)                                                                                                          \
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"                      \
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                                                                    \
               : "l"(descriptor(arrays, place)), "l"(descriptor(arrays, place)))

__device__ void fill() {
  for (unsigned i = threadIdx.x; i < tile_bytes / 4; i += blockDim.x) reinterpret_cast<unsigned*>(arrays)[i] = 0;
}

// The sums are read before the wait.
__global__ void use_sums_too_early(float* out) {
  float d[4]{};
  fill();
  fence();
  __syncthreads();
  begin_product();
  PRODUCT(d, plain);  // finds: race
  commit();
  out[threadIdx.x] = d[0];  // finds: race
  wait_for_product();
  out[threadIdx.x] += d[1];
}

// An operand is overwritten before the wait.
__global__ void overwrite_operand(float* out) {
  float d[4]{};
  fill();
  fence();
  __syncthreads();
  begin_product();
  PRODUCT(d, plain);  // finds: race
  commit();
  if (threadIdx.x == 0) arrays[0] = 1;  // finds: race
  wait_for_product();
  out[threadIdx.x] = d[0];
}

// No fence between the writes and the product.
__global__ void leave_out_fence(float* out) {
  float d[4]{};
  for (unsigned i = threadIdx.x; i < tile_bytes / 4; i += blockDim.x) reinterpret_cast<unsigned*>(arrays)[i] = 0;  // finds: race
  __syncthreads();
  begin_product();
  PRODUCT(d, plain);  // finds: race
  commit();
  wait_for_product();
  out[threadIdx.x] = d[0];
}

// The sums are changed between two products, and no fence tells the second one.
__global__ void change_sums_without_fence(float* out) {
  float d[4]{};
  fill();
  fence();
  __syncthreads();
  begin_product();
  PRODUCT(d, plain);
  commit();
  wait_for_product();
  d[0] *= 2;  // finds: race
  PRODUCT(d, plain);  // finds: race
  commit();
  wait_for_product();
  out[threadIdx.x] = d[0];
}

// The first product of a thread has no fence.
__global__ void begin_without_fence(float* out) {
  float d[4]{};
  fill();
  fence();
  __syncthreads();
  PRODUCT(d, plain);  // finds: race
  commit();
  wait_for_product();
  out[threadIdx.x] = d[0];
}

// The source of a copy is overwritten before the wait.
__global__ void overwrite_source(const __grid_constant__ CUtensorMap map) {
  fill();
  fence();
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];"  // finds: race
                 ::"l"(&map), "r"(0), "r"(0), "r"(shared(arrays)) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    arrays[64] = 1;  // finds: race
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
}

// The second wait has the parity of the first.
__global__ void wait_twice(const __grid_constant__ CUtensorMap map, float* out) {
  __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0) init(&barrier);
  __syncthreads();
  for (int i = 0; i < 2; ++i) {
    if (threadIdx.x == 0 && i == 0) {
      expect(&barrier, tile_bytes);
      load(arrays, map, 0, 0, &barrier);
    }
    WAIT(&barrier, 0);  // finds: wrong-phase
    out[threadIdx.x] += arrays[threadIdx.x];
    __syncthreads();
  }
}

// The copy swizzles in spans of 128 bytes, the descriptor says 64.
__global__ void mistake_swizzle(const __grid_constant__ CUtensorMap map, float* out) {
  __shared__ std::uint64_t barrier;
  float d[4]{};
  if (threadIdx.x == 0) {
    init(&barrier);
    expect(&barrier, tile_bytes);
    load(arrays, map, 0, 0, &barrier);
  }
  __syncthreads();
  WAIT(&barrier, 0);
  begin_product();
  PRODUCT(d, wrongly_swizzled);  // finds: wrong-swizzle
  commit();
  wait_for_product();
  out[threadIdx.x] = d[0];
}

// What the copy writes is read before the wait.
__global__ void read_too_early(const __grid_constant__ CUtensorMap map, float* out) {
  __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0) {
    init(&barrier);
    expect(&barrier, tile_bytes);
    load(arrays, map, 0, 0, &barrier);
    out[0] = arrays[0];  // finds: race
  }
  __syncthreads();
  WAIT(&barrier, 0);
}

// The second block does not wait for what the first one copies to both.
__global__ void __cluster_dims__(2, 1, 1) leave_too_early(const __grid_constant__ CUtensorMap map) {
  __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0) {
    init(&barrier);
    expect(&barrier, tile_bytes);
  }
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    const unsigned short both = 3;
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;"  // finds: race
                 ::"r"(shared(arrays)), "l"(&map), "r"(0), "r"(0), "r"(shared(&barrier)), "h"(both) : "memory");
  }
  if (blockIdx.x == 0) WAIT(&barrier, 0);
}

__global__ void begin_within_piece(const __grid_constant__ CUtensorMap map) {
  __shared__ std::uint64_t barrier;
  init(&barrier);
  expect(&barrier, tile_bytes);
  load(arrays, map, 1, 0, &barrier);
  WAIT(&barrier, 0);
}

__global__ void expect_too_much(const __grid_constant__ CUtensorMap map) {
  __shared__ std::uint64_t barrier;
  init(&barrier);
  expect(&barrier, tile_bytes + 16);
  load(arrays, map, 0, 0, &barrier);
  WAIT(&barrier, 0);
}

int main() {
  unsigned char* memory;
  float* out;
  cudaMalloc(&memory, tile_bytes), cudaMemset(memory, 0, tile_bytes), cudaMalloc(&out, 512), cudaMemset(out, 0, 512);
  CUtensorMap map;
  const cuuint64_t dims[]{64, 64}, strides[]{128};
  const cuuint32_t box[]{64, 64}, steps[]{1, 1};
  const auto make = [&] {
    cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, memory, dims, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                           CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  };
  make();
  int number = 0;
  const auto tell = [&] { std::printf("%d %s\n", number++, cudaGetErrorString(cudaDeviceSynchronize())); };
  use_sums_too_early<<<1, 128, tile_bytes>>>(out), tell();
  overwrite_operand<<<1, 128, tile_bytes>>>(out), tell();
  leave_out_fence<<<1, 128, tile_bytes>>>(out), tell();
  change_sums_without_fence<<<1, 128, tile_bytes>>>(out), tell();
  begin_without_fence<<<1, 128, tile_bytes>>>(out), tell();
  overwrite_source<<<1, 128, tile_bytes>>>(map), tell();
  wait_twice<<<1, 128, tile_bytes>>>(map, out), tell();
  mistake_swizzle<<<1, 128, tile_bytes>>>(map, out), tell();
  read_too_early<<<1, 128, tile_bytes>>>(map, out), tell();
  leave_too_early<<<2, 32, tile_bytes>>>(map), tell();
  begin_within_piece<<<1, 1, tile_bytes>>>(map), tell();
  cudaDeviceReset();
  cudaMalloc(&memory, tile_bytes), cudaMemset(memory, 0, tile_bytes);
  make();
  expect_too_much<<<1, 1, tile_bytes>>>(map), tell();
  cudaDeviceReset();
}
