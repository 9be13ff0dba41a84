// Tensor maps, refused as an H100's driver does, and how a program gets at the function that makes them: by its name, as it is the driver's.
#include "loom/tensor_map.h"

#include <cstring>
#include <string_view>

#include "cuda.h"
#include "cuda_runtime_api.h"
#include "runtime/context.hpp"

namespace {

using namespace loom;

static_assert(sizeof(TensorMap) <= sizeof(CUtensorMap));

constexpr unsigned first_version = 12000;          // of CUDA that has tensor maps
constexpr unsigned most_per_box = 256, most_per_step = 8;
constexpr std::size_t most_shared = 227 << 10;     // bytes of a box
constexpr std::uintptr_t address_limit = std::uintptr_t{1} << 57;
constexpr cuuint64_t most_indices = cuuint64_t{1} << 32, stride_limit = cuuint64_t{1} << 40;

bool is_floating(CUtensorMapDataType type) { return type >= CU_TENSOR_MAP_DATA_TYPE_FLOAT16; }

template <class Enumeration>
bool is_up_to(Enumeration value, Enumeration last) { return static_cast<unsigned>(value) <= static_cast<unsigned>(last); }

}  // namespace

CUresult cuTensorMapEncodeTiled(CUtensorMap* tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void* globalAddress,
                                const cuuint64_t* globalDim, const cuuint64_t* globalStrides, const cuuint32_t* boxDim,
                                const cuuint32_t* elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) {
  const auto address = reinterpret_cast<std::uintptr_t>(globalAddress);
  if (!tensorMap || !globalDim || !globalStrides || !boxDim || !elementStrides) return CUDA_ERROR_INVALID_VALUE;
  if (tensorRank == 0 || tensorRank > TensorMap::most_dimensions || address % 16 != 0 || address >= address_limit) return CUDA_ERROR_INVALID_VALUE;
  if (!is_up_to(tensorDataType, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ) || !is_up_to(l2Promotion, CU_TENSOR_MAP_L2_PROMOTION_L2_256B) ||
      !is_up_to(oobFill, CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA) || !is_up_to(swizzle, CU_TENSOR_MAP_SWIZZLE_128B) ||
      !is_up_to(interleave, CU_TENSOR_MAP_INTERLEAVE_32B) || (interleave != CU_TENSOR_MAP_INTERLEAVE_NONE && tensorRank < 3))
    return CUDA_ERROR_INVALID_VALUE;
  const bool fills_with_nan = oobFill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
  if (fills_with_nan && !is_floating(tensorDataType)) return CUDA_ERROR_INVALID_VALUE;

  TensorMap map{};
  map.address = address;
  map.rank = static_cast<std::uint8_t>(tensorRank);
  map.element = static_cast<Element>(tensorDataType);
  map.swizzle = static_cast<Swizzle>(swizzle);
  map.fills_with_nan = fills_with_nan;
  map.is_interleaved = interleave != CU_TENSOR_MAP_INTERLEAVE_NONE;
  map.mark = TensorMap::valid;
  map.strides[0] = bytes_of(map.element);
  for (unsigned i = 0; i < tensorRank; ++i) {
    if (globalDim[i] == 0 || globalDim[i] > most_indices || boxDim[i] == 0 || boxDim[i] > most_per_box || elementStrides[i] == 0 ||
        elementStrides[i] > most_per_step)
      return CUDA_ERROR_INVALID_VALUE;
    if (i > 0) {
      map.strides[i] = globalStrides[i - 1];
      if (map.strides[i] % 16 != 0 || map.strides[i] >= stride_limit) return CUDA_ERROR_INVALID_VALUE;
    }
    map.last[i] = static_cast<std::uint32_t>(globalDim[i] - 1);
    map.box[i] = static_cast<std::uint16_t>(boxDim[i]);
    map.steps[i] = static_cast<std::uint8_t>(elementStrides[i]);
  }
  const unsigned row = boxDim[0] * bytes_of(map.element);
  if (bytes_of_box(map) > most_shared) return CUDA_ERROR_INVALID_VALUE;
  if (row % 16 != 0 || (swizzle != CU_TENSOR_MAP_SWIZZLE_NONE && row > 16u << static_cast<unsigned>(swizzle))) return CUDA_ERROR_INVALID_VALUE;
  std::memset(tensorMap, 0, sizeof *tensorMap);
  std::memcpy(tensorMap, &map, sizeof map);
  return CUDA_SUCCESS;
}

cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** funcPtr, unsigned int cudaVersion, unsigned long long flags,
                                             cudaDriverEntryPointQueryResult* driverStatus) {
  return runtime::ask([&] {
    if (!symbol || !funcPtr || flags > cudaEnablePerThreadDefaultStream) return cudaErrorInvalidValue;
    const bool known = std::string_view(symbol) == "cuTensorMapEncodeTiled", new_enough = cudaVersion >= first_version;
    *funcPtr = known && new_enough ? reinterpret_cast<void*>(&cuTensorMapEncodeTiled) : nullptr;
    if (driverStatus)
      *driverStatus = !known ? cudaDriverEntryPointSymbolNotFound : new_enough ? cudaDriverEntryPointSuccess : cudaDriverEntryPointVersionNotSufficent;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** funcPtr, unsigned long long flags, cudaDriverEntryPointQueryResult* driverStatus) {
  return cudaGetDriverEntryPointByVersion(symbol, funcPtr, CUDART_VERSION, flags, driverStatus);
}
