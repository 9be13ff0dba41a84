// What copies by tensor maps leave in memory. One line per case, as recorded on an H100; with an argument the memory
// itself.
// printed: tensor_copies.txt
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using Encode = CUresult (*)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*, const cuuint64_t*, const cuuint32_t*,
                            const cuuint32_t*, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
Encode encode = nullptr;

constexpr unsigned array_bytes = 16384;

struct Tensor {
  CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_UINT32;
  unsigned bytes = 4;                // of an element
  unsigned rank = 2;
  cuuint64_t dims[5]{48, 20, 3, 3, 2};
  cuuint32_t box[5]{16, 8, 2, 2, 2};
  cuuint32_t steps[5]{1, 1, 1, 1, 1};
  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
  CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;

  unsigned copied() const {          // bytes that a copy takes
    unsigned all = bytes;
    for (unsigned i = 0; i < rank; ++i) all *= i > 0 ? (box[i] + steps[i] - 1) / steps[i] : box[i];
    return all;
  }
};

struct Point {
  int at[5]{};
};

__device__ unsigned shared(const void* address) { return static_cast<unsigned>(__cvta_generic_to_shared(address)); }

__device__ bool waits(std::uint64_t* barrier, unsigned parity) {
  for (int i = 0; i < 100000; ++i) {
    unsigned done;
    asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}\n"
                 : "=r"(done) : "r"(shared(barrier)), "r"(parity) : "memory");
    if (done) return true;
  }
  return false;
}

__global__ void load(const __grid_constant__ CUtensorMap map, int rank, Point p, unsigned offset, unsigned bytes, unsigned char* out, unsigned* arrived) {
  extern __shared__ __align__(1024) unsigned char array[];
  __shared__ std::uint64_t barrier;
  for (unsigned i = threadIdx.x; i < array_bytes; i += blockDim.x) array[i] = 0xee;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared(&barrier)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(&barrier)), "r"(bytes) : "memory");
    const unsigned to = shared(array + offset), at = shared(&barrier);
    const auto* const m = &map;
    if (rank == 1)
      asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2}], [%3];"
                   ::"r"(to), "l"(m), "r"(p.at[0]), "r"(at) : "memory");
    if (rank == 2)
      asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                   ::"r"(to), "l"(m), "r"(p.at[0]), "r"(p.at[1]), "r"(at) : "memory");
    if (rank == 3)
      asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4}], [%5];"
                   ::"r"(to), "l"(m), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]), "r"(at) : "memory");
    if (rank == 4)
      asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4, %5}], [%6];"
                   ::"r"(to), "l"(m), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]), "r"(p.at[3]), "r"(at) : "memory");
    if (rank == 5)
      asm volatile("cp.async.bulk.tensor.5d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4, %5, %6}], [%7];"
                   ::"r"(to), "l"(m), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]), "r"(p.at[3]), "r"(p.at[4]), "r"(at) : "memory");
  }
  if (threadIdx.x == 0) *arrived = waits(&barrier, 0);
  __syncthreads();
  if (threadIdx.x != 0) waits(&barrier, 0);
  for (unsigned i = threadIdx.x; i < array_bytes; i += blockDim.x) out[i] = array[i];
}

#define STORE(what, d, list, place) asm volatile(what "." d ".global.shared::cta" list " [%0, {" place
enum class Way { copy, add, least, greatest, both, either, odd };
__global__ void store(const __grid_constant__ CUtensorMap map, int rank, Point p, const unsigned char* in, Way way) {
  extern __shared__ __align__(1024) unsigned char array[];
  for (unsigned i = threadIdx.x; i < array_bytes; i += blockDim.x) array[i] = in[i];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    const unsigned from = shared(array);
    const auto* const m = &map;
    if (rank == 1)
      asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [%0, {%1}], [%2];" ::"l"(m), "r"(p.at[0]), "r"(from) : "memory");
#define TWO "[%0, {%1, %2}], [%3];" ::"l"(m), "r"(p.at[0]), "r"(p.at[1]), "r"(from) : "memory"
    if (rank == 2 && way == Way::copy) asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group " TWO);
    if (rank == 2 && way == Way::add) asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group " TWO);
    if (rank == 2 && way == Way::least) asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.min.tile.bulk_group " TWO);
    if (rank == 2 && way == Way::greatest) asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.max.tile.bulk_group " TWO);
    if (rank == 2 && way == Way::both) asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.and.tile.bulk_group " TWO);
    if (rank == 2 && way == Way::either) asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.or.tile.bulk_group " TWO);
    if (rank == 2 && way == Way::odd) asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.xor.tile.bulk_group " TWO);
    if (rank == 3)
      asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [%0, {%1, %2, %3}], [%4];"
                   ::"l"(m), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]), "r"(from) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

