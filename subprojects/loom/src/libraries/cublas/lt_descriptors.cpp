// cuBLASLt's descriptors: attributes that are set and told by number.
#include <cstddef>

#include "cublasLt.h"
#include "libraries/cublas/lt.hpp"

namespace loom::cublas::lt {
namespace {

struct Attribute {
  int number;
  std::size_t offset, bytes;
};

#define LOOM_PART(number, holder, member) {number, offsetof(holder, member), sizeof(holder::member)}

constexpr Attribute of_layouts[] = {
    LOOM_PART(CUBLASLT_MATRIX_LAYOUT_TYPE, Layout, type),
    LOOM_PART(CUBLASLT_MATRIX_LAYOUT_ORDER, Layout, order),
    LOOM_PART(CUBLASLT_MATRIX_LAYOUT_ROWS, Layout, rows),
    LOOM_PART(CUBLASLT_MATRIX_LAYOUT_COLS, Layout, columns),
    LOOM_PART(CUBLASLT_MATRIX_LAYOUT_LD, Layout, leading),
    LOOM_PART(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, Layout, batch_count),
    LOOM_PART(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, Layout, batch_offset),
};

constexpr Attribute of_descriptions[] = {
    LOOM_PART(CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, Description, compute_type),
    LOOM_PART(CUBLASLT_MATMUL_DESC_SCALE_TYPE, Description, scale_type),
    LOOM_PART(CUBLASLT_MATMUL_DESC_POINTER_MODE, Description, pointer_mode),
    LOOM_PART(CUBLASLT_MATMUL_DESC_TRANSA, Description, transa),
    LOOM_PART(CUBLASLT_MATMUL_DESC_TRANSB, Description, transb),
    LOOM_PART(CUBLASLT_MATMUL_DESC_TRANSC, Description, transc),
    LOOM_PART(CUBLASLT_MATMUL_DESC_EPILOGUE, Description, epilogue),
    LOOM_PART(CUBLASLT_MATMUL_DESC_BIAS_POINTER, Description, bias),
    LOOM_PART(CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, Description, bias_stride),
    LOOM_PART(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, Description, aux),
    LOOM_PART(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, Description, aux_leading),
    LOOM_PART(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, Description, aux_stride),
    LOOM_PART(CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, Description, sm_count_target),
    LOOM_PART(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, Description, aux_type),
    LOOM_PART(CUBLASLT_MATMUL_DESC_FAST_ACCUM, Description, fast_accumulation),
    LOOM_PART(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, Description, bias_type),
};

constexpr Attribute of_preferences[] = {
    LOOM_PART(CUBLASLT_MATMUL_PREF_SEARCH_MODE, Preference, search_mode),
    LOOM_PART(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, Preference, workspace_bytes),
    LOOM_PART(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, Preference, reductions),
    LOOM_PART(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, Preference, alignment_a),
    LOOM_PART(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, Preference, alignment_b),
    LOOM_PART(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, Preference, alignment_c),
    LOOM_PART(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, Preference, alignment_d),
    LOOM_PART(CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT, Preference, waves),
    LOOM_PART(CUBLASLT_MATMUL_PREF_IMPL_MASK, Preference, implementations),
};

#undef LOOM_PART

template <std::size_t count>
const Attribute* find(const Attribute (&attributes)[count], int number) {
  for (const Attribute& attribute : attributes)
    if (attribute.number == number) return &attribute;
  return nullptr;
}

template <std::size_t count>
cublasStatus_t set(const Attribute (&attributes)[count], void* descriptor, int number, const void* from, std::size_t bytes) {
  const Attribute* const attribute = find(attributes, number);
  if (!descriptor || !attribute || !from || bytes != attribute->bytes) return CUBLAS_STATUS_INVALID_VALUE;
  std::memcpy(static_cast<char*>(descriptor) + attribute->offset, from, bytes);
  return CUBLAS_STATUS_SUCCESS;
}

// With no room for an answer, tells how much room it takes.
template <std::size_t count>
cublasStatus_t get(const Attribute (&attributes)[count], const void* descriptor, int number, void* to, std::size_t bytes,
                   std::size_t* written) {
  const Attribute* const attribute = find(attributes, number);
  if (!descriptor || !attribute || (bytes == 0 ? !written : !to || bytes != attribute->bytes)) return CUBLAS_STATUS_INVALID_VALUE;
  if (bytes > 0) std::memcpy(to, static_cast<const char*>(descriptor) + attribute->offset, bytes);
  if (written) *written = attribute->bytes;
  return CUBLAS_STATUS_SUCCESS;
}

template <class Opaque, class Held>
cublasStatus_t init(Opaque* descriptor, const Held& value) {
  if (!descriptor) return CUBLAS_STATUS_INVALID_VALUE;
  *descriptor = {};
  hold(descriptor, value);
  return CUBLAS_STATUS_SUCCESS;
}

template <class Opaque, class Held>
cublasStatus_t create(Opaque** descriptor, const Held& value) {
  if (!descriptor) return CUBLAS_STATUS_INVALID_VALUE;
  return init(*descriptor = new Opaque, value);
}

template <class Opaque>
cublasStatus_t destroy(Opaque* descriptor) {
  delete descriptor;
  return CUBLAS_STATUS_SUCCESS;
}

Layout layout(cudaDataType type, std::uint64_t rows, std::uint64_t columns, std::int64_t leading) {
  return {.type = type, .rows = rows, .columns = columns, .leading = leading};
}

Description description(cublasComputeType_t compute_type, cudaDataType scale_type) {
  return {.compute_type = compute_type, .scale_type = scale_type};
}

}  // namespace
}  // namespace loom::cublas::lt

