// Plans and transforms by element types.
#include "cufftXt.h"

#include <cstdio>
#include <optional>

#include "libraries/cufft/execute.hpp"

namespace {

std::optional<cufftType> type_of(cudaDataType input, cudaDataType output, cudaDataType execution) {
  if (execution == CUDA_C_32F) {
    if (input == CUDA_C_32F && output == CUDA_C_32F) return CUFFT_C2C;
    if (input == CUDA_R_32F && output == CUDA_C_32F) return CUFFT_R2C;
    if (input == CUDA_C_32F && output == CUDA_R_32F) return CUFFT_C2R;
  }
  if (execution == CUDA_C_64F) {
    if (input == CUDA_C_64F && output == CUDA_C_64F) return CUFFT_Z2Z;
    if (input == CUDA_R_64F && output == CUDA_C_64F) return CUFFT_D2Z;
    if (input == CUDA_C_64F && output == CUDA_R_64F) return CUFFT_Z2D;
  }
  return {};
}

}  // namespace

cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long int* n, long long int* inembed, long long int istride,
                                long long int idist, cudaDataType inputtype, long long int* onembed, long long int ostride,
                                long long int odist, cudaDataType outputtype, long long int batch, size_t* workSize,
                                cudaDataType executiontype) {
  const std::optional<cufftType> type = type_of(inputtype, outputtype, executiontype);
  if (!type) {
    std::fprintf(stderr, "loom: cufftXtMakePlanMany makes no plan of these element types; use float or double on both sides, executed as complex\n");
    return CUFFT_INVALID_TYPE;
  }
  return cufftMakePlanMany64(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, *type, batch, workSize);
}

cufftResult cufftXtExec(cufftHandle plan, void* input, void* output, int direction) {
  const loom::libraries::Caller caller{__func__, reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))};
  return loom::cufft::execute(caller, plan, {}, input, output, direction);
}