// Both blocks of a cluster get both halves.
__global__ void __cluster_dims__(2, 1, 1) share(const __grid_constant__ CUtensorMap map, unsigned bytes, unsigned char* out) {
  extern __shared__ __align__(1024) unsigned char array[];
  __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared(&barrier)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(&barrier)), "r"(2 * bytes) : "memory");
  }
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
  if (threadIdx.x == 0) {
    const std::uint16_t all = 3;
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;"
                 ::"r"(shared(array + blockIdx.x * bytes)), "l"(&map), "r"(8), "r"(static_cast<int>(blockIdx.x * 8)), "r"(shared(&barrier)), "h"(all) : "memory");
  }
  waits(&barrier, 0);
  for (unsigned i = threadIdx.x; i < 2 * bytes; i += blockDim.x) out[blockIdx.x * 2 * bytes + i] = array[i];
}

__global__ void add_in_bulk(float* floats, unsigned* words, const float* values) {
  __shared__ __align__(16) float mine[64];
  __shared__ __align__(16) unsigned ours[64];
  mine[threadIdx.x] = values[threadIdx.x], ours[threadIdx.x] = threadIdx.x * 3;
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], 256;" ::"l"(floats), "r"(shared(mine)) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.u32 [%0], [%1], 256;" ::"l"(words), "r"(shared(ours)) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

bool all_words = false;
void tell(const std::string& name, const std::vector<std::uint32_t>& words) {
  std::uint32_t hash = 2166136261u;
  for (const std::uint32_t word : words) hash = (hash ^ word) * 16777619u;
  std::printf("%s: %08x\n", name.c_str(), hash);
  if (!all_words) return;
  for (std::size_t i = 0; i < words.size(); ++i) std::printf("%08x%c", words[i], i % 16 == 15 ? '\n' : ' ');
  std::printf("\n");
}

unsigned char *global = nullptr, *out = nullptr;
unsigned* arrived = nullptr;
constexpr std::size_t global_bytes = 1 << 17;

void fill(unsigned kind) {
  std::vector<std::uint32_t> words(global_bytes / 4);
  std::uint32_t state = 9;
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    state = state * 1664525 + 1013904223;
    // Words of floats, of which some are tiny, infinite or NaN; halves of numbers; or any.
    const std::uint32_t exponent = state >> 9 & 15;
    words[i] = kind == 0   ? i * 0x9e3779b1u
               : kind == 1 ? (state & 0x807fffff) | (exponent == 0 ? 0 : exponent == 1 ? 255 : 120 + exponent) << 23
                           : (state & 0x83ff83ff) | 0x38003800 | (state >> 3 & 0x04000400);
  }
  cudaMemcpy(global, words.data(), global_bytes, cudaMemcpyHostToDevice);
}

CUtensorMap made(const Tensor& tensor) {
  CUtensorMap map;
  cuuint64_t strides[4];
  cuuint64_t stride = (tensor.dims[0] * tensor.bytes + 15) / 16 * 16;
  for (unsigned i = 0; i < 4; ++i) strides[i] = stride, stride *= tensor.dims[i + 1];
  if (const CUresult result = encode(&map, tensor.type, tensor.rank, global, tensor.dims, strides, tensor.box, tensor.steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                     tensor.swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, tensor.fill))
    std::printf("refused with %d: ", static_cast<int>(result));
  return map;
}

void loads(const std::string& name, const Tensor& tensor, const Point& at, unsigned offset = 0, unsigned kind = 0) {
  fill(kind);
  const CUtensorMap map = made(tensor);
  load<<<1, 64, array_bytes>>>(map, static_cast<int>(tensor.rank), at, offset, tensor.copied(), out, arrived);
  std::vector<std::uint32_t> words(array_bytes / 4);
  unsigned came = 0;
  cudaMemcpy(words.data(), out, array_bytes, cudaMemcpyDeviceToHost);
  cudaMemcpy(&came, arrived, 4, cudaMemcpyDeviceToHost);
  if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess) std::printf("%s: %s\n", name.c_str(), cudaGetErrorString(error));
  words.resize(4096 / 4);
  words.push_back(came);
  tell(name, words);
}

void stores(const std::string& name, const Tensor& tensor, const Point& at, Way way = Way::copy, unsigned kind = 0) {
  fill(kind);
  std::vector<std::uint32_t> words(global_bytes / 4);
  cudaMemcpy(words.data(), global + 32768, array_bytes, cudaMemcpyDeviceToHost);
  cudaMemcpy(out, words.data(), array_bytes, cudaMemcpyHostToDevice);
  const CUtensorMap map = made(tensor);
  store<<<1, 64, array_bytes>>>(map, static_cast<int>(tensor.rank), at, out, way);
  cudaMemcpy(words.data(), global, global_bytes, cudaMemcpyDeviceToHost);
  if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess) std::printf("%s: %s\n", name.c_str(), cudaGetErrorString(error));
  words.resize(48 * 20 * 3 * 2);
  tell(name, words);
}

