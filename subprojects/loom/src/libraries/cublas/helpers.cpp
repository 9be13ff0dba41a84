// Handles, their settings, and copies of vectors and matrices between host and device.
#include <utility>

#include "cublas_v2.h"
#include "cuda_runtime_api.h"
#include "libraries/cublas/call.hpp"
#include "runtime/memory.hpp"

using loom::cublas::check;
using loom::cublas::entry;

namespace {

struct Status {
  cublasStatus_t number;
  const char* name;
  const char* sentence;
};

constexpr Status statuses[] = {
    {CUBLAS_STATUS_SUCCESS, "CUBLAS_STATUS_SUCCESS", "success"},
    {CUBLAS_STATUS_NOT_INITIALIZED, "CUBLAS_STATUS_NOT_INITIALIZED", "the library was not initialized"},
    {CUBLAS_STATUS_ALLOC_FAILED, "CUBLAS_STATUS_ALLOC_FAILED", "the resource allocation failed"},
    {CUBLAS_STATUS_INVALID_VALUE, "CUBLAS_STATUS_INVALID_VALUE", "an unsupported value or parameter was passed to the function"},
    {CUBLAS_STATUS_ARCH_MISMATCH, "CUBLAS_STATUS_ARCH_MISMATCH",
     "the function requires an architectural feature absent from the device"},
    {CUBLAS_STATUS_MAPPING_ERROR, "CUBLAS_STATUS_MAPPING_ERROR", "an access to GPU memory space failed"},
    {CUBLAS_STATUS_EXECUTION_FAILED, "CUBLAS_STATUS_EXECUTION_FAILED", "the function failed to launch on the GPU"},
    {CUBLAS_STATUS_INTERNAL_ERROR, "CUBLAS_STATUS_INTERNAL_ERROR", "an internal operation failed"},
    {CUBLAS_STATUS_NOT_SUPPORTED, "CUBLAS_STATUS_NOT_SUPPORTED", "the requested functionality is not supported"},
    {CUBLAS_STATUS_LICENSE_ERROR, "CUBLAS_STATUS_LICENSE_ERROR", "the license check failed"},
};
constexpr Status unknown{CUBLAS_STATUS_SUCCESS, "unrecognized status", "unrecognized status"};

const Status& describe(cublasStatus_t number) {
  for (const Status& status : statuses)
    if (status.number == number) return status;
  return unknown;
}

// Stores one of the handle's settings, or tells it.
template <class T>
cublasStatus_t set(const char* routine, cublasHandle_t handle, T cublasContext::* setting, T value, bool is_valid) {
  return entry(routine, nullptr, [&] {
    if (const auto bad = check(handle, {{is_valid, "of this setting"}})) return bad;
    handle->*setting = value;
    return CUBLAS_STATUS_SUCCESS;
  });
}

template <class T>
cublasStatus_t get(const char* routine, cublasHandle_t handle, T cublasContext::* setting, T* value) {
  return entry(routine, nullptr, [&] {
    if (const auto bad = check(handle, {{value != nullptr, "that takes the answer"}})) return bad;
    *value = handle->*setting;
    return CUBLAS_STATUS_SUCCESS;
  });
}

cublasStatus_t to_status(cudaError_t error) { return error ? CUBLAS_STATUS_MAPPING_ERROR : CUBLAS_STATUS_SUCCESS; }

size_t product(int count, int elements, int bytes) { return size_t(count) * size_t(elements) * size_t(bytes); }

// A vector is a matrix whose rows are its elements.
cublasStatus_t copy_vector(int n, int bytes, const void* x, int incx, void* y, int incy, cudaStream_t stream, bool waits) {
  if (bytes <= 0 || incx <= 0 || incy <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  if (n < 0) return CUBLAS_STATUS_MAPPING_ERROR;
  const size_t from = product(1, incx, bytes), to = product(1, incy, bytes), width = static_cast<size_t>(bytes);
  return to_status(waits ? cudaMemcpy2D(y, to, x, from, width, static_cast<size_t>(n), cudaMemcpyDefault)
                         : cudaMemcpy2DAsync(y, to, x, from, width, static_cast<size_t>(n), cudaMemcpyDefault, stream));
}

cublasStatus_t copy_matrix(int rows, int columns, int bytes, const void* A, int lda, void* B, int ldb, cudaStream_t stream,
                           bool waits) {
  if (rows < 0 || columns < 0 || bytes <= 0 || lda <= 0 || ldb <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (rows == 0 || columns == 0) return CUBLAS_STATUS_SUCCESS;
  const size_t from = product(1, lda, bytes), to = product(1, ldb, bytes), width = product(1, rows, bytes);
  return to_status(waits ? cudaMemcpy2D(B, to, A, from, width, static_cast<size_t>(columns), cudaMemcpyDefault)
                         : cudaMemcpy2DAsync(B, to, A, from, width, static_cast<size_t>(columns), cudaMemcpyDefault, stream));
}

}  // namespace

extern "C" {

cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  if (!handle) return CUBLAS_STATUS_INVALID_VALUE;
  auto made = std::make_shared<cublasContext>();
  *handle = made.get();
  loom::cublas::add_handle(std::move(made));
  return CUBLAS_STATUS_SUCCESS;
}

// Like the library, waits for what the device has been given.
cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  return entry("cublasDestroy", nullptr, [&] {
    if (const auto bad = check(handle, {})) return bad;
    cudaDeviceSynchronize();
    loom::cublas::remove_handle(handle);
    return CUBLAS_STATUS_SUCCESS;
  });
}

cublasStatus_t cublasGetVersion(cublasHandle_t, int* version) {
  if (!version) return CUBLAS_STATUS_INVALID_VALUE;
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value) {
  constexpr int properties[] = {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH};
  if (!value || type < MAJOR_VERSION || type > PATCH_LEVEL) return CUBLAS_STATUS_INVALID_VALUE;
  *value = properties[type];
  return CUBLAS_STATUS_SUCCESS;
}

size_t cublasGetCudartVersion() { return CUDART_VERSION; }
const char* cublasGetStatusName(cublasStatus_t status) { return describe(status).name; }
const char* cublasGetStatusString(cublasStatus_t status) { return describe(status).sentence; }

cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
  return set("cublasSetStream", handle, &cublasContext::stream, stream, true);
}
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream) {
  return get("cublasGetStream", handle, &cublasContext::stream, stream);
}
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) {
  return set("cublasSetPointerMode", handle, &cublasContext::pointer_mode, mode,
             mode == CUBLAS_POINTER_MODE_HOST || mode == CUBLAS_POINTER_MODE_DEVICE);
}
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode) {
  return get("cublasGetPointerMode", handle, &cublasContext::pointer_mode, mode);
}
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode) {
  return set("cublasSetAtomicsMode", handle, &cublasContext::atomics_mode, mode,
             mode == CUBLAS_ATOMICS_NOT_ALLOWED || mode == CUBLAS_ATOMICS_ALLOWED);
}
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode) {
  return get("cublasGetAtomicsMode", handle, &cublasContext::atomics_mode, mode);
}
// A set of bits. loom always computes in the requested type, which every mode allows.
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
  return set("cublasSetMathMode", handle, &cublasContext::math_mode, mode, (unsigned(mode) & ~31u) == 0);
}
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode) {
  return get("cublasGetMathMode", handle, &cublasContext::math_mode, mode);
}
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int target) {
  int multiprocessors = 0;
  if (loom::cublas::is_handle(handle)) cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, handle->device);
  return set("cublasSetSmCountTarget", handle, &cublasContext::sm_count_target, target, target >= 0 && target <= multiprocessors);
}
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int* target) {
  return get("cublasGetSmCountTarget", handle, &cublasContext::sm_count_target, target);
}
// loom takes the memory it needs from the host.
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void*, size_t) {
  return entry("cublasSetWorkspace", nullptr, [&] { return check(handle, {}); });
}

