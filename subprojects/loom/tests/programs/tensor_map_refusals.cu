// What cuTensorMapEncodeTiled answers where an argument is wrong, as recorded on an H100: one line per case.
// printed: tensor_map_refusals.txt
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>

using Encode = CUresult (*)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*, const cuuint64_t*, const cuuint32_t*,
                            const cuuint32_t*, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
Encode encode = nullptr;
char* memory = nullptr;

struct Arguments {
  CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
  cuuint32_t rank = 2;
  char* address = memory;
  cuuint64_t dims[6]{64, 32, 4, 4, 4, 4};
  cuuint64_t strides[5]{256, 8192, 32768, 131072, 524288};
  cuuint32_t box[6]{16, 8, 2, 2, 2, 2};
  cuuint32_t steps[6]{1, 1, 1, 1, 1, 1};
  CUtensorMapInterleave interleave = CU_TENSOR_MAP_INTERLEAVE_NONE;
  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
  CUtensorMapL2promotion promotion = CU_TENSOR_MAP_L2_PROMOTION_NONE;
  CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
  bool no_map = false, no_dims = false, no_strides = false, no_box = false, no_steps = false;
  int shift = 0;                     // of the map's own address
};

void one(const std::string& name, const std::function<void(Arguments&)>& change) {
  Arguments with;
  change(with);
  alignas(128) char room[512] = {};
  auto* map = reinterpret_cast<CUtensorMap*>(room + with.shift);
  const CUresult result = encode(with.no_map ? nullptr : map, with.type, with.rank, with.address, with.no_dims ? nullptr : with.dims,
                                 with.no_strides ? nullptr : with.strides, with.no_box ? nullptr : with.box, with.no_steps ? nullptr : with.steps,
                                 with.interleave, with.swizzle, with.promotion, with.fill);
  std::printf("%s: %d\n", name.c_str(), static_cast<int>(result));
}