using namespace loom::cublas::lt;

extern "C" {

cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t matLayout, cudaDataType type, uint64_t rows, uint64_t cols, int64_t ld) {
  return init(matLayout, layout(type, rows, cols, ld));
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* matLayout, cudaDataType type, uint64_t rows, uint64_t cols, int64_t ld) {
  return create(matLayout, layout(type, rows, cols, ld));
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t matLayout) { return destroy(matLayout); }
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t matLayout, cublasLtMatrixLayoutAttribute_t attr, const void* buf,
                                                size_t sizeInBytes) {
  return set(of_layouts, matLayout, attr, buf, sizeInBytes);
}
cublasStatus_t cublasLtMatrixLayoutGetAttribute(cublasLtMatrixLayout_t matLayout, cublasLtMatrixLayoutAttribute_t attr, void* buf,
                                                size_t sizeInBytes, size_t* sizeWritten) {
  return get(of_layouts, matLayout, attr, buf, sizeInBytes, sizeWritten);
}

cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t matmulDesc, cublasComputeType_t computeType, cudaDataType_t scaleType) {
  return init(matmulDesc, description(computeType, scaleType));
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* matmulDesc, cublasComputeType_t computeType, cudaDataType_t scaleType) {
  return create(matmulDesc, description(computeType, scaleType));
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t matmulDesc) { return destroy(matmulDesc); }
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t matmulDesc, cublasLtMatmulDescAttributes_t attr, const void* buf,
                                              size_t sizeInBytes) {
  return set(of_descriptions, matmulDesc, attr, buf, sizeInBytes);
}
cublasStatus_t cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t matmulDesc, cublasLtMatmulDescAttributes_t attr, void* buf,
                                              size_t sizeInBytes, size_t* sizeWritten) {
  return get(of_descriptions, matmulDesc, attr, buf, sizeInBytes, sizeWritten);
}

cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t pref) { return init(pref, Preference{}); }
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* pref) { return create(pref, Preference{}); }
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t pref) { return destroy(pref); }
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t pref, cublasLtMatmulPreferenceAttributes_t attr,
                                                    const void* buf, size_t sizeInBytes) {
  return set(of_preferences, pref, attr, buf, sizeInBytes);
}
cublasStatus_t cublasLtMatmulPreferenceGetAttribute(cublasLtMatmulPreference_t pref, cublasLtMatmulPreferenceAttributes_t attr, void* buf,
                                                    size_t sizeInBytes, size_t* sizeWritten) {
  return get(of_preferences, pref, attr, buf, sizeInBytes, sizeWritten);
}

}  // extern "C"
