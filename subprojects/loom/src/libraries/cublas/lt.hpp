// What cuBLASLt's descriptors hold. They lie in memory that belongs to the program, so each is bytes without constructors.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "library_types.h"
#include "loom/cublas_lt_types.h"

namespace loom::cublas::lt {

struct Layout {
  cudaDataType type;
  std::int32_t order = CUBLASLT_ORDER_COL;
  std::uint64_t rows, columns;
  std::int64_t leading;
  std::int32_t batch_count = 1;
  std::int64_t batch_offset = 0;     // in elements, as all distances are
};

struct Description {
  cublasComputeType_t compute_type;
  cudaDataType scale_type;
  std::int32_t pointer_mode = CUBLASLT_POINTER_MODE_HOST;
  cublasOperation_t transa = CUBLAS_OP_N, transb = CUBLAS_OP_N, transc = CUBLAS_OP_N;
  std::uint32_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  std::int32_t sm_count_target = 0;
  void* bias = nullptr;
  std::int64_t bias_stride = 0;
  void* aux = nullptr;
  std::int64_t aux_leading = 0, aux_stride = 0;
  std::int32_t bias_type = -1, aux_type = -1;    // -1: that of D
  std::int8_t fast_accumulation = 0;
};

// How to choose among algorithms; loom has one.
struct Preference {
  std::uint32_t search_mode = CUBLASLT_SEARCH_BEST_FIT, reductions = CUBLASLT_REDUCTION_SCHEME_MASK;
  std::uint32_t alignment_a = 256, alignment_b = 256, alignment_c = 256, alignment_d = 256;
  std::uint64_t workspace_bytes = 0, implementations = ~std::uint64_t{0};
  float waves = 0;
};

template <class Held, class Opaque>
Held held(const Opaque* descriptor) {
  static_assert(sizeof(Held) <= sizeof(Opaque) && std::is_trivially_copyable_v<Held>);
  Held copy;
  std::memcpy(static_cast<void*>(&copy), descriptor, sizeof copy);
  return copy;
}

template <class Held, class Opaque>
void hold(Opaque* descriptor, const Held& value) {
  static_assert(sizeof(Held) <= sizeof(Opaque) && std::is_trivially_copyable_v<Held>);
  std::memcpy(static_cast<void*>(descriptor), &value, sizeof value);
}

}  // namespace loom::cublas::lt