cublasStatus_t cublasSetVector(int n, int elemSize, const void* x, int incx, void* devicePtr, int incy) {
  return copy_vector(n, elemSize, x, incx, devicePtr, incy, nullptr, true);
}
cublasStatus_t cublasGetVector(int n, int elemSize, const void* x, int incx, void* y, int incy) {
  const loom::runtime::Caller caller(LOOM_CALLER);
  return copy_vector(n, elemSize, x, incx, y, incy, nullptr, true);
}
cublasStatus_t cublasSetVectorAsync(int n, int elemSize, const void* hostPtr, int incx, void* devicePtr, int incy,
                                    cudaStream_t stream) {
  return copy_vector(n, elemSize, hostPtr, incx, devicePtr, incy, stream, false);
}
cublasStatus_t cublasGetVectorAsync(int n, int elemSize, const void* devicePtr, int incx, void* hostPtr, int incy,
                                    cudaStream_t stream) {
  const loom::runtime::Caller caller(LOOM_CALLER);
  return copy_vector(n, elemSize, devicePtr, incx, hostPtr, incy, stream, false);
}
cublasStatus_t cublasSetMatrix(int rows, int cols, int elemSize, const void* A, int lda, void* B, int ldb) {
  return copy_matrix(rows, cols, elemSize, A, lda, B, ldb, nullptr, true);
}
cublasStatus_t cublasGetMatrix(int rows, int cols, int elemSize, const void* A, int lda, void* B, int ldb) {
  const loom::runtime::Caller caller(LOOM_CALLER);
  return copy_matrix(rows, cols, elemSize, A, lda, B, ldb, nullptr, true);
}
cublasStatus_t cublasSetMatrixAsync(int rows, int cols, int elemSize, const void* A, int lda, void* B, int ldb,
                                    cudaStream_t stream) {
  return copy_matrix(rows, cols, elemSize, A, lda, B, ldb, stream, false);
}
cublasStatus_t cublasGetMatrixAsync(int rows, int cols, int elemSize, const void* A, int lda, void* B, int ldb,
                                    cudaStream_t stream) {
  const loom::runtime::Caller caller(LOOM_CALLER);
  return copy_matrix(rows, cols, elemSize, A, lda, B, ldb, stream, false);
}

}  // extern "C"