int main() {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult status;
  std::printf("no such function: %d", static_cast<int>(cudaGetDriverEntryPoint("cuNoSuchFunction", &found, cudaEnableDefault, &status)));
  std::printf(" %d %d\n", static_cast<int>(status), found == nullptr);
  std::printf("by version: %d", static_cast<int>(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault, &status)));
  std::printf(" %d %d\n", static_cast<int>(status), found != nullptr);
  void* old = nullptr;
  std::printf("by an old version: %d", static_cast<int>(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &old, 11000, cudaEnableDefault, &status)));
  std::printf(" %d %d\n", static_cast<int>(status), old != nullptr);
  std::printf("wrong flags: %d\n", static_cast<int>(cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &old, 7, &status)));
  encode = reinterpret_cast<Encode>(found);
  cudaGetLastError();
  cudaMalloc(&memory, 1 << 22);

  one("plain", [](Arguments&) {});
  one("no map", [](Arguments& with) { with.no_map = true; });
  for (const int shift : {8, 16, 32, 64}) one("map at a multiple of " + std::to_string(shift), [&](Arguments& with) { with.shift = shift; });
  for (int type = -1; type <= 17; ++type) {
    one("type " + std::to_string(type), [&](Arguments& with) { with.type = static_cast<CUtensorMapDataType>(type); });
    one("type " + std::to_string(type) + " filled with NaN", [&](Arguments& with) {
      with.type = static_cast<CUtensorMapDataType>(type), with.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
    });
  }
  for (unsigned rank = 0; rank <= 6; ++rank) one("rank " + std::to_string(rank), [&](Arguments& with) { with.rank = rank; });
  one("null address", [](Arguments& with) { with.address = nullptr; });
  for (const int shift : {4, 8, 16, 32}) one("address at a multiple of " + std::to_string(shift), [&](Arguments& with) { with.address += shift; });
  static char host[256];
  one("address of the host", [](Arguments& with) { with.address = reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(host) + 31) / 32 * 32); });
  one("address of nothing", [](Arguments& with) { with.address = reinterpret_cast<char*>(0x1000); });
  one("address of 58 bits", [](Arguments& with) { with.address = reinterpret_cast<char*>(1ull << 57); });
  one("no dims", [](Arguments& with) { with.no_dims = true; });
  one("no strides", [](Arguments& with) { with.no_strides = true; });
  one("no strides of rank 1", [](Arguments& with) { with.no_strides = true, with.rank = 1; });
  one("no box", [](Arguments& with) { with.no_box = true; });
  one("no steps", [](Arguments& with) { with.no_steps = true; });
  for (int at : {0, 1}) {
    for (const cuuint64_t size : {0ull, 1ull, 3ull, 1ull << 31, (1ull << 32) - 1, 1ull << 32, (1ull << 32) + 1})
      one("dim " + std::to_string(at) + " of " + std::to_string(size), [&](Arguments& with) { with.dims[at] = size, with.strides[0] = 1ull << 36; });
    for (const cuuint32_t size : {0u, 1u, 2u, 3u, 4u, 6u, 255u, 256u, 257u, 260u})
      one("box " + std::to_string(at) + " of " + std::to_string(size), [&](Arguments& with) { with.box[at] = size; });
    for (const cuuint32_t step : {0u, 2u, 3u, 7u, 8u, 9u, 16u, 17u, 255u})
      one("step " + std::to_string(at) + " of " + std::to_string(step), [&](Arguments& with) { with.steps[at] = step; });
  }
  for (const cuuint64_t stride : {0ull, 8ull, 16ull, 24ull, 128ull, 240ull, 256ull, 272ull, 1ull << 39, (1ull << 40) - 16, 1ull << 40})
    one("stride 0 of " + std::to_string(stride), [&](Arguments& with) { with.strides[0] = stride; });
  for (const cuuint64_t stride : {0ull, 16ull, 256ull, 4096ull, 8200ull})
    one("stride 1 of " + std::to_string(stride), [&](Arguments& with) { with.rank = 3, with.strides[1] = stride; });
  one("unused stride", [](Arguments& with) { with.strides[1] = 3; });
  one("unused dim", [](Arguments& with) { with.dims[2] = 0; });
  one("unused box", [](Arguments& with) { with.box[2] = 0; });
  one("unused step", [](Arguments& with) { with.steps[2] = 0; });
  for (int way = -1; way <= 3; ++way) {
    for (unsigned rank : {2u, 3u})
      for (int swizzle : {0, 3})
        one("interleave " + std::to_string(way) + " of rank " + std::to_string(rank) + " with swizzle " + std::to_string(swizzle), [&](Arguments& with) {
          with.interleave = static_cast<CUtensorMapInterleave>(way), with.rank = rank, with.swizzle = static_cast<CUtensorMapSwizzle>(swizzle), with.box[0] = 8;
        });
  }
  for (int swizzle = -1; swizzle <= 7; ++swizzle)
    for (const cuuint32_t width : {4u, 8u, 16u, 32u, 36u})
      one("swizzle " + std::to_string(swizzle) + " of " + std::to_string(width * 4) + " bytes", [&](Arguments& with) {
        with.swizzle = static_cast<CUtensorMapSwizzle>(swizzle), with.box[0] = width;
      });
  for (int promotion = -1; promotion <= 4; ++promotion)
    one("promotion " + std::to_string(promotion), [&](Arguments& with) { with.promotion = static_cast<CUtensorMapL2promotion>(promotion); });
  for (int fill = -1; fill <= 2; ++fill) one("fill " + std::to_string(fill), [&](Arguments& with) { with.fill = static_cast<CUtensorMapFloatOOBfill>(fill); });
  for (const cuuint32_t box : {128u, 256u})
    one("box of " + std::to_string(box * box) + " floats", [&](Arguments& with) { with.box[0] = with.box[1] = box; });
  one("box larger than the tensor", [](Arguments& with) { with.dims[0] = 8, with.dims[1] = 2; });
  one("step larger than the box", [](Arguments& with) { with.steps[1] = 8, with.box[1] = 4; });
  one("box not a multiple of its step", [](Arguments& with) { with.steps[1] = 3; });
  cudaFree(memory);
}