int main(int argc, char**) {
  all_words = argc > 1;
  void* found = nullptr;
  cudaDriverEntryPointQueryResult status;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault, &status);
  encode = reinterpret_cast<Encode>(found);
  cudaMalloc(&global, global_bytes), cudaMalloc(&out, array_bytes), cudaMalloc(&arrived, 4);
  cudaFuncSetAttribute(load, cudaFuncAttributeMaxDynamicSharedMemorySize, array_bytes);
  for (unsigned rank = 1; rank <= 5; ++rank) {
    Tensor tensor;
    tensor.rank = rank;
    loads("load of rank " + std::to_string(rank), tensor, {{4, 2, 1, 1, 0}});
    loads("load before the beginning, of rank " + std::to_string(rank), tensor, {{-8, -2, -1, -1, -1}});
    loads("load beyond the end, of rank " + std::to_string(rank), tensor, {{40, 15, 2, 2, 1}});
    if (rank < 4 && rank != 3) stores("store of rank " + std::to_string(rank), tensor, {{4, 2, 1, 1, 0}});
  }
  Tensor tensor;
  loads("load far away", tensor, {{100000, -100000}});
  for (int swizzle = 1; swizzle <= 3; ++swizzle) {
    tensor = {};
    tensor.swizzle = static_cast<CUtensorMapSwizzle>(swizzle);
    for (const unsigned width : {4u, 8u, 16u, 32u})
      if (width * 4 <= (swizzle >= 3 ? 128u : 16u << swizzle))
        for (const unsigned offset : {0u, 128u, 256u, 512u}) {
          tensor.box[0] = width;
          loads("swizzle " + std::to_string(swizzle) + " of " + std::to_string(width * 4) + " bytes at " + std::to_string(offset), tensor, {{4, 2}}, offset);
        }
    stores("store with swizzle " + std::to_string(swizzle), tensor, {{4, 2}});
    tensor.rank = 3, tensor.box[0] = 8, tensor.box[1] = 3;
    loads("swizzle " + std::to_string(swizzle) + " of rank 3", tensor, {{4, 2, 0}});
  }
  struct Type {
    const char* name;
    CUtensorMapDataType type;
    unsigned bytes;
  };
  for (const auto& [name, type, bytes] : {Type{"u16", CU_TENSOR_MAP_DATA_TYPE_UINT16, 2},
                                          Type{"s32", CU_TENSOR_MAP_DATA_TYPE_INT32, 4}, Type{"u64", CU_TENSOR_MAP_DATA_TYPE_UINT64, 8},
                                          Type{"s64", CU_TENSOR_MAP_DATA_TYPE_INT64, 8}, Type{"f16", CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2},
                                          Type{"f32", CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4}, Type{"f64", CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 8},
                                          Type{"bf16", CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2}, Type{"f32 without subnormals", CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, 4},
                                          Type{"tf32", CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, 4}, Type{"tf32 without subnormals", CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ, 4}}) {
    tensor = {};
    tensor.type = type, tensor.bytes = bytes, tensor.box[0] = 16;
    loads(std::string("load of ") + name, tensor, {{40, 2}}, 0, 1);
    const bool real = type >= CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    if (real) {
      tensor.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
      loads(std::string("load of ") + name + " filled with NaN", tensor, {{40, 2}}, 0, 1);
    }
    tensor.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
    stores(std::string("store of ") + name, tensor, {{40, 2}}, Way::copy, 1);
    const unsigned kind = bytes == 2 && real ? 2 : real ? 1 : 0;
    if (bytes > 2 && type != CU_TENSOR_MAP_DATA_TYPE_INT64) stores(std::string("sum of ") + name, tensor, {{4, 2}}, Way::add, kind);
    if (bytes > 2 && !real) {
      stores(std::string("least of ") + name, tensor, {{4, 2}}, Way::least, kind);
      stores(std::string("greatest of ") + name, tensor, {{4, 2}}, Way::greatest, kind);
    }
    if (!real && bytes > 2 && type != CU_TENSOR_MAP_DATA_TYPE_INT64) {
      stores(std::string("and of ") + name, tensor, {{4, 2}}, Way::both, kind);
      stores(std::string("or of ") + name, tensor, {{4, 2}}, Way::either, kind);
      stores(std::string("xor of ") + name, tensor, {{4, 2}}, Way::odd, kind);
    }
  }
  for (const cuuint32_t step : {2u, 3u, 5u, 8u})
    for (const int dimension : {0, 1}) {
      tensor = {};
      tensor.steps[dimension] = step;
      const std::string what = "step of " + std::to_string(step) + " in dimension " + std::to_string(dimension);
      loads(what, tensor, {{4, 1}});
      loads(what + " beyond both ends", tensor, {{-8, 13}});
      stores(what + ", store", tensor, {{4, 1}});
    }
  tensor = {};
  fill(0);
  cudaMemset(out, 0, array_bytes);
  share<<<2, 32, array_bytes>>>(made(tensor), 16 * 8 * 4, out);
  std::vector<std::uint32_t> words(array_bytes / 4);
  cudaMemcpy(words.data(), out, array_bytes, cudaMemcpyDeviceToHost);
  words.resize(512);
  tell("multicast", words);
  fill(1);
  add_in_bulk<<<1, 64>>>(reinterpret_cast<float*>(global), reinterpret_cast<unsigned*>(global + 512), reinterpret_cast<const float*>(global + 1024));
  cudaMemcpy(words.data(), global, 2048, cudaMemcpyDeviceToHost);
  tell("reductions in bulk", words);
  if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
  cudaFree(global), cudaFree(out), cudaFree(arrived);
}
